import {
  PalimpsestError,
  type CompressionStrategy,
  type Services,
  type SettingSpec,
  type StrategyPlugin,
} from '@palimpsest/core-types';

/** Strategies by name, such as a registry of `@palimpsest/factory`. */
export interface StrategySource {
  /** Throws `UnknownStrategyError` for an unknown name. */
  resolve(name: string): CompressionStrategy;
  /** Declared policies for user text. For a strategy that is not listed, only the newest user message must survive. */
  plugins?(): readonly Pick<StrategyPlugin, 'name' | 'humanText' | 'longHumanText'>[];
  /** Settings of the registered strategies. @default those that every strategy has */
  settingSpecs?(): readonly SettingSpec[];
  /** Services of the registry. Only `directives` is used. */
  services?(): Services;
}

/** Returns the strategy of that name, or `undefined` if it is not registered. */
export function findStrategy(
  strategies: StrategySource,
  name: string,
): CompressionStrategy | undefined {
  try {
    return strategies.resolve(name);
  } catch (error) {
    if (PalimpsestError.isInstance(error) && error.code === 'UNKNOWN_STRATEGY') return undefined;
    throw error;
  }
}
