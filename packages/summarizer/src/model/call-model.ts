import { rejectOnAbort } from '@palimpsest/core-types';

/** What a model is asked for one summary. */
export interface GenerateRequest {
  /** What to do, for a system message. The same for all texts of the same `maxCharacters` and level. */
  readonly instructions: string;
  /** The text, quoted under a nonce: ready to be sent as one user message. */
  readonly text: string;
  /** Instructions and text together, for a model that takes one message only. */
  readonly prompt: string;
  /** How long the answer may be, in UTF-16 units. */
  readonly maxCharacters: number;
  /** Aborts when the time is up, or when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Whether a call was given up because it took too long, here or by a timeout of the caller's own. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Asks a model, for so many milliseconds at most. What comes later is not waited for. */
export async function callModel(
  generate: (request: GenerateRequest) => Promise<string>,
  asked: Omit<GenerateRequest, 'signal'>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<unknown> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const end = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  const timer = setTimeout(() => {
    const message = `The model did not answer within ${timeoutMs} ms.`;
    controller.abort(new DOMException(message, 'TimeoutError'));
  }, timeoutMs);
  try {
    const answer = generate({ ...asked, signal: controller.signal });
    return await rejectOnAbort(answer, controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
