import type { Adapter } from '@palimpsest/adapter';
import { readGenerateRequest } from './generate-request.ts';
import { reportUsage } from './report-usage.ts';

/** Creates a fetch that fits the contents of requests and reports token usage. Does not change the given request. */
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
    // A request that already fits is sent with its original text.
    const fitting =
      messages === contents
        ? init
        : { ...init, body: JSON.stringify({ ...body, contents: messages }) };
    return await reportUsage(await send(input, fitting), report);
  };
}
