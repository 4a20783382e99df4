import type { ChatMessage } from './chat-message.ts';
import { requestTokens } from './request-tokens.ts';

/** Result of a method for one history. Sizes are in tokens of the request. */
export interface Outcome {
  readonly messages: readonly ChatMessage[];
  readonly target: number;
}

/** A way to reduce a history. */
export interface RetentionMethod {
  readonly name: string;
  /** Whether it takes a target. Without one the size is the same for every share. @default true */
  readonly sized?: boolean;
  /** @param share target as a share of the tokens of the request */
  compress(messages: readonly ChatMessage[], share: number): Promise<Outcome> | Outcome;
}

/** Returns the target for a share of the tokens of a request. */
export function targetOf(messages: readonly ChatMessage[], share: number): number {
  return Math.max(1, Math.floor(share * requestTokens(messages)));
}

/** Most runs of a method that measures sizes by another unit than tokens of `o200k_base`. */
const ATTEMPTS = 4;
/** Share of the target that is close enough. */
const CLOSE = 0.98;

/**
 * Runs a method until its result meets a target in tokens, and returns the largest result that does; the smallest if none does.
 *
 * @param run takes a size in the unit of the method, which is about proportional to tokens
 * @param start that size for the first attempt
 */
export async function fit(
  run: (size: number) => Promise<readonly ChatMessage[]> | readonly ChatMessage[],
  { target, start }: { readonly target: number; readonly start: number },
): Promise<readonly ChatMessage[]> {
  let given = start;
  let best: readonly ChatMessage[] | undefined;
  let smallest: readonly ChatMessage[] = [];
  let previous = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const messages = await run(Math.max(1, Math.floor(given)));
    const size = requestTokens(messages);
    if (size === previous) break;
    if (size <= target && (best === undefined || size > requestTokens(best))) best = messages;
    if (attempt === 0 || size < requestTokens(smallest)) smallest = messages;
    if (size <= target && size >= CLOSE * target) break;
    given *= target / Math.max(1, size) - (size > target ? 0.01 : 0);
    previous = size;
  }
  return best ?? smallest;
}

/**
 * Runs a method with the size of what another one left as its target: many methods miss their target, so only this is a fair comparison.
 * `undefined` if that was everything or nothing.
 */
export async function inRoomOf(
  left: readonly ChatMessage[],
  messages: readonly ChatMessage[],
  method: RetentionMethod,
): Promise<Outcome | undefined> {
  const whole = requestTokens(messages);
  const size = requestTokens(left);
  if (size >= whole || size === 0) return undefined;
  // Half a token more, so that rounding down gives exactly this size.
  return method.compress(messages, (size + 0.5) / whole);
}
