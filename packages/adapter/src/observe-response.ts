import type { UsageStats } from '@palimpsest/core-types';
import type { ReportUsage } from './adapter.ts';
import { createEventReader, joinBytes, MAX_READ_BYTES, type ServerEvent } from './server-events.ts';

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
  const reader = isStream ? observeEvents(observer) : observeWhole(observer);
  return {
    onChunk: (chunk) => attempt(() => reader.onChunk(chunk)),
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

function observeWhole(observer: ResponseObserver): BodyObserver {
  let chunks: Uint8Array[] = [];
  let length = 0;
  return {
    onChunk(chunk) {
      length += chunk.length;
      if (length > MAX_READ_BYTES) chunks = [];
      else chunks.push(chunk);
    },
    end() {
      observer.onData(new TextDecoder().decode(joinBytes(chunks)));
      observer.end();
    },
  };
}

function observeEvents(observer: ResponseObserver): BodyObserver {
  const reader = createEventReader();
  const pass = (events: readonly ServerEvent[]): void => {
    for (const { text } of events) if (text !== undefined) observer.onData(text.trim());
  };
  return {
    onChunk: (chunk) => pass(reader.push(chunk)),
    end() {
      pass(reader.end());
      observer.end();
    },
  };
}
