import type { CompressionResultMetadata, StrategyPlugin } from '@palimpsest/core-types';
import { answering } from '../answering.ts';

/** A strategy that reports these metadata instead of its own. */
export function claiming(
  plugin: StrategyPlugin,
  claims: Partial<CompressionResultMetadata>,
): StrategyPlugin {
  return answering(plugin, async (strategy, context) => {
    const result = await strategy.compress(context);
    if (result.kind === 'noop') return result;
    return { ...result, metadata: { ...result.metadata, ...claims } };
  });
}
