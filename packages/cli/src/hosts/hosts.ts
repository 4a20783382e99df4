import { isUtf8 } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyEdits, modify } from 'jsonc-parser';
import type { Arguments } from '../arguments/command.ts';
import { suggest } from '../arguments/suggest.ts';
import { errorCode, UsageError, withReadErrors } from '../errors.ts';
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
  /** Those with `validate` check the plugin as the host reads it. */
  readonly install: readonly (readonly string[])[];
  /** Without such a command, the plugin is removed from the configuration. */
  readonly uninstall?: readonly string[];
}

const CLAUDE_CODE = fileURLToPath(
  new URL('.', import.meta.resolve('@palimpsest/claude-code/package.json')),
);

/** Opencode and its forks load the same plugins. */
const OPENCODE = {
  folder: ['XDG_CONFIG_HOME', '.config'],
  plugin: '@palimpsest/opencode',
  key: 'plugin',
  install: [['plugin', '--global', '@palimpsest/opencode']],
} as const;

export const HOSTS: readonly Host[] = [
  {
    name: 'claude-code',
    program: 'claude',
    folder: ['CLAUDE_CONFIG_DIR', '.claude'],
    files: ['settings.json'],
    plugin: 'palimpsest@palimpsest',
    key: 'enabledPlugins',
    install: [
      ['plugin', 'validate', CLAUDE_CODE],
      ['plugin', 'marketplace', 'add', CLAUDE_CODE],
      ['plugin', 'install', 'palimpsest@palimpsest'],
    ],
    uninstall: ['plugin', 'marketplace', 'remove', 'palimpsest'],
  },
  {
    ...OPENCODE,
    name: 'opencode',
    program: 'opencode',
    files: ['opencode/opencode.jsonc', 'opencode/opencode.json'],
  },
  {
    ...OPENCODE,
    name: 'kilo',
    program: 'kilo',
    files: ['kilo', 'opencode'].flatMap((name) => [`kilo/${name}.jsonc`, `kilo/${name}.json`]),
  },
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

/** Returns the host that a person named. */
export function readHost({ positional: wanted }: Arguments): Host {
  const found = HOSTS.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  const names = HOSTS.map(({ name }) => name);
  const seen = wanted === undefined ? 'none.' : `${quote(wanted)}.${suggest(wanted, names)}`;
  throw new UsageError(`Expected one of ${names.join(', ')}, got ${seen}`);
}

/** What a command of a host did. */
interface HostRun {
  readonly isMissing: boolean;
  /** Why the program did not run to its end; `undefined` if it did. */
  readonly failure: string | undefined;
  readonly status: number | null;
  /** Everything that it printed. */
  readonly output: string;
}

/**
 * Runs a command of a host.
 *
 * @param timeout in ms. @default none
 */
export function runHost(
  program: string,
  args: readonly string[],
  env: MainIo['env'],
  timeout?: number,
): HostRun {
  const options = { env: { ...env }, encoding: 'utf8', input: '', timeout } as const;
  const { error, signal, status, stdout, stderr } = spawnSync(program, args, options);
  const reason = error === undefined ? signal : errorCode(error) || error.message;
  const isMissing = reason === 'ENOENT';
  const problem = isMissing
    ? 'was not found. Install it first.'
    : `could not be run (${reason}). Check the program.`;
  const failure = reason === null ? undefined : `"${program}" ${problem}`;
  return { isMissing, failure, status, output: stdout + stderr };
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
