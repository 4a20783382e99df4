import { OptionError, type Services } from '@palimpsest/core-types';

/** The methods that each service must have; `function`: it is one. */
const NEEDED: Readonly<Record<keyof Services, readonly string[] | 'function'>> = {
  toolTaxonomy: ['describe', 'hasFailed'],
  tokenizer: 'function',
  classifier: ['isHard'],
  dedup: ['findDuplicates', 'findNearDuplicates', 'removeRepeatedInclusions'],
  summarizer: ['summarize'],
  // An object with a summarizer for each name.
  summarizers: [],
  directives: 'function',
  redact: 'function',
  originals: ['keep', 'restore', 'recall'],
  clock: 'function',
  logger: ['debug'],
  // Strategies check it: it has three forms, one of them a function.
  model: [],
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
  for (const [name, service] of Object.entries(given) as [keyof Services, unknown][]) {
    if (!Object.hasOwn(NEEDED, name)) {
      throw new OptionError('services', name, `one of ${SERVICE_NAMES.join(', ')}`);
    }
    if (service === undefined || name === 'model') continue;
    checkService(`services.${name}`, service, NEEDED[name]);
    if (name !== 'summarizers') continue;
    for (const [key, summarizer] of Object.entries(service as object))
      checkService(`services.summarizers.${key}`, summarizer, NEEDED.summarizer);
  }
}

function checkService(option: string, service: unknown, needed: readonly string[] | 'function') {
  const isFunction = typeof service === 'function';
  if (needed === 'function') {
    if (!isFunction) throw new OptionError(option, service, 'a function');
    return;
  }
  const isObject = typeof service === 'object' && service !== null;
  if (isObject && needed.every((name) => typeof Reflect.get(service, name) === 'function')) return;
  const methods = needed.map((name) => `the method "${name}"`).join(' and ');
  throw new OptionError(
    option,
    service,
    methods === '' ? 'an object' : `an object with ${methods}`,
  );
}
