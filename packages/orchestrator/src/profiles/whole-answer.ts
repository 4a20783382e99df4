import {
  rejectOnAbort,
  type IContent,
  type ModelRequest,
  type ResolvedModel,
} from '@palimpsest/core-types';

/** Characters of text and reasoning, and pieces: who says more has lost the thread, and is not listened to without an end. */
const MAX_SIZE = 1_000_000;

/**
 * Asks a model once and waits for the end of its answer.
 *
 * @param timeoutMs how long that may take, in milliseconds
 * @throws whatever the model fails with; the reason of the request's signal when it aborts
 */
export async function wholeAnswer(
  { provider, ...rest }: ResolvedModel,
  request: ModelRequest,
  timeoutMs: number | undefined,
): Promise<readonly IContent[]> {
  const { contents, maxOutputTokens, signal: caller } = request;
  const limit = new AbortController();
  const signal = caller === undefined ? limit.signal : AbortSignal.any([caller, limit.signal]);
  const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs);
  function expire(): void {
    limit.abort(new DOMException(`no whole answer within ${timeoutMs} ms`, 'TimeoutError'));
  }
  let chunks: AsyncIterator<IContent> | undefined;
  let isDone = false;
  try {
    signal.throwIfAborted();
    const most = maxOutputTokens === undefined ? {} : { maxOutputTokens };
    const asked = { ...request, ...rest, ...most, contents, signal };
    chunks = provider.generateChatCompletion(asked)[Symbol.asyncIterator]();
    const answer: IContent[] = [];
    let size = 0;
    while (size <= MAX_SIZE) {
      const next = await rejectOnAbort(chunks.next(), signal);
      isDone = next.done === true;
      if (next.done === true) return answer;
      answer.push(next.value);
      size += sizeOf(next.value);
    }
    throw new Error(`the answer had no end after ${MAX_SIZE} characters`);
  } finally {
    clearTimeout(timer);
    if (!isDone) {
      limit.abort();
      // Nobody waits for a model that hangs.
      void leave(chunks).catch(() => undefined);
    }
  }
}

function sizeOf({ blocks }: IContent): number {
  let size = 1;
  for (const block of blocks) {
    if (block.type === 'text') {
      if (typeof block.text !== 'string') throw new TypeError('a piece of the answer is no text');
      size += block.text.length;
    } else if (block.type === 'thinking' && typeof block.thought === 'string') {
      size += block.thought.length;
    }
  }
  return size;
}

async function leave(chunks: AsyncIterator<IContent> | undefined): Promise<void> {
  await chunks?.return?.();
}
