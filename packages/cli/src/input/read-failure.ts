import { PalimpsestError } from '@palimpsest/core-types';
import { Refusal } from '../refusal.ts';

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'does not exist; check the name and the folder'],
  ['ENOTDIR', 'does not exist; a part of the path is no folder'],
  ['EACCES', 'may not be read by you; check its permissions'],
  ['EPERM', 'may not be read by you; check its permissions'],
  ['EISDIR', 'is a folder; give one file, or - for standard input'],
]);

/** Says in a sentence why a file could not be read. */
export function noteFailure(error: unknown, name: string): Error {
  if (PalimpsestError.isInstance(error)) return error;
  const code = errorCode(error);
  const sentence = SENTENCES.get(code) ?? `could not be read (${code || String(error)})`;
  return new Refusal(`${name} ${sentence}.`, { cause: error });
}

/** The code of a system error, `''` where there is none. */
export function errorCode(error: unknown): string {
  const isObject = typeof error === 'object' && error !== null;
  return isObject && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
