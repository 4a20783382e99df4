import type { AdaptResult } from '@palimpsest/adapter';
import { usageStats, type UsageMetadata } from '../usage-stats.ts';

type Report = AdaptResult<unknown>['report'];

/** Reports the token usage of a response: before it is returned, or at the end of a stream. */
export async function reportUsage(response: Response, report: Report): Promise<Response> {
  if (!response.ok || response.body === null) return response;
  if (response.headers.get('content-type')?.includes('event-stream') === true) {
    return new Response(response.body.pipeThrough(watching(report)), response);
  }
  const text = await response.text();
  reportText(text, report);
  return new Response(text, response);
}

const COUNTED = '"usageMetadata"';

/** Passes bytes through unbuffered. Holds only the current line and the last one with token usage. */
function watching(report: Report): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  let open = '';
  let counted: string | undefined;
  const close = (): void => {
    if (open.includes(COUNTED)) counted = open;
    open = '';
  };
  return new TransformStream({
    transform(bytes, stream) {
      stream.enqueue(bytes);
      const [rest, ...lines] = decoder.decode(bytes, { stream: true }).split(/[\r\n]/);
      open += rest!;
      for (const line of lines) {
        close();
        open = line;
      }
    },
    flush() {
      close();
      if (counted !== undefined) reportText(counted.replace(/^data:/, ''), report);
    },
  });
}

/** Reports usage from a JSON text. Invalid JSON is left to the SDK to reject. */
function reportText(text: string, report: Report): void {
  let answer: { readonly usageMetadata?: UsageMetadata } | null;
  try {
    answer = JSON.parse(text) as typeof answer;
  } catch {
    return;
  }
  const usage = usageStats(answer?.usageMetadata);
  if (usage !== undefined) report(usage);
}
