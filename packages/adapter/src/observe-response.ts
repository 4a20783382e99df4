import type { UsageStats } from '@palimpsest/core-types';
import type { ReportUsage } from './adapter.ts';

/** Observes a response while it passes through. */
export interface ResponseObserver {
  /** Called with a whole JSON body, or with the data of one stream event. */
  onData(data: string): void;
  /** Called at the end. Not called for an aborted response. */
  end(): void;
}

/**
 * Creates an observer that reports the token usage of a response once, at its end.
 *
 * @param read returns the usage so far, if the data says it, and whether nothing follows that must be read
 */
export function usageObserver(
  report: ReportUsage,
  read: (data: string) => {
    readonly usage?: UsageStats | undefined;
    readonly isLast?: boolean;
  },
): ResponseObserver {
  let latest: UsageStats | undefined;
  const end = (): void => {
    const usage = latest;
    latest = undefined;
    if (usage !== undefined) report(usage);
  };
  return {
    onData(data) {
      const { usage = latest, isLast = false } = read(data);
      latest = usage;
      if (isLast) end();
    },
    end,
  };
}

/** Observes the bytes of a body. Errors of its observer are dropped. */
interface BodyObserver {
  onChunk(chunk: Uint8Array): void;
  end(): void;
}

/** Creates an observer of the bytes of a body. Returns `undefined` for a content type that is neither a stream of events nor JSON. */
export function createBodyObserver(
  type: string,
  observer: ResponseObserver,
): BodyObserver | undefined {
  const isStream = type.includes('text/event-stream');
  if (!isStream && !type.includes('json')) return undefined;
  const decoder = new TextDecoder();
  const reader = isStream ? eventReader(observer) : wholeReader(observer);
  return {
    onChunk: (chunk) => attempt(() => reader.onData(decoder.decode(chunk, { stream: true }))),
    end: () => attempt(() => reader.end()),
  };
}

/** Returns the response with an observer attached. The observer cannot delay, change or fail it. */
export function observeResponse(response: Response, observer: ResponseObserver): Response {
  const { ok, body, status, statusText, headers } = response;
  if (!ok || !(body instanceof ReadableStream) || body.locked) return response;
  const bodyObserver = createBodyObserver(headers.get('content-type') ?? '', observer);
  if (bodyObserver === undefined) return response;
  const watched = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        bodyObserver.onChunk(chunk);
      },
      flush() {
        bodyObserver.end();
      },
    }),
  );
  const answer = new Response(watched, { status, statusText, headers });
  return Object.defineProperty(answer, 'url', { value: response.url });
}

function attempt(look: () => void): void {
  try {
    look();
  } catch {
    // An observer's error must not reach the reader of the response.
  }
}

function wholeReader(observer: ResponseObserver): ResponseObserver {
  const texts: string[] = [];
  return {
    onData: (text) => void texts.push(text),
    end() {
      observer.onData(texts.join(''));
      observer.end();
    },
  };
}

/** Passes on the data of stream events. The supported providers write each event on one line. */
function eventReader(observer: ResponseObserver): ResponseObserver {
  let begun: string[] = [];
  const take = (line: string): void => {
    if (line.startsWith('data:')) observer.onData(line.slice('data:'.length).trim());
  };
  return {
    onData(text) {
      const lines = text.split(/\r\n|\r|\n/);
      for (const line of lines.slice(0, -1)) {
        take([...begun, line].join(''));
        begun = [];
      }
      begun.push(lines.at(-1) ?? '');
    },
    end() {
      take(begun.join(''));
      observer.end();
    },
  };
}
