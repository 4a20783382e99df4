/** Settings of this strategy. */
export const extractiveSettings = [
  {
    key: 'compression.extractive.recencyWindow',
    type: 'integer',
    default: 4,
    minimum: 0,
    description:
      'Newest entries that stay unchanged; fewer if they take more than 30 % of the target.',
  },
  {
    key: 'compression.extractive.dedup',
    type: 'boolean',
    default: true,
    description: 'Replace text that occurs again later by a reference.',
  },
  {
    key: 'compression.extractive.nearDedup',
    type: 'boolean',
    default: false,
    description: 'Replace near duplicates of later text by references.',
  },
  {
    key: 'compression.extractive.nearThreshold',
    type: 'number',
    default: 0.85,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
    description: 'Minimum share of equal lines of a near duplicate.',
  },
  {
    key: 'compression.extractive.summarizer',
    type: 'string',
    description:
      'Summarizer of prose: "deterministic", or a name among the services. Unset: the service, else "deterministic".',
  },
] as const;
