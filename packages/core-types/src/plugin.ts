import type { CompressionLogger, CompressionStrategy } from './strategy.ts';
import type { ToolTaxonomy } from './tool-use.ts';

/** One ephemeral setting: its key, what it accepts, and what holds when nobody sets it. */
export interface SettingSpec {
  /** Full key, for example `compression.density.recencyRetention`. */
  readonly key: string;
  readonly type: 'boolean' | 'number' | 'integer' | 'string' | 'enum';
  /** One sentence for a person. */
  readonly description: string;
  readonly default?: boolean | number | string;
  /** Numbers: smallest and largest accepted value. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The bounds themselves are refused. */
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  /** Enums: what is accepted. */
  readonly values?: readonly string[];
}

/** Ephemeral settings as they are now: full key to value. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** What a strategy may ask of its surroundings when it is created. */
export interface StrategyServices {
  /** The settings as they are at the moment of asking; they may change between calls. */
  settings(): SettingValues;
  /** Another registered strategy. Throws `UnknownStrategyError`. */
  strategy(name: string): CompressionStrategy;
  readonly toolTaxonomy?: ToolTaxonomy;
  readonly logger?: CompressionLogger;
}

/**
 * What becomes of human text outside the tail: `kept` (a file inclusion that stands again later may go), `last` (reduced when everything
 * else is used up), `eligible` (like the rest; the newest human entry still survives).
 */
export type HumanTextPolicy = 'kept' | 'last' | 'eligible';

/** What a strategy package registers. */
export interface StrategyPlugin {
  /** Version of this contract. */
  readonly specification: 1;
  readonly name: string;
  readonly requiresLLM: boolean;
  readonly humanText: HumanTextPolicy;
  /** Human text of more characters than this counts as ordinary text, but for being there at all where it is the newest. @default none does */
  readonly longHumanText?: number;
  /** One sentence for a person who chooses. */
  readonly description: string;
  /** The ephemeral keys it adds. */
  readonly settings?: readonly SettingSpec[];
  create(services: StrategyServices): CompressionStrategy;
}
