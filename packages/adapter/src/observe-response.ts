/** Looks at an answer while it passes. */
export interface ResponseObserver {
  /** A whole JSON body, or the data of one event of a stream. */
  onData(data: string): void;
  /** There is no more. Not called for an answer that was broken off. */
  end(): void;
}

/** The answer with somebody who looks at it: nothing of it waits for that, changes, or fails because of it. */
export function observeResponse(response: Response, watch: ResponseObserver): Response {
  const { ok, body, status, statusText, headers } = response;
  const type = headers.get('content-type') ?? '';
  const isStream = type.includes('text/event-stream');
  const isRead = ok && (isStream || type.includes('json'));
  if (!isRead || !(body instanceof ReadableStream) || body.locked) return response;
  const decoder = new TextDecoder();
  const reader = isStream ? eventReader(watch) : wholeReader(watch);
  const watched = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        attempt(() => reader.onData(decoder.decode(chunk, { stream: true })));
      },
      flush() {
        attempt(() => reader.end());
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
    // Whoever waits for the answer has nothing to do with what is made of it here.
  }
}

function wholeReader(watch: ResponseObserver): ResponseObserver {
  const texts: string[] = [];
  return {
    onData: (text) => void texts.push(text),
    end() {
      watch.onData(texts.join(''));
      watch.end();
    },
  };
}

/** Hands on the data of events. Each of these is one line with the providers this is for. */
function eventReader(watch: ResponseObserver): ResponseObserver {
  let begun: string[] = [];
  const take = (line: string): void => {
    if (line.startsWith('data:')) watch.onData(line.slice('data:'.length).trim());
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
      watch.end();
    },
  };
}
