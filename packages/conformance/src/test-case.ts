import type { DensityConfig, IContent, SettingValues } from '@palimpsest/core-types';
import type { EstimatorName } from './estimators.ts';
import type { ModelResponseName } from './answers.ts';

/** All inputs of one trial, as plain data. */
export interface TestCase {
  /** May be broken. */
  readonly history: readonly IContent[];
  /** Target of the compression. */
  readonly target: Target;
  /** `undefined` if the host sets none. */
  readonly preserveThreshold: number | undefined;
  /** Whether the context has recall ids for tool results. */
  readonly canRecall: boolean;
  /** Name of the token estimator. */
  readonly estimator: EstimatorName;
  /** Values of the plugin's settings. */
  readonly settings: SettingValues;
  /** Configuration of `optimize`, for strategies that have it. */
  readonly density: DensityConfig;
  /** Response of the model, for strategies that need one. */
  readonly answer: ModelResponseName;
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
