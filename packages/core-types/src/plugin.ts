import type { ModelProvider, ProviderResolver, ResolvedModel } from './model.ts';
import type { CompressionLogger, CompressionStrategy } from './strategy.ts';
import type { ToolTaxonomy } from './tool-use.ts';

/** One ephemeral setting: its key, valid values and default. */
export interface SettingSpec {
  /** Full key, for example `compression.density.recencyRetention`. */
  readonly key: string;
  readonly type: 'boolean' | 'number' | 'integer' | 'string' | 'enum';
  /** One sentence for users. */
  readonly description: string;
  readonly default?: boolean | number | string;
  /** Bounds of numbers. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The bounds themselves are invalid. */
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  /** Valid values of an enum. */
  readonly values?: readonly string[];
}

/** Values of ephemeral settings by full key. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** Services that strategies use. A registry, a child registry and a call can replace each; its default is where it is used. */
export interface Services {
  /** Describes what tools do. */
  readonly toolTaxonomy?: ToolTaxonomy;
  readonly logger?: CompressionLogger;
  /** Model that writes summaries if the context has no `resolveProvider`. */
  readonly model?: ModelProvider | ResolvedModel | ProviderResolver;
}

/** What a strategy can use when it is created. */
export interface StrategyServices extends Services {
  /** Returns the current settings; they may change between calls. */
  settings(): SettingValues;
  /** Returns another registered strategy. Throws `UnknownStrategyError`. */
  strategy(name: string): CompressionStrategy;
}

/**
 * How a strategy treats user text before the tail: `kept` (only repeated file inclusions may go), `last` (reduced when nothing else is
 * left), `eligible` (like any other text; the newest user message survives).
 */
export type HumanTextPolicy = 'kept' | 'last' | 'eligible';

/** What a strategy package registers. */
export interface StrategyPlugin<Strategy extends CompressionStrategy = CompressionStrategy> {
  /** Version of this contract. */
  readonly specification: 1;
  readonly name: string;
  readonly requiresLLM: boolean;
  readonly humanText: HumanTextPolicy;
  /** Longer user text counts as ordinary text, in UTF-16 units; the newest user message survives in any form. @default none does */
  readonly longHumanText?: number;
  /** One sentence for users. */
  readonly description: string;
  /** The settings that it adds. */
  readonly settings?: readonly SettingSpec[];
  create(services: StrategyServices): Strategy;
}
