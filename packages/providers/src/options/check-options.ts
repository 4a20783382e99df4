import { ProviderOptionError } from '../provider-option-error.ts';
import { isFields, type Fields } from '../values.ts';

const MOST_MILLISECONDS = 2_147_483_647;

/** Refuses whatever is no object, and names nobody knows. */
export function checkNames(options: unknown, known: readonly string[]): Fields {
  if (!isFields(options)) throw new ProviderOptionError('options', kindOf(options), 'an object');
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      const accepted = known.map((option) => `\`${option}\``).join(', ');
      throw new ProviderOptionError(name.slice(0, 60), 'an option nobody knows', accepted);
    }
  }
  return options;
}

export function readText(options: Fields, name: string): string | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value.trim() === '') {
    throw new ProviderOptionError(name, kindOf(value), 'a text that is not blank');
  }
  return value;
}

export function readFunction(options: Fields, name: string): void {
  const value = options[name];
  if (value !== undefined && typeof value !== 'function') {
    throw new ProviderOptionError(name, kindOf(value), 'a function');
  }
}

export function readCount(options: Fields, name: string, least: number): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
    throw new ProviderOptionError(name, kindOf(value), `a whole number from ${least}`);
  }
  return value;
}

/** Timers take no longer wait. */
export function readMilliseconds(options: Fields, name: string, least: number): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  const isNumber = typeof value === 'number' && value >= least && value <= MOST_MILLISECONDS;
  if (!isNumber) {
    const accepted = `a number from ${least} to ${MOST_MILLISECONDS} (milliseconds)`;
    throw new ProviderOptionError(name, kindOf(value), accepted);
  }
  return value;
}

/** What a value is; its content only where that can be no secret. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return value.trim() === '' ? 'a blank text' : 'a text';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'undefined' ? 'nothing' : `a value of type ${typeof value}`;
}
