import {
  openOriginals,
  type Awaitable,
  type Originals,
  type OriginalsStore,
} from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Arguments, Option } from '../arguments/option.ts';
import { noteFailure } from '../input/read-failure.ts';
import type { MainIo } from '../main-io.ts';
import { namingFailures } from '../output/write-failure.ts';
import { Refusal } from '../refusal.ts';
import { printable } from '../terminal/printable.ts';
import { nameConversations } from './name-conversations.ts';

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

/** The option of commands that have to know which conversation an input is. */
export const CONVERSATION_OPTION: Readonly<Record<'conversation', Option>> = {
  conversation: {
    type: 'string',
    hint: 'NAME',
    help: 'which conversation of the session this is: a name, or the file it came from (default: told by path, id and content)',
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
    for (const option of ['session', 'conversation'])
      if (given.has(option)) throw new Refusal(`--${option} needs --originals DIR.`);
    return undefined;
  }
  const path = resolve(cwd, folder);
  const found = await stat(path).catch(() => undefined);
  const name = printable(folder, 200);
  if (found === undefined ? mustExist : !found.isDirectory()) {
    const seen = found === undefined ? 'does not exist' : 'is no folder';
    throw new Refusal(`--originals ${name} ${seen}; name the folder that "compress" was given.`);
  }
  return openOriginals(namedStore(fileOriginals(path), `--originals ${name}`), { session });
}

/** A store whose failures name the folder as the user does. */
function namedStore(store: OriginalsStore, name: string): OriginalsStore {
  const write = async <Value>(task: () => Awaitable<Value>): Promise<Value> =>
    namingFailures(name, Promise.resolve(task()));
  const read = async <Value>(task: () => Awaitable<Value>): Promise<Value> => {
    try {
      return await task();
    } catch (error) {
      throw noteFailure(error, name);
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

/** Creates what tells which conversation of the session an input of a command is. */
export function namingFor(
  originals: Originals,
  given: Arguments,
  { cwd }: Pick<MainIo, 'cwd'>,
): ReturnType<typeof nameConversations> {
  const pathOf = (file: string | undefined): string | undefined =>
    file === undefined || file === '-' ? undefined : resolve(cwd, file);
  return nameConversations(originals, {
    from: pathOf(given.positionals[0]),
    to: pathOf(given.get('out')),
    given: given.get('conversation'),
    cwd,
  });
}
