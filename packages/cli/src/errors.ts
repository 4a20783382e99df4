import { OptionError, PalimpsestError } from '@palimpsest/core-types';
import type { Awaitable } from '@palimpsest/originals';
import { EXIT, type ExitCode } from './main-io.ts';

/** Wrong usage or unreadable input, described in one line. */
export class UsageError extends PalimpsestError {
  override readonly name: string = 'UsageError';

  constructor(message: string, options?: ErrorOptions) {
    super(message, 'REFUSED', options);
  }
}

/** The reader of the output closed it, as `head` does. Nothing is wrong, and nothing is left to do. */
export class ReaderGone extends Error {
  override readonly name: string = 'ReaderGone';
}

/** Codes of invalid strategies, settings and originals. By code, because importing their packages would slow every start. */
const USAGE_CODES: ReadonlySet<string> = new Set([
  'REFUSED',
  'UNKNOWN_STRATEGY',
  'INVALID_SETTING',
  'BAD_SESSION',
  'BAD_OPTION',
  'NOT_KEEPABLE',
  'BAD_STORE',
]);

export function exitCodeFor(error: unknown): ExitCode {
  if (error instanceof ReaderGone) return EXIT.done;
  const hasUsageCode = PalimpsestError.isInstance(error) && USAGE_CODES.has(error.code);
  return hasUsageCode || error instanceof OptionError ? EXIT.refused : EXIT.failed;
}

const NO_READ = 'cannot be read: permission denied. Check its permissions';
const NO_WRITE =
  'cannot be written: permission denied. Check the permissions of the file and its folder';

/** What is wrong when a file is read, and when one is written: problems that the user can solve before running the command again. */
const PROBLEMS: Readonly<Record<string, { readonly read?: string; readonly write: string }>> = {
  ENOENT: {
    read: 'does not exist. Check the name and the folder',
    write: 'cannot be created there. Choose another folder',
  },
  ENOTDIR: {
    read: 'does not exist: a part of the path is not a folder. Check the path',
    write: 'cannot be created: a part of the path is not a folder. Choose another path',
  },
  EACCES: { read: NO_READ, write: NO_WRITE },
  EPERM: { read: NO_READ, write: NO_WRITE },
  EISDIR: {
    read: 'is a folder. Give one file, or - for standard input',
    write: 'is a folder. Name a file',
  },
  EROFS: { write: 'is on a read-only file system. Choose another folder' },
  ENAMETOOLONG: { write: 'has a name that is too long. Choose a shorter one' },
};

/** Returns an error that says why the file `name` could not be read. */
export function toReadError(error: unknown, name: string): Error {
  if (PalimpsestError.isInstance(error)) return error;
  const code = errorCode(error);
  const problem = PROBLEMS[code]?.read ?? `could not be read (${code || String(error)})`;
  return new UsageError(`${name} ${problem}.`, { cause: error });
}

/** Codes of a pipe whose reader closed it, as with `| head`. */
export const CLOSED: ReadonlySet<string> = new Set([
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** Returns an error that says why `name` could not be written. Errors that are not from the system stay as they are. */
export function toWriteError(error: unknown, name: string): unknown {
  const code = errorCode(error);
  if (CLOSED.has(code)) return new ReaderGone();
  if (PalimpsestError.isInstance(error) || !/^E[A-Z\d]+$/.test(code)) return error;
  const problem = PROBLEMS[code]?.write;
  if (problem !== undefined) return new UsageError(`${name} ${problem}.`, { cause: error });
  const reason =
    code === 'ENOSPC'
      ? 'no space is left on the device. Free some, and run the command again'
      : `the system reported ${code}`;
  const message = `${name} could not be written: ${reason}.`;
  return new PalimpsestError(message, 'NOT_WRITTEN', { cause: error });
}

/** Return the result of `task`; reject with `toReadError` or `toWriteError` of its error. */
export const withReadErrors: WithErrors = createWithErrors(toReadError);
export const withWriteErrors: WithErrors = createWithErrors(toWriteError);

type WithErrors = <Value>(name: string, task: Awaitable<Value>) => Promise<Value>;

function createWithErrors(toError: (error: unknown, name: string) => unknown): WithErrors {
  return async (name, task) => {
    try {
      return await task;
    } catch (error) {
      throw toError(error, name);
    }
  };
}

/** Returns the code of a system error, or `''`. */
export function errorCode(error: unknown): string {
  const isObject = typeof error === 'object' && error !== null;
  return isObject && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
