import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import {
  createCheckedEstimator,
  createTokenCountCache,
  findFirstChange,
  type TokenCountCache,
} from '@palimpsest/history';
import type { ConversationHistory } from '../conversation/conversation-history.ts';
import { findLog } from '../conversation/entry-log.ts';
import { OrchestratorOptionError } from '../orchestrator-option-error.ts';

/** Estimates asked for at once where an estimator answers later. */
const AT_ONCE = 32;

/** What can be measured: a conversation's raw history, a view of one, or any array of entries. */
type Measurable = Pick<ConversationHistory, 'raw'> | readonly IContent[];

/**
 * Counts tokens of histories that grow and are replaced, each entry once: it is known again as the same object, and must not be changed.
 *
 * Work is proportional to what is new since the last time. After a replacement entries that are new are estimated; the others are only
 * added up. For an array of the caller's own every entry is looked at once to see whether it is still the same one.
 */
export interface TokenMeter {
  /**
   * Exact for estimators that add up over entries; others are a little off, as the sum of their single estimates is.
   *
   * @throws whatever the estimator throws, or `CompressionStrategyError` `INVALID_ESTIMATE` for an answer that is no finite number of at
   * least 0. What failed is asked for again next time
   */
  tokensOf(history: Measurable): Promise<number>;
  /** The same with sums for every index, of the history as it was when asked. */
  measure(history: Measurable): Promise<TokenSums>;
}

/** Entries that only grow, with the tokens before each index. */
interface CountedLine {
  readonly entries: readonly IContent[];
  readonly sums: number[];
}

/** @param estimateTokens is asked for one entry at a time */
export function createTokenMeter(estimateTokens: TokenEstimator): TokenMeter {
  const ledger = createTokenCountCache(createCheckedEstimator(estimateTokens));
  const lines = new WeakMap<readonly IContent[], CountedLine>();

  const measure = async (history: Measurable): Promise<TokenSums> => {
    const given = 'raw' in history ? history.raw() : history;
    const { length } = given;
    const line = countedLine(lines, given);
    await count(line, length, ledger);
    return tokenSums(line.sums, length);
  };
  return { measure, tokensOf: async (history) => (await measure(history)).tokens };
}

/** The line that begins with the given entries, with whatever has been counted of it. */
function countedLine(
  lines: WeakMap<readonly IContent[], CountedLine>,
  given: readonly IContent[],
): CountedLine {
  const behind = findLog(given);
  const key = behind ?? given;
  const known = lines.get(key);
  if (known !== undefined && behind !== undefined) return known;
  const line = behind === undefined ? grown(known, given) : { entries: behind, sums: [0] };
  lines.set(key, line);
  return line;
}

/** An array of the caller's own may have changed anywhere; what was counted of it holds up to the first change. */
function grown(known: CountedLine | undefined, given: readonly IContent[]): CountedLine {
  const changed = known === undefined ? 0 : findFirstChange(known.entries, given);
  if (changed === undefined) return known!;
  const sums = known === undefined ? [0] : known.sums.slice(0, changed + 1);
  return { entries: [...given], sums };
}

async function count(line: CountedLine, length: number, ledger: TokenCountCache): Promise<void> {
  const { entries, sums } = line;
  while (sums.length <= length) {
    const from = sums.length - 1;
    const counts: (Promise<number> | number)[] = [];
    let isLater = false;
    for (let index = from; index < length && counts.length < AT_ONCE; index += 1) {
      const tokens = asked(ledger, entries[index]!);
      isLater ||= typeof tokens !== 'number';
      counts.push(tokens);
    }
    const known = isLater
      ? await Promise.all(counts.map((tokens) => Promise.resolve(tokens)))
      : (counts as number[]);
    // Whoever asked at the same time may have added some of them meanwhile.
    for (const tokens of known.slice(sums.length - 1 - from)) sums.push(sums.at(-1)! + tokens);
  }
}

/** What fails at once fails as the others do: together with them, so that none goes unheard. */
function asked(ledger: TokenCountCache, entry: IContent): Promise<number> | number {
  try {
    return ledger.count(entry);
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Tokens of a history at one moment, and of any beginning or end of it. Each answer costs the same, however long the history. */
export interface TokenSums {
  /** Of the whole. */
  readonly tokens: number;
  /** Entries counted. */
  readonly length: number;
  /** Of the entries before an index, 0 to `length`. */
  tokensBefore(index: number): number;
  /** Of the entry at an index and all behind it: what a provider reads anew when that entry changes. */
  tokensFrom(index: number): number;
}

/**
 * @param sums at each index the tokens before it; may grow afterwards, but not change
 * @throws {OrchestratorOptionError} `INVALID_INDEX` when asked for an index that is not in the history
 */
function tokenSums(sums: readonly number[], length: number): TokenSums {
  const tokens = sums[length]!;
  const tokensBefore = (index: number): number => {
    if (Number.isInteger(index) && index >= 0 && index <= length) return sums[index]!;
    const accepted = `a whole number from 0 to ${length}, the length of the history`;
    throw new OrchestratorOptionError('index', index, accepted, { code: 'INVALID_INDEX' });
  };
  return { tokens, length, tokensBefore, tokensFrom: (index) => tokens - tokensBefore(index) };
}
