import { OptionError, type Services } from '@palimpsest/core-types';

const SUMMARIZER = ['summarize'] as const;

/** What each service must have: the names of its methods, or that it is a function. */
const NEEDED: Readonly<Record<keyof Services, readonly string[] | 'function' | 'anything'>> = {
  toolTaxonomy: ['describe', 'hasFailed'],
  tokenizer: 'function',
  classifier: ['isHard'],
  dedup: ['findDuplicates', 'findNearDuplicates'],
  summarizer: SUMMARIZER,
  // An object with a summarizer for each name: see `checkSummarizers`.
  summarizers: [],
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
    checkService(`services.${name}`, service, needed);
    if (name === 'summarizers') checkSummarizers(service as object);
  }
}

function checkService(
  option: string,
  service: unknown,
  needed: readonly string[] | 'function',
): void {
  const isValid =
    needed === 'function'
      ? typeof service === 'function'
      : typeof service === 'object' &&
        service !== null &&
        needed.every((method) => typeof Reflect.get(service, method) === 'function');
  if (isValid) return;
  const methods = needed === 'function' ? [] : needed.map((method) => `the method "${method}"`);
  const kind = needed === 'function' ? 'a function' : 'an object';
  throw new OptionError(
    option,
    service,
    [kind, methods.join(' and ')].filter(Boolean).join(' with '),
  );
}

function checkSummarizers(named: object): void {
  for (const [name, summarizer] of Object.entries(named)) {
    checkService(`services.summarizers.${name}`, summarizer, SUMMARIZER);
  }
}
