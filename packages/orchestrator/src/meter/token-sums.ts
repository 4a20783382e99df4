import { OrchestratorOptionError } from '../orchestrator-option-error.ts';

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
export function tokenSums(sums: readonly number[], length: number): TokenSums {
  const tokens = sums[length]!;
  const tokensBefore = (index: number): number => {
    if (Number.isInteger(index) && index >= 0 && index <= length) return sums[index]!;
    const accepted = `a whole number from 0 to ${length}, the length of the history`;
    throw new OrchestratorOptionError('index', index, accepted, { code: 'INVALID_INDEX' });
  };
  return { tokens, length, tokensBefore, tokensFrom: (index) => tokens - tokensBefore(index) };
}
