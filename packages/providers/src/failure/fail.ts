import { shownUrl } from '../options/base-url.ts';
import { ProviderError, type ProviderErrorCode } from '../provider-error.ts';
import { shownText } from './shown-text.ts';

/** Who was asked, and what must not be said. */
export interface Asked {
  readonly provider: string;
  readonly url: URL;
  readonly secrets: readonly string[];
  /** Counted from 1. */
  readonly attempt: number;
}

export interface FailureParts {
  readonly isTransient: boolean;
  readonly status?: number | undefined;
  /** The provider's own word. */
  readonly type?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** In the words of somebody else. */
  readonly words?: string | undefined;
}

/**
 * An error in one sentence: what happened, after how many requests, and what others say about it.
 *
 * @param what in our words, which hold nothing foreign
 */
export function fail(
  { provider, url, secrets, attempt }: Asked,
  code: ProviderErrorCode,
  what: string,
  { words, type, status, retryAfterMs, isTransient }: FailureParts,
): ProviderError {
  const said = words === undefined ? '' : shownText(words, secrets);
  const word = type === undefined ? '' : shownText(type, secrets, 80);
  const parts = [
    `${provider} at ${shownUrl(url)} ${what}`,
    word === '' ? '' : ` (${word})`,
    retryAfterMs === undefined ? '' : ` and asks to wait ${retryAfterMs / 1_000} s`,
    attempt > 1 ? ` (${attempt} attempts)` : '',
    said === '' ? '' : `: ${said}`,
  ];
  return new ProviderError(parts.join(''), {
    code,
    provider,
    isTransient,
    attempts: attempt,
    ...(status === undefined ? {} : { status }),
    ...(word === '' ? {} : { type: word }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
