import { openOriginals, type Originals } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Arguments, Option } from '../arguments/option.ts';
import type { MainIo } from '../main-io.ts';
import { Refusal } from '../refusal.ts';
import { printable } from '../terminal/printable.ts';

/** The options of every command that keeps originals or gives them back. */
export const ORIGINALS_OPTIONS: Readonly<Record<'originals' | 'session', Option>> = {
  originals: {
    type: 'string',
    hint: 'DIR',
    help: 'a folder of its own for what is taken out; only you can read it',
  },
  session: {
    type: 'string',
    hint: 'NAME',
    help: 'whose originals, where several share the folder (default: default)',
  },
};

/**
 * The originals in the folder that `--originals` names, `undefined` where it names none.
 *
 * @throws {Refusal} where `--session` stands alone, or the folder must be there already and is not
 */
export async function openFolder(
  given: Arguments,
  { cwd }: Pick<MainIo, 'cwd'>,
  { mustExist }: { readonly mustExist: boolean },
): Promise<Originals | undefined> {
  const folder = given.get('originals');
  const session = given.get('session') ?? 'default';
  if (folder === undefined) {
    if (given.has('session')) throw new Refusal('--session needs --originals DIR.');
    return undefined;
  }
  const path = resolve(cwd, folder);
  const found = await stat(path).catch(() => undefined);
  const name = printable(folder, 200);
  if (found === undefined ? mustExist : !found.isDirectory()) {
    const seen = found === undefined ? 'does not exist' : 'is no folder';
    throw new Refusal(`--originals ${name} ${seen}; name the folder that "compress" was given.`);
  }
  return openOriginals(fileOriginals(path), { session });
}
