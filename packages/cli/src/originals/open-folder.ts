import { openOriginals, type Originals, type OriginalsStore } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { redactSecrets } from '@palimpsest/originals/secrets';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { rejectOptions, type OriginalsOptions } from '../arguments/options.ts';
import { UsageError, withReadErrors, withWriteErrors } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { printable } from '../terminal/printable.ts';

/**
 * Opens the originals in the folder that `--originals` names, or in a new one; `undefined` without that option.
 *
 * @throws {UsageError} for `--session` or `--conversation` without `--originals`, and for a file in place of the folder
 */
export async function openFolder(
  given: OriginalsOptions,
  io: MainIo,
): Promise<Originals | undefined> {
  if (given.originals !== undefined) return await open(given.originals, given, io, false);
  rejectOptions(given, ['session', 'conversation', 'keep-secrets'], 'needs --originals DIR.');
  return undefined;
}

/** @throws {UsageError} also if the option or the folder is missing */
export async function openExistingFolder(
  command: string,
  given: OriginalsOptions,
  io: MainIo,
): Promise<Originals> {
  if (given.originals !== undefined) return await open(given.originals, given, io, true);
  throw new UsageError(
    `"palimpsest ${command}" needs --originals DIR: the folder that "compress" used.`,
  );
}

async function open(
  folder: string,
  { session = 'default', keepSecrets = false }: OriginalsOptions,
  { cwd }: MainIo,
  mustExist: boolean,
): Promise<Originals> {
  const path = resolve(cwd, folder);
  const found = await stat(path).catch(() => undefined);
  const name = `--originals ${printable(folder, 200)}`;
  if (found === undefined ? mustExist : !found.isDirectory()) {
    const problem = found === undefined ? 'does not exist' : 'is not a folder';
    throw new UsageError(`${name} ${problem}. Name the folder that "compress" used.`);
  }
  const store = fileOriginals(path);
  /** Names the folder in errors of the system. */
  const named: OriginalsStore = {
    put: (...given) => withWriteErrors(name, store.put(...given)),
    get: (...given) => withReadErrors(name, store.get(...given)),
    append: (...given) => withWriteErrors(name, store.append(...given)),
    records: (...given) => withReadErrors(name, store.records(...given)),
    delete: (...given) => withWriteErrors(name, store.delete(...given)),
  };
  return openOriginals(named, { session, ...(!keepSecrets && { redact: redactSecrets }) });
}
