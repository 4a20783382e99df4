import { OptionError, type Services } from '@palimpsest/core-types';

/** What each service must have: the names of its methods, or that it is a function. */
const NEEDED: Readonly<Record<keyof Services, readonly string[] | 'function' | 'anything'>> = {
  toolTaxonomy: ['describe', 'hasFailed'],
  tokenizer: 'function',
  classifier: ['isHard'],
  dedup: ['findDuplicates', 'findNearDuplicates'],
  summarizer: ['summarize'],
  // By name. They are not checked.
  summarizers: 'anything',
  directives: 'function',
  redact: 'function',
  originals: ['keep', 'restore', 'recall'],
  clock: 'function',
  logger: ['debug'],
  // Checked where it is used: it has three forms.
  model: 'anything',
  nonce: 'function',
};

/** Names of all services. */
export const SERVICE_NAMES = Object.keys(NEEDED) as readonly (keyof Services)[];

/**
 * Checks the services of a caller.
 *
 * @throws {OptionError} when `services` is not an object, a name is unknown, or a service lacks a method
 */
export function checkServices(services: Services): void {
  const given: unknown = services;
  if (typeof given !== 'object' || given === null) {
    throw new OptionError('services', given, 'an object with services');
  }
  for (const [name, service] of Object.entries(services)) {
    const needed = Object.hasOwn(NEEDED, name) ? NEEDED[name as keyof Services] : undefined;
    if (needed === undefined) {
      throw new OptionError('services', name, `one of ${SERVICE_NAMES.join(', ')}`);
    }
    if (service === undefined || needed === 'anything') continue;
    const isValid =
      needed === 'function'
        ? typeof service === 'function'
        : typeof service === 'object' &&
          service !== null &&
          needed.every((method) => typeof Reflect.get(service, method) === 'function');
    if (isValid) continue;
    const expected =
      needed === 'function'
        ? 'a function'
        : `an object with ${needed.length === 1 ? 'the method' : 'the methods'} ${needed.map((method) => `"${method}"`).join(' and ')}`;
    throw new OptionError(`services.${name}`, service, expected);
  }
}
