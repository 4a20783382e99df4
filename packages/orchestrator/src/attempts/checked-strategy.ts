import type { CompressionStrategy } from '@palimpsest/core-types';
import type { StrategySource } from '../strategy-source.ts';

/** Returns a strategy as the engine runs it: a violation of an invariant counts as a failure. */
export function checkedStrategy(
  strategies: StrategySource,
  name: string,
  pinDirectives: boolean,
): CompressionStrategy {
  const strategy = strategies.resolve(name);
  const plugin = strategies.plugins?.().find((one) => one.name === name);
  const { requiresLLM, trigger } = strategy;
  const request = {
    strategy,
    // Of a strategy that is not listed, only the newest user message must survive.
    humanText: plugin?.humanText ?? 'eligible',
    longHumanText: plugin?.longHumanText,
    pinDirectives,
    directives: strategies.services?.().directives,
    toolTaxonomy: strategies.services?.().toolTaxonomy,
  };
  return {
    name: strategy.name,
    requiresLLM,
    trigger,
    async compress(context) {
      // Loaded when a compression is due: it finds directives in eleven languages.
      const { runStrategy } = await import('@palimpsest/engine/run');
      return (await runStrategy(request, context)).result;
    },
  };
}
