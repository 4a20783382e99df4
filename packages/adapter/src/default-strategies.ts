import type {
  CompressionStrategy,
  StrategyPlugin,
  StrategyServices,
  StrategyTrigger,
} from '@palimpsest/core-types';

const TRIGGER: StrategyTrigger = { mode: 'threshold', defaultThreshold: 0.85 };

/**
 * Default strategies of an adapter: `salience`, and `top-down-truncation` as fallback. Each is loaded on its first compression, so that an
 * application that never fills its window does not load them. Their metadata is repeated here; a test compares it.
 */
export const DEFAULT_STRATEGIES: readonly StrategyPlugin[] = [
  createLazyPlugin(
    {
      specification: 1,
      name: 'salience',
      description: 'Writes one report of old messages, with the lines that later steps will need.',
      requiresLLM: false,
      humanText: 'last',
      longHumanText: 2_000,
      services: { logger: undefined, directives: undefined, toolTaxonomy: undefined },
    },
    { startsFromOriginals: true, writesRecord: true, reducesResults: true },
    async () => (await import('@palimpsest/strategy-salience')).salience,
  ),
  createLazyPlugin(
    {
      specification: 1,
      name: 'top-down-truncation',
      description: 'Drops the oldest exchanges and messages until the history fits.',
      requiresLLM: false,
      humanText: 'eligible',
      services: { logger: undefined },
    },
    {},
    async () => (await import('@palimpsest/strategy-top-down-truncation')).topDownTruncation,
  ),
];

/** Returns a plugin whose strategy is loaded when it first compresses. */
function createLazyPlugin(
  facts: Omit<StrategyPlugin, 'create'>,
  {
    reducesResults = false,
    ...more
  }: {
    readonly startsFromOriginals?: boolean;
    readonly writesRecord?: boolean;
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
        (loading ??= load().then(
          (plugin) => plugin.create(services),
          (error: unknown) => {
            // The next compression tries again.
            loading = undefined;
            throw error;
          },
        ));
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
