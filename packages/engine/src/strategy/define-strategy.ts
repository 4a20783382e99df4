import {
  defined,
  OptionError,
  UnknownStrategyError,
  type YieldToEventLoop,
  type CompressionContext,
  type CompressionStrategy,
  type DensityConfig,
  type DensityResult,
  type DroppedCounts,
  type HumanTextPolicy,
  type IContent,
  type NoopReason,
  type OptimizingStrategy,
  type RawHistory,
  type ReduceLimits,
  type ResultToReduce,
  type ServiceDefaults,
  type Services,
  type SettingSpec,
  type SettingsOf,
  type StrategyPlugin,
  type StrategyServices,
  type StrategyTrigger,
  type TokenEstimator,
  type ToolResponseBlock,
  type UsageStats,
} from '@palimpsest/core-types';
import type {
  EditPlan,
  EntryPredicate,
  EvictionCandidate,
  ExchangeIndex,
  FitResult,
  SafeCuts,
} from '../history/index.ts';
import type { FitRequest } from '../history/edits/fit-to-target.ts';
import { createDefinedStrategy } from './run-definition.ts';

/** Declared services by name, the settings, and other strategies. */
export type ServicesOf<Parts extends ServiceDefaults> = Pick<
  StrategyServices,
  'settings' | 'strategy'
> & {
  readonly [Name in keyof Parts & keyof Services]: undefined extends Parts[Name]
    ? Services[Name] | undefined
    : NonNullable<Services[Name]>;
};

/** What all definitions have in common. */
interface CommonDefinition<
  Specs extends readonly SettingSpec[],
  State,
  Parts extends ServiceDefaults,
> {
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
  /** Replaces the earlier part of a history by one report in a user message, so that no entry has to be pinned. @default false */
  readonly writesRecord?: boolean;
  /** When `compress` is a no-op without a plan: at or under the target, or only if the caller set that target. @default 'under-target' */
  readonly skipWhen?: 'under-target' | 'under-explicit-target';
  /** The settings that it adds. Their types follow from this list. */
  readonly settings?: Specs;
  /** The services that it reads, each with its default; `undefined` if it has none. It gets no others. */
  readonly services?: Parts;
  /** Creates the state that one strategy object keeps between calls. */
  readonly setup?: (services: ServicesOf<Parts>) => State;
  /**
   * Returns the index of the first entry that stays whole.
   *
   * @default with `candidates` the newest 20 %, or the share that the host set; with `plan` no tail: the plan decides
   */
  readonly tailStart?: (
    input: TailInput<SettingsOf<Specs>, State, Parts>,
  ) => number | Promise<number>;
  /** Returns the reason of a shortfall. Called on every run over the target. */
  readonly shortfallReason?: (input: StrategyInput<SettingsOf<Specs>, State, Parts>) => string;
  readonly optimize?: Optimize<Parts>;
  /** Reduces tool results by themselves. Returns them in order; an unchanged one is the same object. */
  readonly reduceResults?: (
    results: readonly ResultToReduce[],
    limits: ReduceLimits,
    parts: { readonly services: ServicesOf<Parts>; readonly state: State },
  ) => Promise<readonly ToolResponseBlock[]>;
}

/** The definition of a strategy: its edits or its plan, its tail and its settings. */
export type StrategyDefinition<
  Specs extends readonly SettingSpec[],
  State,
  Parts extends ServiceDefaults,
> = CommonDefinition<Specs, State, Parts> &
  (
    | {
        /** Lists edits in the order in which they are made until the history fits. */
        readonly candidates: (
          input: StrategyInput<SettingsOf<Specs>, State, Parts>,
        ) => Iterable<EvictionCandidate>;
        readonly plan?: undefined;
      }
    | {
        /** Decides the whole plan. */
        readonly plan: (
          input: StrategyInput<SettingsOf<Specs>, State, Parts>,
        ) => Promise<StrategyDecision> | StrategyDecision;
        readonly candidates?: undefined;
      }
  );

