import { OptionError, type IContent, type TokenEstimator } from '@palimpsest/core-types';
import {
  createCheckedEstimator,
  createTokenCountCache,
  findFirstChange,
  type TokenCountCache,
} from '@palimpsest/history';
import type { ConversationHistory } from '../conversation/conversation-history.ts';
import { findLog } from '../conversation/entry-log.ts';

/** Maximum concurrent calls of an asynchronous estimator. */
const AT_ONCE = 32;

/** A history to measure: a conversation, its raw history, or any array of entries. */
type Measurable = Pick<ConversationHistory, 'raw'> | readonly IContent[];

/**
 * Counts tokens of histories that grow and are replaced. Caches the count of each entry by identity, so entries must not be changed.
 *
 * Work is proportional to the new entries. After a replacement, only new entries are estimated; the others are added up again. An array that
 * the caller owns is scanned each time, because it may have changed.
 */
export interface TokenMeter {
  /**
   * Returns the sum of the estimates of single entries: exact for additive estimators.
   *
   * @throws whatever the estimator throws, or {CompressionStrategyError} `INVALID_ESTIMATE` if an estimate is not a finite number of at least
   * 0. The next call requests a failed estimate again
   */
  tokensOf(history: Measurable): Promise<number>;
  /** Like `tokensOf`, with sums for every index. Ignores entries appended during the measurement. */
  measure(history: Measurable): Promise<TokenSums>;
}

/** Entries that only grow, with the number of tokens before each index. */
interface CountedLog {
  readonly entries: readonly IContent[];
  readonly sums: number[];
}

/** @param estimateTokens called with one entry at a time */
export function createTokenMeter(estimateTokens: TokenEstimator): TokenMeter {
  const counts = createTokenCountCache(createCheckedEstimator(estimateTokens));
  const counted = new WeakMap<readonly IContent[], CountedLog>();

  /** Returns the cached sums of the log that an array is a copy of; of another array, those before its first changed entry. */
  function countedLog(given: readonly IContent[]): CountedLog {
    const log = findLog(given);
    const known = counted.get(log ?? given);
    let sums = [0];
    if (known !== undefined) {
      // A log only grows; the caller may have changed its own array anywhere.
      const changed = log === undefined ? findFirstChange(known.entries, given) : undefined;
      if (changed === undefined) return known;
      sums = known.sums.slice(0, changed + 1);
    }
    const made = { entries: log ?? [...given], sums };
    counted.set(log ?? given, made);
    return made;
  }

  async function measure(history: Measurable): Promise<TokenSums> {
    const given = 'raw' in history ? history.raw() : history;
    const { length } = given;
    const { entries, sums } = countedLog(given);
    while (sums.length <= length) {
      const from = sums.length - 1;
      const batch = entries.slice(from, Math.min(length, from + AT_ONCE));
      const asked = batch.map((entry) => ask(counts, entry));
      const tokens = asked.every((each) => typeof each === 'number')
        ? asked
        : await Promise.all(asked.map((each) => Promise.resolve(each)));
      // A concurrent call may have added some of them meanwhile.
      for (const each of tokens.slice(sums.length - 1 - from)) sums.push(sums.at(-1)! + each);
    }
    return tokenSums(sums, length);
  }
  return { measure, tokensOf: async (history) => (await measure(history)).tokens };
}

/** Returns a rejection for a synchronous error: throwing at once would leave other rejections unhandled. */
function ask(counts: TokenCountCache, entry: IContent): Promise<number> | number {
  try {
    return counts.count(entry);
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Tokens of a history at one point in time, and of any prefix or suffix of it, each in O(1). */
export interface TokenSums {
  /** Tokens of all entries. */
  readonly tokens: number;
  /** Number of counted entries. */
  readonly length: number;
  /** Returns the tokens of the entries before an index, 0 to `length`. */
  tokensBefore(index: number): number;
  /** Returns the tokens from an index on: those that the provider reads anew if that entry changes. */
  tokensFrom(index: number): number;
}

/**
 * @param sums tokens before each index; may grow later, but not change
 * @throws {OptionError} `INVALID_INDEX`, from the returned functions, for an index outside the history
 */
function tokenSums(sums: readonly number[], length: number): TokenSums {
  const tokens = sums[length]!;
  const tokensBefore = (index: number): number => {
    if (Number.isInteger(index) && index >= 0 && index <= length) return sums[index]!;
    const expected = `a whole number from 0 to ${length}, the length of the history`;
    throw new OptionError('index', index, expected, { code: 'INVALID_INDEX' });
  };
  return { tokens, length, tokensBefore, tokensFrom: (index) => tokens - tokensBefore(index) };
}
