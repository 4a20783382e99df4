import type { SettingSpec, SettingsOf } from '@palimpsest/core-types';

const SPECS = {
  'compression.strategy': { type: 'string', description: 'Name of a registered strategy.' },
  'compression.profile': {
    type: 'string',
    description: 'Profile whose model writes summaries. Unset: the model of the conversation.',
  },
  'compression-threshold': {
    type: 'number',
    minimum: 0,
    maximum: 1,
    exclusiveMinimum: true,
    default: 0.85,
    description:
      'Share of the context window at which compression is due. Hosts subtract `maxOutputTokens` first.',
  },
  'context-limit': {
    type: 'integer',
    minimum: 1,
    default: 200_000,
    description: 'Size of the context window in tokens.',
  },
  'compression-preserve-threshold': {
    type: 'number',
    minimum: 0,
    maximum: 1,
    default: 0.2,
    description: 'Share of the newest entries that stays unchanged.',
  },
  'compression-top-preserve-threshold': {
    type: 'number',
    minimum: 0,
    maximum: 1,
    default: 0.2,
    description: 'Share of the oldest entries that stays unchanged.',
  },
  'compression.density.readWritePruning': {
    type: 'boolean',
    default: true,
    description: 'Remove reads of files that were written later.',
  },
  'compression.density.fileDedupe': {
    type: 'boolean',
    default: true,
    description: 'Keep only the newest of repeated file inclusions.',
  },
  'compression.density.recencyPruning': {
    type: 'boolean',
    default: false,
    description: 'Replace older results of a tool that was used again and again.',
  },
  'compression.density.recencyRetention': {
    type: 'integer',
    minimum: 1,
    default: 3,
    description: 'Number of newest results of each tool that recency pruning keeps.',
  },
  'compression.density.compressHeadroom': {
    type: 'number',
    minimum: 0,
    maximum: 1,
    exclusiveMinimum: true,
    default: 0.6,
    description: 'Target of a compression, as a share of the trigger point.',
  },
  'compression.density.optimizeThreshold': {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description:
      'Share of the context window above which optimization starts. Unset: the default of the strategy.',
  },
  'compression.density.keepHumanText': {
    type: 'boolean',
    default: false,
    description: 'Never reduce user text.',
  },
  'compression.density.staleReads': {
    type: 'enum',
    default: 'removal',
    values: ['removal', 'pointer'],
    description:
      'How a stale read is pruned: the call and its result are removed, or a pointer replaces the result.',
  },
  'compression.fallback': {
    type: 'string',
    default: 'top-down-truncation',
    description:
      'Strategy to use if the chosen one fails in a way that another may not; "none": no fallback.',
  },
  'compression.triggerTokens': {
    type: 'integer',
    minimum: 1,
    description:
      'Size of a request in tokens at which compression is due, where `compression-threshold` would come later. Unset: only that share.',
  },
  'compression.economics': {
    type: 'boolean',
    default: true,
    description:
      'If prices are known, compare the savings with the cost of rewriting a cached history; otherwise compress as soon as it is due.',
  },
  'compression.prefillTokensPerSecond': {
    type: 'integer',
    minimum: 1,
    description:
      'For a local model: tokens of a prompt that it reads in a second. Then prices are seconds, and replace others.',
  },
  'compression.decodeTokensPerSecond': {
    type: 'integer',
    minimum: 1,
    description:
      'Tokens that the local model generates in a second. Unset: only reading is weighed.',
  },
  'compression.economicThreshold': {
    type: 'number',
    minimum: 0,
    maximum: 1,
    exclusiveMinimum: true,
    default: 0.5,
    description:
      'Share of the largest request above which compression may start before it is due, if prices are known and that is cheaper; 1: never.',
  },
  'compression.economicHeadroom': {
    type: 'number',
    minimum: 0,
    maximum: 1,
    exclusiveMinimum: true,
    default: 0.4,
    description:
      'Target of a compression, as a share of the trigger point, if prices are known and `compression.density.compressHeadroom` is unset: a smaller history is rewritten less often.',
  },
  'compression.expectedCalls': {
    type: 'integer',
    minimum: 1,
    description: 'Expected total number of calls of a conversation. Unset: twice the calls so far.',
  },
  'compression.moment': {
    type: 'enum',
    default: 'call',
    values: ['call', 'turn'],
    description:
      'When history may be rewritten: before any call, or only before a user message. Over the limit, always.',
  },
  'compression.boundThinking': {
    type: 'enum',
    default: 'signed',
    values: ['signed', 'all', 'none'],
    description:
      'Which reasoning is bound to the entries before it, and is removed when they change.',
  },
  'compression.ingestTokens': {
    type: 'integer',
    minimum: 80,
    description:
      'Maximum tokens of a tool result when it is first sent; larger ones are reduced to the most useful lines. Unset: no limit.',
  },
  'compression.maxRequestBytes': {
    type: 'integer',
    minimum: 1,
    description:
      'Maximum bytes of a request. When images and files have more than half of them, the older ones become placeholders. Unset: the limit of the provider, if the host knows it.',
  },
  'compression.keep': {
    type: 'string',
    description:
      'What stays verbatim, one rule in each line: a part of a text, /regular expression/, tool:NAME or file:GLOB.',
  },
  'compression.drop': {
    type: 'string',
    description:
      'Tool results that become one line at the next request; rules as in `compression.keep`, which wins.',
  },
  'compression.pinDirectives': {
    type: 'boolean',
    default: true,
    description: 'Keep user directives verbatim, with every strategy.',
  },
  'compression.guard': {
    type: 'boolean',
    default: true,
    description:
      'Answer calls that would copy a marker of a compression with an error, where the host sees calls before they run.',
  },
  compressionVerification: {
    type: 'boolean',
    default: false,
    description: 'Let the model verify its summary.',
  },
  maxOutputTokens: {
    type: 'integer',
    minimum: 1,
    description:
      'Tokens of the context window that are kept free for the output. Unset: the limit of the call, else the smaller of 8,192 and a tenth of the window.',
  },
} as const;

/** Settings that exist in every host, whatever strategies are registered. Keys and defaults that llxprt-code has too are the same there. */
export const SETTING_SPECS: readonly SettingSpec[] = Object.freeze(
  Object.entries(SPECS).map(([key, spec]) => ({ key, ...spec })),
);

type Specs = { readonly [Key in keyof typeof SPECS]: (typeof SPECS)[Key] & { readonly key: Key } };

/** Types of these settings. Those without a default may be absent. */
export type KnownSettings = SettingsOf<readonly Specs[keyof Specs][]>;
