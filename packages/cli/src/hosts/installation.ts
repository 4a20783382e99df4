import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, toReadError, UsageError, withWriteErrors } from '../errors.ts';
import { stateFolder } from '../folders.ts';
import type { MainIo } from '../main-io.ts';
import type { Host } from './hosts.ts';
import { insertSetting, removeSetting, type Insertion } from './settings-text.ts';

/** A change of a configuration file that is not written yet. */
export interface Change {
  readonly file: string;
  /** The text before; `undefined` if there is no file. */
  readonly before: string | undefined;
  readonly after: string;
  readonly insertions: readonly Insertion[];
}

/** What was installed, so that it can be undone exactly. */
interface Installed extends Omit<Change, 'before'> {
  readonly existed: boolean;
}

/** Returns what installing a plugin changes, or `undefined` if it is installed. */
export async function planInstallation(
  host: Host,
  env: MainIo['env'],
): Promise<Change | undefined> {
  const file = host.file(env);
  const before = await readText(file);
  let after = before ?? '';
  const insertions: Insertion[] = [];
  for (const setting of host.settings()) {
    const inserted = insertSetting(after, setting);
    if (inserted === 'occupied') {
      if (setting.isOptional === true) continue;
      throw new UsageError(
        `${file}: expected JSON in which ${setting.path.join('.')} can be added, got something else. Repair the file, and run the command again.`,
      );
    }
    if (inserted === undefined) continue;
    after = inserted.text;
    insertions.push(inserted.insertion);
  }
  return insertions.length === 0 ? undefined : { file, before, after, insertions };
}

/** Saves a copy of the file, and writes the change. Returns the path of the copy. */
export async function install(
  host: Host,
  { file, before, after, insertions }: Change,
  env: MainIo['env'],
): Promise<string> {
  const { record, copy } = placesOf(host, env);
  const installed: Installed = { file, existed: before !== undefined, after, insertions };
  await writeText(copy, before ?? '');
  await writeText(record, `${JSON.stringify(installed, null, 2)}\n`);
  await writeText(file, after);
  return copy;
}

/** Returns what removing a plugin changes, or `undefined` if it is not installed. An empty text stands for a file that was created for it. */
export async function planRemoval(host: Host, env: MainIo['env']): Promise<Change | undefined> {
  const record = await readText(placesOf(host, env).record);
  const installed = record === undefined ? undefined : (JSON.parse(record) as Installed);
  const file = installed?.file ?? host.file(env);
  const before = await readText(file);
  if (before === undefined) return undefined;
  const insertions =
    installed?.insertions ??
    host
      .settings()
      .filter(({ isOptional = false }) => !isOptional)
      .map((setting) => ({ setting, text: '', depth: setting.path.length }));
  if (installed !== undefined && !installed.existed && before === installed.after) {
    return { file, before, after: '', insertions };
  }
  // The last one first, as a stack.
  const after = insertions.reduceRight(removeSetting, before);
  return after === before ? undefined : { file, before, after, insertions };
}

/** Writes a removal, and deletes what was saved for it. */
export async function uninstall(
  host: Host,
  { file, after }: Change,
  env: MainIo['env'],
): Promise<void> {
  if (after === '') await withWriteErrors(file, rm(file));
  else await writeText(file, after);
  const { record, copy } = placesOf(host, env);
  await rm(record, { force: true });
  await rm(copy, { force: true });
}

function placesOf(
  { name }: Host,
  env: MainIo['env'],
): { readonly record: string; readonly copy: string } {
  const place = join(stateFolder(env), name);
  return { record: `${place}.json`, copy: `${place}.before` };
}

async function readText(file: string): Promise<string | undefined> {
  try {
    const bytes = await readFile(file);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (errorCode(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw toReadError(error, file);
    throw new UsageError(`${file}: expected UTF-8, got other bytes. Convert the file first.`);
  }
}

async function writeText(file: string, text: string): Promise<void> {
  await withWriteErrors(file, mkdir(dirname(file), { recursive: true }));
  await withWriteErrors(file, writeFile(file, text));
}
