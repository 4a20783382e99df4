import type { DensityConfig, IContent, SettingValues } from '@palimpsest/core-types';
import type { EstimatorName } from './estimators.ts';
import type { ModelResponseName } from './answers.ts';

/** Everything a strategy is called with in one trial, as plain data. */
export interface TestCase {
  /** Perhaps broken. */
  readonly history: readonly IContent[];
  /** Where compression should end. */
  readonly target: Target;
  /** `undefined` where the host sets none. */
  readonly preserveThreshold: number | undefined;
  /** Whether there is somewhere to ask for what responses said. */
  readonly canRecall: boolean;
  /** How tokens are counted. */
  readonly estimator: EstimatorName;
  /** Values of the settings the plugin brings. */
  readonly settings: SettingValues;
  /** What `optimize` is told, where there is one. */
  readonly density: DensityConfig;
  /** What the model answers, where one is needed. */
  readonly answer: ModelResponseName;
}

/** A share of the tokens that are there, or what follows from the host's window. */
export type Target =
  | { readonly share: number }
  | {
      /** The window as a share of the tokens that are there. */
      readonly windowShare: number;
      readonly compressionThreshold: number;
      readonly compressHeadroom: number;
    };
