import { fail, type Asked } from '../failure/fail.ts';
import type { ProviderError } from '../provider-error.ts';
import { shownText } from '../failure/shown-text.ts';
import type { IdleLimit } from './idle-limit.ts';

/** One request and its answer. */
export interface Exchange {
  readonly asked: Asked;
  readonly limit: IdleLimit;
  readonly timeoutMs: number;
}

/** What to throw where waiting failed: a timeout, the caller's own reason, or else what `otherwise` makes of it. */
export function waitingFailed(
  { asked, limit, timeoutMs }: Exchange,
  error: unknown,
  where: string,
  otherwise: (words: string | undefined) => ProviderError,
): unknown {
  if (limit.ended === 'idle') {
    return fail(asked, 'TIMEOUT', `sent nothing for ${timeoutMs} ms ${where}`, {
      isTransient: true,
    });
  }
  return limit.ended === undefined ? otherwise(reasonOf(error, asked.secrets)) : error;
}

/** Network errors hide what happened in their cause. The error itself is not passed on: a foreign one may hold the request. */
function reasonOf(error: unknown, secrets: readonly string[]): string | undefined {
  const found: string[] = [];
  let part = error;
  for (let depth = 0; depth < 4 && part instanceof Error; depth += 1) {
    const code = 'code' in part && typeof part.code === 'string' ? part.code : undefined;
    found.push(code ?? part.message);
    part = part.cause;
  }
  const words = found.findLast((text) => text !== '');
  return words === undefined ? undefined : shownText(words, secrets);
}
