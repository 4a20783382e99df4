import { OptionError } from '@palimpsest/core-types';
import type { AdapterOptions, ReasoningPolicy, CompressionTiming } from './adapter-options.ts';

const WHEN: ReadonlySet<unknown> = new Set<CompressionTiming>([
  'ingest',
  'turn-boundary',
  'every-call',
]);
const THINKING: ReadonlySet<unknown> = new Set<ReasoningPolicy>([
  'drop-after-edit',
  'provider-drop',
  'keep-append-only',
]);

const NAMES: ReadonlySet<string> = new Set([
  'when',
  'thinking',
  'settings',
  'contextLimit',
  'registry',
  'originals',
  'estimateTokens',
  'prices',
  'resolveProvider',
  'pinned',
  'onPrepared',
  'onError',
] satisfies (keyof AdapterOptions)[]);

const FUNCTIONS = ['estimateTokens', 'resolveProvider', 'pinned', 'onPrepared', 'onError'] as const;

/**
 * Checks all options.
 *
 * @param more names of additional options of one adapter
 * @throws {OptionError} when an option is unknown or invalid
 */
export function checkAdapterOptions(options: AdapterOptions, more: readonly string[] = []): void {
  if (typeof options !== 'object' || options === null) {
    throw new OptionError('options', options, 'an object of options');
  }
  for (const name of Object.keys(options)) {
    if (NAMES.has(name) || more.includes(name)) continue;
    throw new OptionError('options', name, `one of ${[...NAMES, ...more].join(', ')}`);
  }
  const { when, thinking, settings, contextLimit, registry, originals } = options;
  checkChoice('when', when, WHEN);
  checkChoice('thinking', thinking, THINKING);
  for (const name of FUNCTIONS) {
    if (options[name] === undefined || typeof options[name] === 'function') continue;
    throw new OptionError(name, options[name], 'a function');
  }
  const isSettings =
    typeof settings === 'function' || (typeof settings === 'object' && settings !== null);
  if (settings !== undefined && !isSettings) {
    throw new OptionError(
      'settings',
      settings,
      'an object of settings, or a function that returns one',
    );
  }
  const isWindow = Number.isSafeInteger(contextLimit) && Number(contextLimit) >= 1;
  if (contextLimit !== undefined && typeof contextLimit !== 'function' && !isWindow) {
    const expected = 'a whole number of at least 1, or a function of the model';
    throw new OptionError('contextLimit', contextLimit, expected);
  }
  if (registry !== undefined && typeof registry?.register !== 'function') {
    throw new OptionError('registry', registry, 'a registry such as createPalimpsest().registry');
  }
  if (originals !== undefined && (typeof originals !== 'object' || originals === null)) {
    throw new OptionError('originals', originals, 'what openOriginals() returns');
  }
}

function checkChoice(name: string, given: unknown, known: ReadonlySet<unknown>): void {
  if (given === undefined || known.has(given)) return;
  throw new OptionError(name, given, `one of ${[...known].join(', ')}`);
}
