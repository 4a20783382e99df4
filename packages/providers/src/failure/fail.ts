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
  readonly type?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** In the words of somebody else. */
  readonly words?: string | undefined;
}

/** An error in one sentence: what happened, in whose words, after how many requests. */
export function fail(
  { provider, url, secrets, attempt }: Asked,
  code: ProviderErrorCode,
  what: string,
  { words, type, status, retryAfterMs, isTransient }: FailureParts,
): ProviderError {
  const said = words === undefined ? '' : shownText(words, secrets);
  const quoted = said === '' ? '' : `: ${said}`;
  const count = attempt > 1 ? ` (${attempt} attempts)` : '';
  const who = shownText(`${provider} at ${shownUrl(url)}`, secrets);
  return new ProviderError(`${who} ${what}${count}${quoted}`, {
    code,
    provider,
    isTransient,
    attempts: attempt,
    ...(status === undefined ? {} : { status }),
    ...(type === undefined ? {} : { type: shownText(type, secrets, 80) }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
