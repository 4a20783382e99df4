import {
  PalimpsestError,
  type CompressionStrategy,
  type Services,
  type SettingSpec,
} from '@palimpsest/core-types';

/** Strategies by name, such as a registry of `@palimpsest/factory`. */
export interface StrategySource {
  /** Throws `UnknownStrategyError` for an unknown name. */
  resolve(name: string): CompressionStrategy;
  /** Settings of the registered strategies. @default those that every strategy has */
  settingSpecs?(): readonly SettingSpec[];
  /** Services of the registry. Only `directives` and `toolTaxonomy` are used. */
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

/** Returns a strategy as the engine runs it: a violation of an invariant counts as a failure. */
export function checkedStrategy(
  strategies: StrategySource,
  strategy: CompressionStrategy,
  pinDirectives: boolean,
): CompressionStrategy {
  const { name, requiresLLM, trigger } = strategy;
  const { directives, toolTaxonomy } = strategies.services?.() ?? {};
  const request = { strategy, pinDirectives, directives, toolTaxonomy };
  return {
    name,
    requiresLLM,
    trigger,
    async compress(context) {
      // Loaded when a compression is due: it finds directives in eleven languages.
      const { runStrategy } = await import('@palimpsest/engine/run');
      return (await runStrategy(request, context)).result;
    },
  };
}
