import type {
  CompressionStrategy,
  StrategyPlugin,
  StrategyServices,
  StrategyTrigger,
} from '@palimpsest/core-types';

/** A strategy that always returns a no-op. */
export function strategyNamed(
  name: string,
  trigger: StrategyTrigger = { mode: 'threshold', defaultThreshold: 0.85 },
): CompressionStrategy {
  return {
    name,
    requiresLLM: false,
    trigger,
    compress: ({ history }) =>
      Promise.resolve({
        kind: 'noop',
        reason: 'nothing-removable',
        metadata: {
          originalMessageCount: history.length,
          compressedMessageCount: history.length,
          strategyUsed: name,
          llmCallMade: false,
        },
      }),
  };
}

/** The same with a label, which distinguishes strategies of one name. */
export function labelled(name: string, label: string): CompressionStrategy {
  return Object.assign(strategyNamed(name), { label });
}

export function labelOf(strategy: CompressionStrategy): unknown {
  return 'label' in strategy ? strategy.label : undefined;
}

/** A plugin that creates such a strategy, unless `create` is passed. */
export function pluginNamed(
  name: string,
  create: (services: StrategyServices) => CompressionStrategy = () => strategyNamed(name),
  more: Partial<StrategyPlugin> = {},
): StrategyPlugin {
  return {
    specification: 1,
    name,
    requiresLLM: false,
    humanText: 'kept',
    description: `Does what ${name} does.`,
    create,
    ...more,
  };
}

/** Returns the error that a call throws. */
export function errorOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}
