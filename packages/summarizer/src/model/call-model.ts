import { rejectOnAbort } from '@palimpsest/core-types';

/** Request for one summary. */
export interface GenerateRequest {
  /** Instructions, for a system message. Equal for all texts with the same `maxCharacters` and level. */
  readonly instructions: string;
  /** The quoted text, for one user message. */
  readonly text: string;
  /** Instructions and text together, for a model that accepts one message only. */
  readonly prompt: string;
  /** Maximum length of the response, in UTF-16 units. */
  readonly maxCharacters: number;
  /** Aborts at the time limit, or when no caller waits for the response any more. */
  readonly signal: AbortSignal;
}

/** Returns whether a call timed out, by our limit or by the caller's own. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Calls a model with a time limit in milliseconds. A later response is ignored. */
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
