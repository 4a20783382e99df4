import type { SettingSpec, SettingsOf } from '@palimpsest/core-types';

const SPECS = [
  {
    key: 'compression.strategy',
    type: 'string',
    description: 'Name of a registered strategy.',
  },
  {
    key: 'compression.profile',
    type: 'string',
    description: 'Profile whose model writes summaries. Unset: the model of the conversation.',
  },
  {
    key: 'compression-threshold',
    type: 'number',
    description:
      'Share of the context window at which compression is due. Hosts subtract `maxOutputTokens` first.',
    default: 0.85,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
  },
  {
    key: 'context-limit',
    type: 'integer',
    description: 'Size of the context window in tokens.',
    default: 200_000,
    minimum: 1,
  },
  {
    key: 'compression-preserve-threshold',
    type: 'number',
    description: 'Share of the newest entries that stays unchanged.',
    default: 0.2,
    minimum: 0,
    maximum: 1,
  },
  {
    key: 'compression-top-preserve-threshold',
    type: 'number',
    description: 'Share of the oldest entries that stays unchanged.',
    default: 0.2,
    minimum: 0,
    maximum: 1,
  },
  {
    key: 'compression.density.readWritePruning',
    type: 'boolean',
    description: 'Remove reads of files that were written later.',
    default: true,
  },
  {
    key: 'compression.density.fileDedupe',
    type: 'boolean',
    description: 'Keep only the newest of repeated file inclusions.',
    default: true,
  },
  {
    key: 'compression.density.recencyPruning',
    type: 'boolean',
    description: 'Replace older results of a tool that was used again and again.',
    default: false,
  },
  {
    key: 'compression.density.recencyRetention',
    type: 'integer',
    description: 'Number of newest results of each tool that recency pruning keeps.',
    default: 3,
    minimum: 1,
  },
  {
    key: 'compression.density.compressHeadroom',
    type: 'number',
    description: 'Share of the trigger point at which compression should end.',
    default: 0.6,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
  },
  {
    key: 'compression.density.optimizeThreshold',
    type: 'number',
    description:
      'Share of the context window above which optimization starts. Unset: the default of the strategy.',
    minimum: 0,
    maximum: 1,
  },
  {
    key: 'compression.density.keepHumanText',
    type: 'boolean',
    description: 'Never reduce user text.',
    default: false,
  },
  {
    key: 'compression.density.staleReads',
    type: 'enum',
    description:
      'How a stale read is pruned: the call and its result are removed, or a pointer replaces the result.',
    default: 'removal',
    values: ['removal', 'pointer'],
  },
  {
    key: 'compression.fallback',
    type: 'string',
    description:
      'Strategy to use if the chosen one fails in a way that another may not; "none": no fallback.',
    default: 'top-down-truncation',
  },
  {
    key: 'compression.triggerTokens',
    type: 'integer',
    description:
      'Size of a request in tokens at which compression is due, where `compression-threshold` would come later. Unset: only that share.',
    minimum: 1,
  },
  {
    key: 'compression.economics',
    type: 'boolean',
    description:
      'If prices are known, compare the savings with the cost of rewriting a cached history; otherwise compress as soon as it is due.',
    default: true,
  },
  {
    key: 'compression.prefillTokensPerSecond',
    type: 'integer',
    description:
      'For a local model: tokens of a prompt that it reads in a second. Then prices are seconds, and replace others.',
    minimum: 1,
  },
  {
    key: 'compression.decodeTokensPerSecond',
    type: 'integer',
    description:
      'Tokens that the local model generates in a second. Unset: only reading is weighed.',
    minimum: 1,
  },
  {
    key: 'compression.economicThreshold',
    type: 'number',
    description:
      'Share of the largest request above which compression may start before it is due, if prices are known and that is cheaper; 1: never.',
    default: 0.5,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
  },
  {
    key: 'compression.economicHeadroom',
    type: 'number',
    description:
      'Used instead of an unset compressHeadroom if prices are known: a smaller history is rewritten less often.',
    default: 0.4,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
  },
  {
    key: 'compression.expectedCalls',
    type: 'integer',
    description: 'Expected total number of calls of a conversation. Unset: twice the calls so far.',
    minimum: 1,
  },
  {
    key: 'compression.moment',
    type: 'enum',
    description:
      'When history may be rewritten: before any call, or only before a user message. Over the limit, always.',
    default: 'call',
    values: ['call', 'turn'],
  },
  {
    key: 'compression.boundThinking',
    type: 'enum',
    description:
      'Which reasoning is bound to the entries before it, and is removed when they change.',
    default: 'signed',
    values: ['signed', 'all', 'none'],
  },
  {
    key: 'compression.ingestTokens',
    type: 'integer',
    description:
      'Maximum tokens of a tool result when it is first sent; larger ones are reduced to the most useful lines. Unset: no limit.',
    minimum: 80,
  },
  {
    key: 'compression.maxRequestBytes',
    type: 'integer',
    description:
      'Maximum bytes of a request. When images and files have more than half of them, the older ones become placeholders. Unset: the limit of the provider, if the host knows it.',
    minimum: 1,
  },
  {
    key: 'compression.keep',
    type: 'string',
    description:
      'What stays verbatim, one rule in each line: a part of a text, /regular expression/, tool:NAME or file:GLOB.',
  },
  {
    key: 'compression.drop',
    type: 'string',
    description:
      'Tool results that become one line at the next request; rules as in `compression.keep`, which wins.',
  },
  {
    key: 'compression.pinDirectives',
    type: 'boolean',
    description: 'Keep user directives verbatim, with every strategy.',
    default: true,
  },
  {
    key: 'compression.guard',
    type: 'boolean',
    description:
      'Answer calls that write a mark of compression with an error, where the host sees calls before they run.',
    default: true,
  },
  {
    key: 'compressionVerification',
    type: 'boolean',
    description: 'Let the model verify its summary.',
    default: false,
  },
  {
    key: 'maxOutputTokens',
    type: 'integer',
    description:
      'Tokens of the context window that are kept free for the output. Unset: the limit of the call, else the smaller of 8,192 and a tenth of the window.',
    minimum: 1,
  },
] as const;

/**
 * Settings that exist in every host, independent of registered strategies. Keys and defaults are those of llxprt-code where the seeds
 * agree, otherwise those of the plan.
 */
export const SETTING_SPECS: readonly SettingSpec[] = Object.freeze(SPECS);

/** Types of these settings. Those without a default may be absent. */
export type KnownSettings = SettingsOf<typeof SPECS>;
