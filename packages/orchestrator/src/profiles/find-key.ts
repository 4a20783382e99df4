import type { KeySources } from './profile-resolver-options.ts';
import { codeOf } from './error-words.ts';
import { kindOf, profileRefusal } from './profile-refusal.ts';
import { readText } from './read-setting.ts';

/**
 * The key of a profile: its own (`auth-key`), else a named one (`auth-key-name`), else the one in a file (`auth-keyfile`), else
 * `undefined`. What a named key or a file leads to has to be a key: another one is not looked for.
 *
 * @throws {OrchestratorOptionError} `INVALID_PROFILE`; it never says what was read
 */
export async function findKey(
  profile: string,
  settings: Readonly<Record<string, unknown>>,
  { namedKey, readKeyFile, home }: KeySources,
): Promise<string | undefined> {
  const own = readText(profile, settings, 'auth-key');
  if (own !== undefined) return own;
  const name = readText(profile, settings, 'auth-key-name');
  if (name !== undefined) {
    const source = { profile, setting: 'auth-key-name', at: name, what: `the key "${name}"` };
    return await keyFrom(source, 'namedKey', namedKey);
  }
  const file = readText(profile, settings, 'auth-keyfile');
  if (file === undefined) return undefined;
  const path = atHome(profile, file, home);
  const source = { profile, setting: 'auth-keyfile', at: path, what: `the file "${path}"` };
  return await keyFrom(source, 'readKeyFile', readKeyFile);
}

interface Source {
  readonly profile: string;
  readonly setting: string;
  readonly at: string;
  readonly what: string;
}

async function keyFrom(
  { profile, setting, at, what }: Source,
  option: 'namedKey' | 'readKeyFile',
  read: KeySources[typeof option],
): Promise<string> {
  const refusal = (seen: string, accepted = 'one that holds a key'): Error =>
    profileRefusal(profile, `ephemeralSettings.${setting}`, seen, accepted);
  if (read === undefined) throw refusal(what, `none, where \`${option}\` is not given`);
  let key: unknown;
  try {
    key = await read(at);
  } catch (error) {
    // What it was thrown with may hold the key.
    throw refusal(`${what}, which could not be read${codeOf(error)}`);
  }
  if (key === undefined || key === null) throw refusal(`${what}, which there is not`);
  if (typeof key === 'string' && key.trim() !== '') return key.trim();
  throw refusal(`${what}, which holds ${kindOf(key)}`);
}

function atHome(profile: string, path: string, home: string | undefined): string {
  if (!path.startsWith('~/')) return path;
  if (home === undefined) {
    const accepted = 'a whole path, where `home` is not given';
    throw profileRefusal(profile, 'ephemeralSettings.auth-keyfile', `"${path}"`, accepted);
  }
  return `${home.endsWith('/') ? home.slice(0, -1) : home}${path.slice(1)}`;
}
