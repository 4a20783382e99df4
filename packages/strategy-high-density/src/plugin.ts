import type { SettingSpec, StrategyPlugin } from '@palimpsest/core-types';
import { NAME } from './compress.ts';
import { HighDensityStrategy } from './high-density-strategy.ts';

/** Setting keys of this strategy (REQ-HD-009; the last two are additions). */
export const highDensitySettings: readonly SettingSpec[] = [
  {
    key: 'compression.density.readWritePruning',
    type: 'boolean',
    default: true,
    description: 'Remove reads of files that were written later.',
  },
  {
    key: 'compression.density.fileDedupe',
    type: 'boolean',
    default: true,
    description: 'Keep only the newest of repeated file inclusions.',
  },
  {
    key: 'compression.density.recencyPruning',
    type: 'boolean',
    default: false,
    description: 'Prune all but the newest results of each tool.',
  },
  {
    key: 'compression.density.recencyRetention',
    type: 'integer',
    default: 3,
    minimum: 1,
    description: 'Results per tool that recency pruning keeps.',
  },
  {
    key: 'compression.density.compressHeadroom',
    type: 'number',
    default: 0.6,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
    description: 'Target, as a share of the trigger.',
  },
  {
    key: 'compression.density.optimizeThreshold',
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'Share of the context window above which stale content is pruned.',
  },
  {
    key: 'compression.density.keepHumanText',
    type: 'boolean',
    default: false,
    description: 'Never remove user text, even if the target is missed.',
  },
  {
    key: 'compression.density.staleReads',
    type: 'enum',
    values: ['removal', 'pointer'],
    default: 'removal',
    description: 'Whether a stale read is removed or becomes a pointer.',
  },
];

/** Plugin that registers `high-density` with a factory. */
export const highDensity: StrategyPlugin = {
  specification: 1,
  name: NAME,
  requiresLLM: false,
  humanText: 'last',
  description:
    'Prunes stale reads and replaces old tool results with one line each; if that is not enough, removes whole old exchanges.',
  settings: highDensitySettings,
  create: ({ toolTaxonomy }) =>
    new HighDensityStrategy(toolTaxonomy === undefined ? {} : { toolTaxonomy }),
};
