import { MAX_TIMER_MS } from '@palimpsest/core-types';
import type { GenerateRequest } from './call-model.ts';
import { randomHexString } from '@palimpsest/text';
import type { SummaryOutcome } from './outcome.ts';
import { SummarizerOptionError } from './summarizer-option-error.ts';

export interface LlmSummarizerOptions {
  /** Calls the model and resolves to its response. Any error leads to `summarizeText`. */
  readonly generate: (request: GenerateRequest) => Promise<string>;
  /** Time limit per call in milliseconds, above 0 and at most 2,147,483,647. Excludes waiting for other calls. @default 60_000 */
  readonly timeoutMs?: number;
  /** Maximum number of concurrent calls, at least 1. An abandoned call does not count. @default 4 */
  readonly concurrency?: number;
  /** Number of cached summaries with their texts, temporarily twice as many. 0 disables the cache. @default 500 */
  readonly cacheSize?: number;
  /** Longer texts are not sent to the model. In UTF-16 units. @default 200_000 */
  readonly maxTextLength?: number;
  /** Called once per processed text, not for cached or shared results. Its errors are ignored. @default none */
  readonly onOutcome?: (outcome: SummaryOutcome) => void;
  /** Returns an unpredictable string to quote a text with. @default 16 hexadecimal digits of `crypto.getRandomValues` */
  readonly createNonce?: () => string;
}

/** @throws {SummarizerOptionError} when an option is invalid */
export function readLlmSummarizerOptions({
  generate,
  timeoutMs = 60_000,
  concurrency = 4,
  cacheSize = 500,
  maxTextLength = 200_000,
  onOutcome = () => {},
  createNonce = randomHexString,
}: LlmSummarizerOptions): Required<LlmSummarizerOptions> {
  for (const [name, value] of Object.entries({ generate, onOutcome, createNonce })) {
    if (typeof value !== 'function') throw new SummarizerOptionError(name, value, 'a function');
  }
  if (!(typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= MAX_TIMER_MS)) {
    const expected = `a number of milliseconds above 0, at most ${MAX_TIMER_MS}`;
    throw new SummarizerOptionError('timeoutMs', timeoutMs, expected);
  }
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new SummarizerOptionError('concurrency', concurrency, 'an integer of at least 1');
  }
  if (!Number.isInteger(cacheSize) || cacheSize < 0) {
    throw new SummarizerOptionError('cacheSize', cacheSize, 'an integer of at least 0');
  }
  if (!Number.isInteger(maxTextLength) || maxTextLength < 1) {
    throw new SummarizerOptionError('maxTextLength', maxTextLength, 'an integer of at least 1');
  }
  return {
    generate,
    timeoutMs,
    concurrency,
    cacheSize,
    maxTextLength,
    onOutcome,
    createNonce,
  };
}
