import type { Services } from './services.ts';
import type { SettingSpec } from './setting-spec.ts';
import type { CompressionStrategy } from './strategy.ts';

/** Values of settings by full key. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** Services by name, each with its default; `undefined` if it has none. */
export type ServiceDefaults = {
  readonly [Name in keyof Services]?: Services[Name] | undefined;
};

/** Services and settings for the creation of a strategy. */
export interface StrategyServices extends Services {
  /** Returns the current settings; they may change between calls. */
  settings(): SettingValues;
  /** Returns another registered strategy. Throws `UnknownStrategyError`. */
  strategy(name: string): CompressionStrategy;
}

/**
 * How a strategy treats user text before the tail: `kept` (it removes only repeated file inclusions), `last` (it reduces user text when nothing
 * else is left), `eligible` (like any other text; the newest user message survives).
 */
export type HumanTextPolicy = 'kept' | 'last' | 'eligible';

/** A strategy as a package registers it. */
export interface StrategyPlugin<Strategy extends CompressionStrategy = CompressionStrategy> {
  /** Version of this contract. */
  readonly specification: 1;
  readonly name: string;
  readonly requiresLLM: boolean;
  readonly humanText: HumanTextPolicy;
  /** Maximum length of protected user text, in UTF-16 units: longer text counts as ordinary text. @default no maximum */
  readonly longHumanText?: number;
  /** One sentence for users. */
  readonly description: string;
  /** The settings that it adds. */
  readonly settings?: readonly SettingSpec[];
  /** The services that it reads, each with its default. A registry passes it these services and no others. @default none */
  readonly services?: ServiceDefaults;
  create(services: StrategyServices): Strategy;
}
