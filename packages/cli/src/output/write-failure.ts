import { PalimpsestError } from '@palimpsest/core-types';
import { errorCode } from '../input/read-failure.ts';
import { Refusal } from '../refusal.ts';

/** What the user can do something about before the command runs again. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'cannot be created there; choose another folder'],
  ['ENOTDIR', 'cannot be created; a part of the path is no folder'],
  ['EACCES', 'may not be written by you; check the permissions of it and of its folder'],
  ['EPERM', 'may not be written by you; check the permissions of it and of its folder'],
  ['EROFS', 'is on a read-only file system; choose another folder'],
  ['EISDIR', 'is a folder; name a file'],
  ['ENAMETOOLONG', 'has a name that is too long; choose a shorter one'],
  ['ELOOP', 'is a link that leads to itself; choose another name'],
]);

/** What happened while the command ran. */
const FAILED: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'could not be written: no space is left on the device'],
  ['EDQUOT', 'could not be written: your disk quota is used up'],
  ['EFBIG', 'could not be written: the file would be too large'],
]);

/** Returns an error that says in a sentence why something could not be written; errors of this project stay as they are. */
export function toWriteFailure(error: unknown, name: string): unknown {
  const code = errorCode(error);
  if (PalimpsestError.isInstance(error) || !/^E[A-Z\d]+$/.test(code)) return error;
  const refused = REFUSED.get(code);
  if (refused !== undefined) return new Refusal(`${name} ${refused}.`, { cause: error });
  const failed = FAILED.get(code) ?? `could not be written (${code})`;
  return new PalimpsestError(`${name} ${failed}.`, 'NOT_WRITTEN', { cause: error });
}

/** Passes on what a task resolves to, and every failure as `toWriteFailure` says it. */
export async function namingFailures<Value>(name: string, task: Promise<Value>): Promise<Value> {
  try {
    return await task;
  } catch (error) {
    throw toWriteFailure(error, name);
  }
}
