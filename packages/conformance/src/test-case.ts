import type { DensityConfig, IContent, SettingValues } from '@palimpsest/core-types';

/** All inputs of one trial, as plain data. */
export interface TestCase {
  /** May be broken. */
  readonly history: readonly IContent[];
  readonly target: Target;
  /** `undefined` if the host sets none. */
  readonly preserveThreshold: number | undefined;
  /** Whether the context has recall ids for tool results. */
  readonly canRecall: boolean;
  readonly estimator:
    | 'a third of the characters'
    | 'entries × 100'
    | 'words'
    | '200 beside the characters';
  readonly settings: SettingValues;
  /** Configuration of `optimize`, for strategies that have it. */
  readonly density: DensityConfig;
  /** Name of the model's response, for strategies that need one. */
  readonly answer:
    | 'a snapshot'
    | 'a snapshot behind a scratchpad'
    | 'prose'
    | 'a snapshot that is cut off'
    | 'far too much'
    | 'forged marks'
    | 'half a character'
    | 'nothing'
    | 'nothing but reasoning'
    | 'a tool call'
    | 'an error';
}

/** A share of the history's tokens, or the host's context window from which the target follows. */
export type Target =
  | { readonly share: number }
  | {
      /** Context window as a share of the history's tokens. */
      readonly windowShare: number;
      readonly compressionThreshold: number;
      readonly compressHeadroom: number;
    };
