import type { GenerateRequest } from './call-model.ts';
import { randomHexString } from '@palimpsest/text';
import type { SummaryOutcome } from './outcome.ts';
import { SummarizerOptionError } from './summarizer-option-error.ts';

export interface LlmSummarizerOptions {
  /** Asks the model, and gives what it says. Whatever it throws is what `summarizeText` stands in for. */
  readonly generate: (request: GenerateRequest) => Promise<string>;
  /** Milliseconds for each call, above 0 and at most 2,147,483,647. Waiting for other calls does not count. @default 60_000 */
  readonly timeoutMs?: number;
  /** Calls at the same time, at least 1. One that was given up does not count. @default 4 */
  readonly concurrency?: number;
  /** Summaries that are remembered at least, with their texts; up to twice as many for a while. 0 for none. @default 500 */
  readonly cacheSize?: number;
  /** Texts of more UTF-16 units are not sent. @default 200_000 */
  readonly maxTextLength?: number;
  /** Told once for each text that is worked on, not for what is remembered or shared. What it throws is not heard. @default nobody */
  readonly onOutcome?: (outcome: SummaryOutcome) => void;
  /** Gives a word that nobody can foresee, to quote a text with. @default 16 hexadecimal digits of `crypto.getRandomValues` */
  readonly createNonce?: () => string;
}

/** The longest a timer can wait. */
const LONGEST_TIMEOUT = 2_147_483_647;

/** @throws {SummarizerOptionError} */
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
  if (!(typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT)) {
    const accepted = `a number of milliseconds above 0, at most ${LONGEST_TIMEOUT}`;
    throw new SummarizerOptionError('timeoutMs', timeoutMs, accepted);
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
