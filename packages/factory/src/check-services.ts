import { OptionError, type Services } from '@palimpsest/core-types';

/** The methods that each service must have; `function`: the service is one. */
const REQUIRED_METHODS: Readonly<Record<keyof Services, readonly string[] | 'function'>> = {
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
export const SERVICE_NAMES = Object.keys(REQUIRED_METHODS) as readonly (keyof Services)[];

/**
 * Checks the services of a caller.
 *
 * @throws {OptionError} when `services` is not an object, a name is unknown, or a service lacks a method
 */
export function checkServices(services: Services): void {
  const received: unknown = services;
  if (typeof received !== 'object' || received === null) {
    throw new OptionError('services', received, 'an object with services');
  }
  for (const [name, service] of Object.entries(received) as [keyof Services, unknown][]) {
    if (!Object.hasOwn(REQUIRED_METHODS, name)) {
      throw new OptionError('services', name, `one of ${SERVICE_NAMES.join(', ')}`);
    }
    if (service === undefined || name === 'model') continue;
    checkService(`services.${name}`, service, REQUIRED_METHODS[name]);
    if (name !== 'summarizers') continue;
    for (const [key, summarizer] of Object.entries(service as object))
      checkService(`services.summarizers.${key}`, summarizer, REQUIRED_METHODS.summarizer);
  }
}

function checkService(
  option: string,
  service: unknown,
  required: readonly string[] | 'function',
): void {
  const isFunction = typeof service === 'function';
  if (required === 'function') {
    if (!isFunction) throw new OptionError(option, service, 'a function');
    return;
  }
  const isObject = typeof service === 'object' && service !== null;
  if (isObject && required.every((name) => typeof Reflect.get(service, name) === 'function'))
    return;
  const methods = required.map((name) => `the method "${name}"`).join(' and ');
  throw new OptionError(
    option,
    service,
    methods === '' ? 'an object' : `an object with ${methods}`,
  );
}
