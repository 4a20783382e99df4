import type {
  CompressionResult,
  DensityResult,
  IContent,
  StrategyPlugin,
} from '@palimpsest/core-types';
import type { CheckedResult } from '@palimpsest/history';
import type { TestCase } from './test-case.ts';

/** What became of calling a strategy. */
export type Attempt<Result> =
  | { readonly kind: 'answered'; readonly result: Result }
  | { readonly kind: 'thrown'; readonly error: unknown };

/** A strategy tried in one situation: everything that laws look at. */
export interface Trial {
  readonly plugin: StrategyPlugin;
  /** What the strategy it created calls itself. */
  readonly strategyName: string;
  readonly situation: TestCase;
  /** The history, frozen. */
  readonly given: readonly IContent[];
  /** The same after the repair, frozen: the very same object where there was nothing to repair. */
  readonly before: readonly IContent[];
  readonly compressed: Attempt<CompressionResult>;
  /** What it was told to reach, or says it had to. */
  readonly targetTokens?: number;
  /** The answer as it is judged, where there was one. */
  readonly judged?: CheckedResult;
  /** What the result says of its tail and cannot be so. */
  readonly inconsistentClaim?: string;
  /** The same once more; absent where a model is involved. */
  readonly repeated?: Attempt<CompressionResult>;
  /** Whether that, given a history that is not frozen, left it changed. */
  readonly isInputChanged?: boolean;
  /** Its own output compressed with the same absolute target; absent where a model is involved, or nothing changed. */
  readonly again?: Attempt<CompressionResult>;
  /** The history as it was given, where it is broken. */
  readonly onBrokenInput?: Attempt<CompressionResult>;
  /** Absent where the strategy has no `optimize`. */
  readonly optimized?: Attempt<Optimization>;
}

/** A plan of `optimize`, carried out. */
export interface Optimization {
  readonly plan: DensityResult;
  readonly judged: CheckedResult;
  /** The plan for the same history once more. */
  readonly repeated: DensityResult;
  /** The plan for what the first one made. */
  readonly again: DensityResult;
}