/** Input of `tailStart`. */
export interface TailInput<Settings, State, Parts extends ServiceDefaults = object> {
  /** The repaired history. All indices refer to it. */
  readonly history: readonly IContent[];
  readonly index: ExchangeIndex;
  /** Indices at which the history can be cut without splitting a tool exchange. */
  readonly cuts: SafeCuts;
  /** Tokens of the history. */
  readonly tokens: number;
  readonly targetTokens: number;
  /** Whether the caller gave the target. Otherwise it is derived from the trigger. */
  readonly isTargetExplicit: boolean;
  /** The settings of the strategy by full key, with defaults. */
  readonly settings: Settings;
  /** What `setup` created. */
  readonly state: State;
  /** The declared services: those of this call, else of the registry, else their defaults. */
  readonly services: ServicesOf<Parts>;
  /** Input of this call. */
  readonly context: CompressionContext;
  /** Returns whether an entry must stay unchanged: a system entry, or one that the entry or the caller pins. */
  readonly isProtected: EntryPredicate;
  /** Counts tokens with the caller's estimator. Throws if that returns an invalid number. */
  readonly estimateTokens: TokenEstimator;
  /** Await it between units of work, such as entries: long work then leaves room for the rest of the process, and ends soon after an abort. */
  readonly yieldToEventLoop: YieldToEventLoop;
}

/** Input of `candidates` and `plan`: that of `tailStart`, and the tail. */
export interface StrategyInput<
  Settings = unknown,
  State = unknown,
  Parts extends ServiceDefaults = object,
> extends TailInput<Settings, State, Parts> {
  /** Index of the first entry that stays whole; the length of the history if the strategy declares no tail. */
  readonly tailStart: number;
  /** Applies edits in order until the target is met or none are left. Changes nothing. */
  fit(
    candidates: FitRequest['candidates'],
    options?: Partial<Omit<FitRequest, 'candidates'>>,
  ): Promise<FitResult>;
}

/** Result of `plan`. Without a plan, the compression is a no-op. */
export interface StrategyDecision {
  readonly plan?: EditPlan;
  /** Tokens of the planned history. @default counted by the engine */
  readonly tokensAfter?: number;
  readonly dropped?: DroppedCounts;
  /** Why nothing changes, if the plan is absent or empty. @default 'nothing-removable' */
  readonly noopReason?: NoopReason;
  /** Why the target is missed, if it is. @default what `shortfallReason` of the definition returns */
  readonly shortfallReason?: string;
  /** Number of newest entries that stay whole. @default those of the declared tail */
  readonly tail?: number;
  /** One record per call of a model. */
  readonly llmCalls?: readonly { readonly usage?: UsageStats }[];
  /** Whether a model was called, if there are no records. @default whether there are records */
  readonly llmCallMade?: boolean;
}

/** Plans edits of the raw history. Pure, synchronous, and idempotent once applied. */
type Optimize<Parts extends ServiceDefaults> = (
  history: RawHistory,
  config: DensityConfig,
  services: ServicesOf<Parts>,
) => DensityResult;

/** The properties of a definition. */
const NAMES =
  'name, description, humanText, longHumanText, requiresLLM, trigger, startsFromOriginals, writesRecord, skipWhen, settings, services, setup, tailStart, candidates, plan, shortfallReason, optimize, reduceResults';

/**
 * Returns the plugin of a strategy. The engine repairs the history, counts its tokens, checks whether compression is due, applies the edits
 * until the target is met, and builds the result.
 *
 * @throws {OptionError} for an unknown property, or unless the definition has either `candidates` or `plan`
 */
export function defineStrategy<
  const Specs extends readonly SettingSpec[] = [],
  State = undefined,
  Parts extends ServiceDefaults = object,
>(
  definition: StrategyDefinition<Specs, State, Parts> & { readonly optimize: Optimize<Parts> },
): StrategyPlugin<OptimizingStrategy>;
export function defineStrategy<
  const Specs extends readonly SettingSpec[] = [],
  State = undefined,
  Parts extends ServiceDefaults = object,
>(definition: StrategyDefinition<Specs, State, Parts>): StrategyPlugin;
export function defineStrategy<
  const Specs extends readonly SettingSpec[],
  State,
  Parts extends ServiceDefaults,
>(definition: StrategyDefinition<Specs, State, Parts>): StrategyPlugin {
  const unknownName = Object.keys(definition).find((key) => !NAMES.split(', ').includes(key));
  if (unknownName !== undefined)
    throw new OptionError('definition', unknownName, `one of ${NAMES}`);
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
    ...defined({ longHumanText, settings: definition.settings }),
    services: {
      logger: undefined,
      ...(requiresLLM && { model: undefined }),
      ...definition.services,
    },
    create: (services) => createDefinedStrategy(definition, services),
  };
}

/** Creates a strategy without a registry, for a host with one strategy and for tests. */
export function createStrategy<Strategy extends CompressionStrategy>(
  plugin: StrategyPlugin<Strategy>,
  services: Partial<StrategyServices> = {},
): Strategy {
  return plugin.create({
    settings: () => ({}),
    strategy: (name) => {
      throw new UnknownStrategyError(name, []);
    },
    ...services,
  });
}
