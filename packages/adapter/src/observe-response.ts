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

/** Length from which a text is not read: parsing it would keep everything else waiting. */
const MAX_LENGTH = 8_388_608;

/** Collects the pieces of a text. */
class Pieces {
  #pieces: string[] = [];
  #length = 0;

  add(piece: string): void {
    this.#length += piece.length;
    if (this.#length <= MAX_LENGTH) this.#pieces.push(piece);
  }

  /** Returns the text, empty if it is too long, and begins another one. */
  take(): string {
    const text = this.#length <= MAX_LENGTH ? this.#pieces.join('') : '';
    this.#pieces = [];
    this.#length = 0;
    return text;
  }
}

function wholeReader(observer: ResponseObserver): ResponseObserver {
  const body = new Pieces();
  return {
    onData: (text) => body.add(text),
    end() {
      observer.onData(body.take());
      observer.end();
    },
  };
}

/** Passes on the data of stream events. The supported providers write each event on one line. */
function eventReader(observer: ResponseObserver): ResponseObserver {
  const begun = new Pieces();
  const endLine = (): void => {
    const line = begun.take();
    if (line.startsWith('data:')) observer.onData(line.slice('data:'.length).trim());
  };
  return {
    onData(text) {
      for (const [at, piece] of text.split(/\r\n|\r|\n/).entries()) {
        if (at > 0) endLine();
        begun.add(piece);
      }
    },
    end() {
      endLine();
      observer.end();
    },
  };
}
