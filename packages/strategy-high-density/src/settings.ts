/** Setting keys of this strategy. */
export const highDensitySettings = [
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
] as const;
