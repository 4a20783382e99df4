import type {
  CompressionStrategy,
  StrategyPlugin,
  StrategyServices,
  StrategyTrigger,
} from '@palimpsest/core-types';

const TRIGGER: StrategyTrigger = { mode: 'threshold', defaultThreshold: 0.85 };

/**
 * The strategies of an adapter that was given none: `salience`, and its fallback `top-down-truncation`. Both are loaded when they first
 * compress, so that an application that never fills its window does not load them.
 */
export const DEFAULT_STRATEGIES: readonly StrategyPlugin[] = [
  loadedLater(
    {
      specification: 1,
      name: 'salience',
      description: 'Keeps the lines that later steps will need.',
      requiresLLM: false,
      humanText: 'last',
      longHumanText: 2_000,
    },
    { startsFromOriginals: true, reducesResults: true },
    async () => (await import('@palimpsest/strategy-salience')).salience,
  ),
  loadedLater(
    {
      specification: 1,
      name: 'top-down-truncation',
      description: 'Drops the oldest exchanges and messages until the history fits.',
      requiresLLM: false,
      humanText: 'eligible',
    },
    {},
    async () => (await import('@palimpsest/strategy-top-down-truncation')).topDownTruncation,
  ),
];

/** Returns a plugin whose strategy is loaded when it first compresses. */
function loadedLater(
  facts: Omit<StrategyPlugin, 'create'>,
  {
    reducesResults = false,
    ...more
  }: {
    readonly startsFromOriginals?: boolean;
    readonly reducesResults?: boolean;
  },
  load: () => Promise<StrategyPlugin>,
): StrategyPlugin {
  const { name, requiresLLM } = facts;
  return {
    ...facts,
    create(services: StrategyServices) {
      let loading: Promise<CompressionStrategy> | undefined;
      const loaded = (): Promise<CompressionStrategy> =>
        (loading ??= load().then((plugin) => plugin.create(services)));
      return {
        name,
        requiresLLM,
        trigger: TRIGGER,
        ...more,
        async compress(context) {
          return await (await loaded()).compress(context);
        },
        ...(reducesResults
          ? {
              async reduceResults(results, limits) {
                return await (
                  await loaded()
                ).reduceResults!(results, limits);
              },
            }
          : {}),
      };
    },
  };
}
