import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
} from '@palimpsest/core-types';
import type { Settings } from './settings/create-settings.ts';
import { toEphemeralAccessors } from './settings/for-strategies.ts';
import { SettingError } from './settings/setting-error.ts';
import type { StrategyRegistry } from './strategy-registry.ts';

/** The strategy that `compression.strategy` names. Every call reads the settings live. */
interface StrategySelector {
  /**
   * Returns the strategy, for its name and trigger. It reads the settings of the selector.
   *
   * @throws {SettingError} when the setting is invalid, or unset with more than one strategy; the errors of `StrategyRegistry.resolve`
   */
  current(): CompressionStrategy;
  /**
   * Compresses a history with the current strategy, keeps the directives of the user, and checks the result against the invariants. What the
   * context lacks comes from the settings, and from the service `tokenizer`.
   *
   * @throws the errors of `current`, and those of `runStrategy` of `@palimpsest/engine/run`
   */
  compress(
    context: Pick<CompressionContext, 'history'> & Partial<CompressionContext>,
  ): Promise<CompressionResult>;
}

/** Creates a selector. Its strategies are created in a child registry with `settings`, so that those of other selectors do not change. */
export function createStrategySelector(
  registry: StrategyRegistry,
  settings: Settings,
): StrategySelector {
  const child = registry.createChild({ settings: () => settings.values() });

  function current(): CompressionStrategy {
    const names = child.names();
    const name =
      settings.get('compression.strategy') ?? (names.length === 1 ? names[0] : undefined);
    if (name !== undefined) return child.resolve(name);
    const accepted = `the name of a registered strategy (${names.join(', ') || 'none yet'})`;
    throw new SettingError([{ key: 'compression.strategy', accepted }]);
  }

  return {
    current,
    async compress(context) {
      const strategy = current();
      const { runStrategy } = await import('@palimpsest/engine/run');
      const { tokenizer, directives, toolTaxonomy } = { ...child.services(), ...context.services };
      const { history, estimateTokens = tokenizer! } = context;
      const { result } = await runStrategy(
        {
          strategy,
          pinDirectives: settings.get('compression.pinDirectives'),
          directives,
          toolTaxonomy,
        },
        {
          currentTokenCount: context.currentTokenCount ?? (await estimateTokens(history)),
          runtimeContext: { ephemerals: toEphemeralAccessors(settings, () => strategy) },
          ...context,
          estimateTokens,
        },
      );
      return result;
    },
  };
}
