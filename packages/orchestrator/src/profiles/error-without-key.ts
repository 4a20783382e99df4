import { isTransientCompressionError } from '@palimpsest/snapshot';
import { retryAfterOf } from '../attempts/retry-after.ts';
import { formsOf, wordsOf } from './error-words.ts';

/** So many values of an error are looked at; one that holds more is not shown. */
const MOST_VALUES = 1_000;

/** The error itself where it does not hold the key, else one that says the same without it. */
export function errorWithoutKey(error: unknown, key: string | undefined): unknown {
  if (key === undefined || !mayShow(error, formsOf(key))) return error;
  const retryAfterMs = retryAfterOf(error);
  return Object.assign(
    new Error(wordsOf(error, key)),
    { isTransient: isTransientCompressionError(error) },
    retryAfterMs === undefined ? {} : { retryAfterMs },
  );
}

/** Whether any text in it, and in whatever it carries, holds one of these: errors of clients carry the headers they sent. */
function mayShow(error: unknown, secrets: readonly string[]): boolean {
  const waiting: unknown[] = [error];
  const seen = new Set<unknown>();
  for (let index = 0; index < waiting.length; index += 1) {
    const value = waiting[index];
    if (typeof value === 'string' && secrets.some((secret) => value.includes(secret))) return true;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const names = Reflect.ownKeys(value);
    if (waiting.length + names.length > MOST_VALUES) return true;
    if (value instanceof Error) waiting.push(value.message, value.stack);
    for (const name of names) {
      waiting.push(name, Object.getOwnPropertyDescriptor(value, name)?.value);
    }
  }
  return false;
}
