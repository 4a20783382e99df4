import {
  describeValue,
  type CompressionResult,
  type HumanTextPolicy,
  type IContent,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import type { CheckedResult, ResultInvariant } from '@palimpsest/engine/history';
import type { TestCase } from './context.ts';

export type Attempt<Result> =
  | { readonly kind: 'answered'; readonly result: Result }
  | { readonly kind: 'thrown'; readonly error: unknown };

export async function attempt<Result>(
  call: () => Promise<Result> | Result,
): Promise<Attempt<Result>> {
  try {
    return { kind: 'answered', result: await call() };
  } catch (error) {
    return { kind: 'thrown', error };
  }
}

/** Returns the answer of a strategy. Throws for a value that is not a result, because no law could check it. */
export function checkedAnswer(answer: unknown): CompressionResult {
  const { kind, newHistory, metadata } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  const isKnown = kind === 'noop' || (kind === 'applied' && Array.isArray(newHistory));
  if (isKnown && typeof metadata === 'object' && metadata !== null) {
    return answer as CompressionResult;
  }
  throw new TypeError(
    `compress(): expected { kind: 'noop', reason, metadata } or { kind: 'applied', newHistory, metadata }, got ${describeValue(answer)}`,
  );
}

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

/** A strategy tried in one situation: all data that the laws check. */
export interface Trial {
  readonly plugin: StrategyPlugin;
  /** Name of the created strategy. */
  readonly strategyName: string;
  readonly situation: TestCase;
  /** The history before repair, frozen. */
  readonly given: readonly IContent[];
  /** The history after repair, frozen: the same object as `given` if nothing needed repair. */
  readonly before: readonly IContent[];
  readonly compressed: Attempt<CompressionResult>;
  /** Target that the context set, or that the result reports. */
  readonly targetTokens?: number | undefined;
  /** The result in the form that laws check. Absent if the call threw. */
  readonly checked?: LawInput | undefined;
  /** The same call once more; absent if a model is involved. */
  readonly repeated?: Attempt<CompressionResult> | undefined;
  /** The output compressed again with the same absolute target; absent if a model is involved, or if nothing changed. */
  readonly again?: Attempt<CompressionResult> | undefined;
  /** Compression of the history without repair, if it is broken. */
  readonly onBrokenInput?: Attempt<CompressionResult> | undefined;
}

/** A property that every strategy keeps. The numbers are those of the laws in `docs/architecture.md`. */
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
