import type { Adapter } from '@palimpsest/adapter';
import { readGenerateRequest } from './generate-request.ts';
import { reportUsage } from './report-usage.ts';

/** A fetch that makes the contents of requests fit, and reports what was counted for them. The request handed to it is not changed. */
export function adaptingFetch(adapter: Adapter, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = readGenerateRequest(input, init?.body);
    if (request === undefined) return await send(input, init);
    const { contents, body, facts } = request;
    const signal = init?.signal ?? undefined;
    const { messages, report } = await adapter.adapt(
      'gemini',
      contents,
      signal === undefined ? facts : { ...facts, signal },
    );
    // What fits goes out as the very text that came.
    const fitting =
      messages === contents
        ? init
        : { ...init, body: JSON.stringify({ ...body, contents: messages }) };
    return await reportUsage(await send(input, fitting), report);
  };
}
