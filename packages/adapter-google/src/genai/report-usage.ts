import type { AdaptResult } from '@palimpsest/adapter';
import { usageStats, type UsageMetadata } from '../usage-stats.ts';

type Report = AdaptResult<unknown>['report'];

/** The answer, with what was counted for it reported: before it is handed on, or once a stream has ended. */
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

/** Hands bytes on as they come, and holds no more of them than the open line and the last one that counts tokens. */
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

/** An answer that is no JSON is for the SDK to refuse. */
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
