import type {
  CompressionResult,
  HumanTextPolicy,
  IContent,
  StrategyPlugin,
} from '@palimpsest/core-types';
import type { CheckedResult, ResultInvariant } from '@palimpsest/engine/history';

/** A compression to check, and what its strategy guarantees. */
export interface LawInput extends CheckedResult {
  /** Index in `before` of the first entry of the tail. If absent, checks that need it are skipped. */
  readonly tailStart?: number | undefined;
  readonly humanText: HumanTextPolicy;
  /** Longer user text counts as ordinary text, in UTF-16 units. If absent, none does. */
  readonly longHumanText?: number | undefined;
}

/** A law about a result. */
export type Law = ResultInvariant<LawInput>;

/** A property that every strategy keeps. The numbers are those of the laws in `docs/invariants.md`. */
export interface Invariant {
  readonly name: string;
  /** The property in one sentence. */
  readonly guarantee: string;
}

/** A law that a single trial can break. */
export interface TrialLaw extends Invariant {
  /** Yields the violations: the index of the entry, or -1 for the whole result, and what is wrong. */
  find(trial: Trial): Iterable<readonly [index: number, message: string]>;
}

/** What a call of `compress` returned, or what it threw. */
export type Attempt = { readonly result: CompressionResult } | { readonly error: unknown };

/** A strategy tried in one situation: all data that the laws check. */
export interface Trial {
  readonly plugin: StrategyPlugin;
  /** Name of the created strategy. */
  readonly strategyName: string;
  /** The history before repair, frozen. */
  readonly given: readonly IContent[];
  /** The history after repair, frozen: the same object as `given` if nothing needed repair. */
  readonly before: readonly IContent[];
  readonly compressed: Attempt;
  /** The result of `compressed`. Absent if the call threw. */
  readonly result?: CompressionResult | undefined;
  /** Target that the context set, or that the result reports. */
  readonly targetTokens?: number | undefined;
  /** The result in the form that laws check. Absent if the call threw. */
  readonly checked?: LawInput | undefined;
  /** The same call once more; absent if a model is involved. */
  readonly repeated?: Attempt | undefined;
  /** The output compressed again with the same absolute target; absent if a model is involved, or if nothing changed. */
  readonly again?: Attempt | undefined;
  /** Compression of the history without repair, if it is broken. */
  readonly onBrokenInput?: Attempt | undefined;
}
