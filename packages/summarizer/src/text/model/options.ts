import { MAX_TIMER_MS, OptionError } from '@palimpsest/core-types';
import { randomHexString } from '@palimpsest/text';

function invalidOption(option: string, received: unknown, expected: string): OptionError {
  return new OptionError(option, received, expected, { advice: 'Leave it out for its default.' });
}

/** How strongly the model is asked to shorten. */
export type PromptLevel = 'model' | 'escalation';

/** Author of a summary: the model on the first request, the model asked for half the length, or `summarizeText`. */
type SummaryLevel = PromptLevel | 'deterministic';

/** Why a response is rejected. */
export type RejectionReason =
  /** Empty, only blanks or a scratchpad, or not a text. */
  | 'blank'
  /** It repeats the quotation fence. */
  | 'repeats-fence'
  /** At least as long as the text. */
  | 'not-shorter'
  | 'over-budget'
  /** More than twice as long as the result of `summarizeText`. */
  | 'long-winded'
  /** It contains less than half of the text's highest ranked names. */
  | 'names-lost'
  /** More than a quarter of its names do not occur in the text. */
  | 'names-invented';

/** Why a level was skipped or failed. */
export type FallbackReason =
  | RejectionReason
  /** The call threw or was rejected. */
  | 'failed'
  /** The call timed out. */
  | 'timeout'
  /** No call: the text is output of a program (`isStructured`). */
  | 'structured'
  /** No call: the text is longer than `maxTextLength`. */
  | 'too-long'
  /** No call: the text is blank, or the budget is too small. */
  | 'no-room';

/** How a summary was made. */
export interface SummaryOutcome {
  readonly level: SummaryLevel;
  /** Earlier levels in order; `structured`, `too-long` and `no-room` skip the model entirely. */
  readonly passedOver: readonly {
    readonly level: PromptLevel;
    readonly reason: FallbackReason;
    /** The thrown error. */
    readonly error?: unknown;
  }[];
  /** Number of model calls: 0, 1 or 2. */
  readonly calls: number;
  /** In UTF-16 units. */
  readonly textLength: number;
  readonly summaryLength: number;
}

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

/** @throws {OptionError} when an option is invalid */
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
    if (typeof value !== 'function') throw invalidOption(name, value, 'a function');
  }
  if (!(typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= MAX_TIMER_MS)) {
    const expected = `a number of milliseconds above 0, at most ${MAX_TIMER_MS}`;
    throw invalidOption('timeoutMs', timeoutMs, expected);
  }
  const integers = { concurrency, cacheSize, maxTextLength };
  for (const [name, value] of Object.entries(integers)) {
    const least = name === 'cacheSize' ? 0 : 1;
    if (!Number.isInteger(value) || value < least) {
      throw invalidOption(name, value, `an integer of at least ${least}`);
    }
  }
  return { generate, timeoutMs, ...integers, onOutcome, createNonce };
}
