import {
  openOriginals,
  type Awaitable,
  type Originals,
  type OriginalsStore,
} from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Arguments } from '../arguments/command.ts';
import { toReadError, UsageError, withWriteErrors } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { printable } from '../terminal/printable.ts';

/**
 * Opens the originals in the folder that `--originals` names; `undefined` without that option.
 *
 * @throws {UsageError} for `--session` or `--conversation` without `--originals`, and for a file in place of the folder
 */
export async function openFolder(
  given: Arguments,
  { cwd }: Pick<MainIo, 'cwd'>,
): Promise<Originals | undefined> {
  if (given.has('originals')) return openGivenFolder(given, cwd, false);
  const early = ['session', 'conversation'].find((option) => given.has(option));
  if (early === undefined) return undefined;
  throw new UsageError(`--${early} needs --originals DIR.`);
}

/** @throws {UsageError} also if the option or the folder is missing */
export async function openExistingFolder(
  command: string,
  given: Arguments,
  { cwd }: Pick<MainIo, 'cwd'>,
): Promise<Originals> {
  if (given.has('originals')) return openGivenFolder(given, cwd, true);
  throw new UsageError(
    `"palimpsest ${command}" needs --originals DIR: the folder that "compress" used.`,
  );
}

async function openGivenFolder(
  given: Arguments,
  cwd: string,
  mustExist: boolean,
): Promise<Originals> {
  const folder = given.get('originals') ?? '';
  const path = resolve(cwd, folder);
  const found = await stat(path).catch(() => undefined);
  const name = `--originals ${printable(folder, 200)}`;
  if (found === undefined ? mustExist : !found.isDirectory()) {
    const problem = found === undefined ? 'does not exist' : 'is not a folder';
    throw new UsageError(`${name} ${problem}. Name the folder that "compress" used.`);
  }
  return openOriginals(withNamedErrors(fileOriginals(path), name), {
    session: given.get('session') ?? 'default',
  });
}

/** Returns the store with errors that name the folder as the user does. */
function withNamedErrors(store: OriginalsStore, name: string): OriginalsStore {
  const write = async <Value>(task: () => Awaitable<Value>): Promise<Value> =>
    withWriteErrors(name, Promise.resolve(task()));
  const read = async <Value>(task: () => Awaitable<Value>): Promise<Value> => {
    try {
      return await task();
    } catch (error) {
      throw toReadError(error, name);
    }
  };
  return {
    put: (...given) => write(() => store.put(...given)),
    get: (...given) => read(() => store.get(...given)),
    append: (...given) => write(() => store.append(...given)),
    records: (...given) => read(() => store.records(...given)),
    delete: (...given) => write(() => store.delete(...given)),
  };
}
