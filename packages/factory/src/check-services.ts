import { OptionError, type Services } from '@palimpsest/core-types';

/** What each service must have: the names of its methods, or that it is a function. */
const NEEDED: Readonly<Record<keyof Services, readonly string[] | 'function' | 'anything'>> = {
  toolTaxonomy: ['describe', 'hasFailed'],
  tokenizer: 'function',
  classifier: ['isHard'],
  dedup: ['findDuplicates', 'findNearDuplicates'],
  summarizer: ['summarize'],
  // Each is checked when it is chosen.
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
 * Checks services that a caller gives.
 *
 * @throws {OptionError} when a name is unknown, or a service lacks a method
 */
export function checkServices(services: Services): void {
  for (const [name, service] of Object.entries(services)) {
    const needed = (NEEDED as Readonly<Record<string, (typeof NEEDED)[keyof Services]>>)[name];
    if (needed === undefined) {
      throw new OptionError('services', name, `one of ${SERVICE_NAMES.join(', ')}`);
    }
    if (service === undefined || needed === 'anything') continue;
    const isGiven =
      needed === 'function'
        ? typeof service === 'function'
        : typeof service === 'object' &&
          service !== null &&
          needed.every((method) => typeof Reflect.get(service, method) === 'function');
    if (isGiven) continue;
    const expected =
      needed === 'function'
        ? 'a function'
        : `an object with the methods ${needed.map((method) => `"${method}"`).join(' and ')}`;
    throw new OptionError(`services.${name}`, service, expected);
  }
}
