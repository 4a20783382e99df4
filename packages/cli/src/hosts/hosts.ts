import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyEdits, modify } from 'jsonc-parser';
import type { Arguments } from '../arguments/command.ts';
import { suggest } from '../arguments/suggest.ts';
import { UsageError, withReadErrors } from '../errors.ts';
import { homeOf } from '../folders.ts';
import type { MainIo } from '../main-io.ts';
import { membersAt, parseSettings } from '../settings-text.ts';
import { quote } from '../terminal/printable.ts';

/** A coding agent with a plugin of Palimpsest, and the arguments of its own commands for the plugin. */
export interface Host {
  readonly name: string;
  readonly program: string;
  /** The variable that names the folder of its configuration, and the folder in the home of a person without it. */
  readonly folder: readonly [variable: string, path: string];
  /** Names that the configuration may have. */
  readonly files: readonly string[];
  readonly plugin: string;
  /** The member of the configuration that has the plugin. */
  readonly key: string;
  readonly install: readonly (readonly string[])[];
  /** Checks the plugin as the host reads it. */
  readonly validate?: readonly string[];
  /** Without such a command, the plugin is removed from the configuration. */
  readonly uninstall?: readonly string[];
}

const CLAUDE_CODE = dirname(
  fileURLToPath(import.meta.resolve('@palimpsest/claude-code/package.json')),
);
const VALIDATE = ['plugin', 'validate', CLAUDE_CODE];

export const HOSTS: readonly Host[] = [
  {
    name: 'claude-code',
    program: 'claude',
    folder: ['CLAUDE_CONFIG_DIR', '.claude'],
    files: ['settings.json'],
    plugin: 'palimpsest@palimpsest',
    key: 'enabledPlugins',
    install: [
      VALIDATE,
      ['plugin', 'marketplace', 'add', CLAUDE_CODE],
      ['plugin', 'install', 'palimpsest@palimpsest'],
    ],
    validate: VALIDATE,
    uninstall: ['plugin', 'marketplace', 'remove', 'palimpsest'],
  },
  opencodeHost('opencode', ['opencode.jsonc', 'opencode.json']),
  opencodeHost('kilo', ['kilo.jsonc', 'kilo.json', 'opencode.jsonc', 'opencode.json']),
  {
    name: 'pi',
    program: 'pi',
    folder: ['PI_CODING_AGENT_DIR', '.pi/agent'],
    files: ['settings.json'],
    plugin: 'npm:@palimpsest/pi',
    key: 'packages',
    install: [['install', 'npm:@palimpsest/pi']],
    uninstall: ['remove', 'npm:@palimpsest/pi'],
  },
];

/** Returns opencode or a fork of it, which loads the same plugins. */
function opencodeHost(name: string, files: readonly string[]): Host {
  return {
    name,
    program: name,
    folder: ['XDG_CONFIG_HOME', '.config'],
    files: files.map((file) => `${name}/${file}`),
    plugin: '@palimpsest/opencode',
    key: 'plugin',
    install: [['plugin', '--global', '@palimpsest/opencode']],
  };
}

/** Returns the host that a person named. */
export function readHost(given: Arguments): Host {
  const wanted = given.positional ?? '';
  const found = HOSTS.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  const names = HOSTS.map(({ name }) => name);
  const seen = wanted === '' ? 'none.' : `${quote(wanted)}.${suggest(wanted, names)}`;
  throw new UsageError(`Expected one of ${names.join(', ')}, got ${seen}`);
}

/** A configuration file of a person. */
interface Configuration {
  readonly file: string;
  readonly text: string;
  /** `undefined` where the text is not valid JSON in UTF-8. */
  readonly value: unknown;
  /** Names of all plugins that it turns on, and the place of ours, or -1. */
  readonly names: readonly string[];
  readonly at: number;
}

/** Returns the configuration files of a host that exist. */
export async function readConfigurations(
  { folder: [variable, path], files, plugin, key }: Host,
  env: MainIo['env'],
): Promise<readonly Configuration[]> {
  const folder = env[variable] || join(homeOf(env), path);
  const existing = files.map((file) => join(folder, file)).filter((file) => existsSync(file));
  const read = existing.map(async (file) => {
    const bytes = await withReadErrors(file, readFile(file));
    const text = bytes.toString();
    const value = isUtf8(bytes) ? parseSettings(text) : undefined;
    const found = membersAt(value)[key];
    const names = Array.isArray(found)
      ? found.map(nameOf)
      : Object.entries(membersAt(found)).flatMap(([name, isOn]) => (isOn === true ? name : []));
    // A version may follow.
    const at = names.findIndex((name) => `${name}@`.startsWith(`${plugin}@`));
    return { file, text, value, names, at };
  });
  return await Promise.all(read);
}

/** A plugin with options is a list, or has a `source`. */
function nameOf(plugin: unknown): string {
  return String(Array.isArray(plugin) ? plugin[0] : (membersAt(plugin)['source'] ?? plugin));
}

/** Returns the text without the plugin. All other members stay, byte for byte. */
export function withoutPlugin({ text, value, at }: Configuration, key: string): string {
  const left = (membersAt(value)[key] as unknown[]).toSpliced(at, 1);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol };
  return applyEdits(text, modify(text, [key], left, { formattingOptions }));
}
