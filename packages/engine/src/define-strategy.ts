import {
  OptionError,
  type DensityConfig,
  type DensityResult,
  type HumanTextPolicy,
  type OptimizingStrategy,
  type RawHistory,
  type ReduceLimits,
  type ResultToReduce,
  type SettingSpec,
  type StrategyPlugin,
  type StrategyServices,
  type StrategyTrigger,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import type { EvictionCandidate } from '@palimpsest/history';
import { createDefinedStrategy } from './run-definition.ts';
import type { SettingsOf } from './settings.ts';
import type { StrategyDecision, StrategyInput, TailInput } from './strategy-input.ts';

/** What all definitions have in common. */
interface CommonDefinition<Specs extends readonly SettingSpec[], State> {
  /** Name in settings and reports: 1 to 100 characters without white space. */
  readonly name: string;
  /** One sentence for users. */
  readonly description: string;
  readonly humanText: HumanTextPolicy;
  /** Longer user text counts as ordinary text, in UTF-16 units. @default no limit */
  readonly longHumanText?: number;
  /** @default false */
  readonly requiresLLM?: boolean;
  /** @default { mode: 'threshold', defaultThreshold: 0.85 } */
  readonly trigger?: StrategyTrigger;
  /** Prefers the originals of earlier compressions, if they are saved. @default false */
  readonly startsFromOriginals?: boolean;
  /** When `compress` is a no-op without a plan: at or under the target, or only if the caller set that target. @default 'under-target' */
  readonly skipWhen?: 'under-target' | 'under-explicit-target';
  /** The settings that it adds. Their types follow from this list. */
  readonly settings?: Specs;
  /** Creates the state that one strategy object keeps between calls. */
  readonly setup?: (services: StrategyServices) => State;
  /** Returns the reason of a shortfall. Called on every run over the target. */
  readonly shortfallReason?: (input: StrategyInput<SettingsOf<Specs>, State>) => string;
  readonly optimize?: Optimize<State>;
  /** Reduces tool results by themselves. Returns them in order; an unchanged one is the same object. */
  readonly reduceResults?: (
    results: readonly ResultToReduce[],
    limits: ReduceLimits,
    parts: { readonly services: StrategyServices; readonly state: State },
  ) => Promise<readonly ToolResponseBlock[]>;
}

/** A strategy that lists edits in the order in which they are made until the history fits. */
interface CandidateDefinition<Specs extends readonly SettingSpec[], State> extends CommonDefinition<
  Specs,
  State
> {
  /** Lists the edits. Each is tried only while the target is missed. */
  readonly candidates: (
    input: StrategyInput<SettingsOf<Specs>, State>,
  ) => Iterable<EvictionCandidate>;
  /** Returns the index of the first entry that stays whole. @default the newest 20 %, or the share that the host set */
  readonly tailStart?: (input: TailInput<SettingsOf<Specs>, State>) => number | Promise<number>;
  readonly plan?: undefined;
}

/** A strategy that decides the whole plan itself. */
interface PlanDefinition<Specs extends readonly SettingSpec[], State> extends CommonDefinition<
  Specs,
  State
> {
  readonly plan: (
    input: StrategyInput<SettingsOf<Specs>, State>,
  ) => Promise<StrategyDecision> | StrategyDecision;
  readonly candidates?: undefined;
  /** Returns the index of the first entry that stays whole. @default no tail: the plan decides */
  readonly tailStart?: (input: TailInput<SettingsOf<Specs>, State>) => number | Promise<number>;
}

/** The definition of a strategy: its edits or its plan, its tail and its settings. */
export type StrategyDefinition<Specs extends readonly SettingSpec[], State> =
  | CandidateDefinition<Specs, State>
  | PlanDefinition<Specs, State>;

/** Plans edits of the raw history. Pure, synchronous, and idempotent once applied. */
type Optimize<State> = (history: RawHistory, config: DensityConfig, state: State) => DensityResult;

/**
 * Returns the plugin of a strategy. The engine repairs the history, counts its tokens, checks whether compression is due, applies the edits
 * until the target is met, and builds the result.
 *
 * @throws {OptionError} unless the definition has either `candidates` or `plan`
 */
export function defineStrategy<const Specs extends readonly SettingSpec[] = [], State = undefined>(
  definition: StrategyDefinition<Specs, State> & { readonly optimize: Optimize<State> },
): StrategyPlugin<OptimizingStrategy>;
export function defineStrategy<const Specs extends readonly SettingSpec[] = [], State = undefined>(
  definition: StrategyDefinition<Specs, State>,
): StrategyPlugin;
export function defineStrategy<const Specs extends readonly SettingSpec[], State>(
  definition: StrategyDefinition<Specs, State>,
): StrategyPlugin {
  const { name, description, humanText, longHumanText, requiresLLM = false } = definition;
  if ((definition.plan === undefined) === (definition.candidates === undefined)) {
    throw new OptionError('candidates, plan', undefined, 'one of them as a function', {
      receivedDescription: definition.plan === undefined ? 'none' : 'both',
    });
  }
  return {
    specification: 1,
    name,
    description,
    humanText,
    requiresLLM,
    ...(longHumanText === undefined ? {} : { longHumanText }),
    ...(definition.settings === undefined ? {} : { settings: definition.settings }),
    create: (services) => createDefinedStrategy(definition, services),
  };
}
