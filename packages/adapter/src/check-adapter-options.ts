import { OptionError } from '@palimpsest/core-types';
import type { AdapterOptions, CompressionTiming, ReasoningPolicy } from './adapter-options.ts';
import type { Fields } from './fields.ts';

/** Which values an option accepts in addition to `undefined`, and their description. */
export type OptionCheck = readonly [isValid: (value: unknown) => boolean, expected: string];

const FUNCTION: OptionCheck = [isFunction, 'a function'];

const CHECKS: Readonly<Record<keyof AdapterOptions, OptionCheck>> = {
  when: oneOf(['ingest', 'turn-boundary', 'every-call'] satisfies CompressionTiming[]),
  thinking: oneOf([
    'drop-after-edit',
    'provider-drop',
    'keep-append-only',
  ] satisfies ReasoningPolicy[]),
  settings: [
    (value) => isFunction(value) || isObject(value),
    'an object of settings, or a function that returns one',
  ],
  contextLimit: [
    (value) => isFunction(value) || (Number.isSafeInteger(value) && Number(value) >= 1),
    'a whole number of at least 1, or a function of the model',
  ],
  strategies: [
    (value) => Array.isArray(value) && value.length > 0 && value.every(isObject),
    'a list of strategies, such as [salience]',
  ],
  registry: [
    (value) => isFunction(Object(value).register),
    'a registry such as createPalimpsest().registry',
  ],
  originals: [isObject, 'what openOriginals() returns'],
  session: [
    (value) =>
      isObject(value) && isText(Reflect.get(value, 'id')) && isStore(Reflect.get(value, 'store')),
    'an object of id (a text) and store, such as memorySessions() of @palimpsest/originals/sessions',
  ],
  estimateTokens: FUNCTION,
  // Checked where prices are used.
  prices: [() => true, ''],
  resolveProvider: FUNCTION,
  background: [
    (value) =>
      isObject(value) && ['start', 'find'].every((name) => isFunction(Reflect.get(value, name))),
    'what compressInBackground() or queueCompressions() returns',
  ],
  pinned: FUNCTION,
  onPrepared: FUNCTION,
  onError: FUNCTION,
};

/**
 * Checks all options.
 *
 * @param more checks of the additional options of one adapter
 * @throws {OptionError} when an option is unknown or invalid
 */
export function checkAdapterOptions(
  options: AdapterOptions,
  more: Readonly<Record<string, OptionCheck>>,
): void {
  if (!isObject(options)) throw new OptionError('options', options, 'an object of options');
  const checks = { ...CHECKS, ...more };
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(checks, name)) continue;
    throw new OptionError('options', name, `one of ${Object.keys(checks).join(', ')}`);
  }
  const given: Fields = { ...options };
  if (options.strategies !== undefined && options.registry !== undefined) {
    throw new OptionError('strategies, registry', undefined, 'one of them', {
      receivedDescription: 'both',
    });
  }
  for (const [name, [isValid, expected]] of Object.entries(checks)) {
    const value = given[name];
    if (value !== undefined && !isValid(value)) throw new OptionError(name, value, expected);
  }
}

/** Accepts one of some names. */
function oneOf(names: readonly string[]): OptionCheck {
  return [(value) => names.some((name) => name === value), `one of ${names.join(', ')}`];
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isStore(value: unknown): boolean {
  return isFunction(Object(value).load) && isFunction(Object(value).commit);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
