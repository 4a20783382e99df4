import { PalimpsestError } from '@palimpsest/core-types';
import { applyEdits, modify } from 'jsonc-parser';
import { isUtf8 } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { formatNotes, type DefineCommand } from '../arguments/options.ts';
import { errorCode, UsageError, withReadErrors } from '../errors.ts';
import { homeOf } from '../folders.ts';
import { EXIT, type MainIo } from '../main-io.ts';
import { openOutput } from '../output/open-output.ts';
import { writeLines } from '../output/write-texts.ts';
import { membersAt, parseSettings } from '../settings-text.ts';
import { printable, printableText } from '../terminal/printable.ts';
import { HOSTS, parseHost, type Host } from './hosts.ts';

const HOST = 'claude-code, opencode, kilo or pi';
const SHOWN = 'Runs commands of the host itself, and shows each one.';

export const defineInstall: DefineCommand = (command, io) => {
  command
    .argument('<HOST>', HOST, parseHost)
    .addHelpText('after', formatNotes(io, SHOWN))
    .action(async (host) => {
      const { name, program, install } = host;
      for (const args of install) await showAndRun(program, args, io);
      const configurations = await readConfigurations(host, io.env);
      if (configurations.every(({ at }) => at === -1)) {
        const files = configurations.map(({ file }) => file).join(', ') || 'its configuration';
        throw new UsageError(`${program} did not put the plugin into ${files}. Is it valid JSON?`);
      }
      const text = `Installed. Restart ${program} to use it. To remove it: palimpsest uninstall ${name}`;
      await writeLines(io.stdout, [text]);
    });
};

export const defineUninstall: DefineCommand = (command, io) => {
  command
    .argument('<HOST>', HOST, parseHost)
    .addHelpText(
      'after',
      formatNotes(io, `${SHOWN} Everything else in the configuration of the host stays as it is.`),
    )
    .action(async (host) => {
      const { name, program, plugin, key, uninstall } = host;
      const found = (await readConfigurations(host, io.env)).filter(({ at }) => at !== -1);
      for (const configuration of found) {
        const file = printable(configuration.file, 400);
        if (uninstall !== undefined) await showAndRun(program, uninstall, io);
        else {
          await writeLines(io.stdout, [`remove ${plugin} from ${file}`]);
          const output = await openOutput(configuration.file, io, file);
          await output([withoutPlugin(configuration, key)]);
        }
      }
      const text = found.length > 0 ? 'Uninstalled.' : `The plugin for ${name} is not installed.`;
      await writeLines(io.stdout, [text]);
    });
};

async function showAndRun(program: string, args: readonly string[], io: MainIo): Promise<void> {
  const command = [program, ...args].join(' ');
  await writeLines(io.stdout, [printable(command, 400)]);
  const { failure, status, output } = runHost(program, args, io.env);
  if (failure !== undefined) throw new UsageError(failure);
  if (status === 0) return;
  await writeLines(io.stderr, [printableText(stripVTControlCharacters(output).trimEnd())]);
  throw new PalimpsestError(`"${command}" failed with exit code ${status}.`, 'HOST_FAILED');
}

/** Names of plugins that shorten or summarize a history, too. */
const OTHER_COMPACTOR = /compact|compress|prun|\bdcp\b|context-(?:manag|optim|sav|trim)/i;

/** A host that does not answer within these milliseconds could not be run. */
const PATIENCE = 20_000;

export const defineDoctor: DefineCommand = (command, io) => {
  command
    .argument('[HOST]', `${HOST} (default: all of them)`, parseHost)
    .addHelpText(
      'after',
      formatNotes(
        io,
        'Says whether each host and its plugin are installed, and what is in the way of the plugin: what the host refuses of it, other plugins that shorten a history, and settings of the host.',
        'Exit codes: 0 nothing is in the way, 1 failed, 2 wrong usage, 3 something is.',
      ),
    )
    .action(async (chosen) => {
      for (const host of chosen === undefined ? HOSTS : [chosen]) {
        const [state, ...problems] = await examine(host, io.env);
        if (problems.length > 0) io.exitWith(EXIT.missed);
        const lines = problems.map((problem) => `  ! ${printable(problem, 400)}`);
        await writeLines(io.stdout, [host.name, `    ${printable(state, 400)}`, ...lines]);
      }
    });
};

/** Returns the state of the plugin, and what is in its way. */
async function examine(host: Host, env: MainIo['env']): Promise<[string, ...string[]]> {
  const { name, program, install } = host;
  const { isMissing, failure } = runHost(program, ['--version'], env, PATIENCE);
  if (isMissing) return [`${program} is not installed`];
  const problems = failure === undefined ? [] : [failure];
  const configurations = await readConfigurations(host, env);
  const home = configurations.find(({ at }) => at !== -1);
  for (const { file, value, names } of configurations) {
    if (value === undefined) problems.push(`${file} is not valid JSON`);
    if (home === undefined) continue;
    const others = names.filter((other) => !other.includes('palimpsest'));
    for (const other of others.filter((one) => OTHER_COMPACTOR.test(one)))
      problems.push(`${other} may shorten the history, too (${file})`);
    if (membersAt(value, 'compaction')['prune'] === true)
      problems.push(`compaction.prune is on: ${name} clears old results (${file})`);
  }
  if (home === undefined) {
    return [`the plugin is not installed (palimpsest install ${name})`, ...problems];
  }
  const validate = failure ? undefined : install.find((args) => args.includes('validate'));
  if (validate !== undefined) {
    const run = runHost(program, validate, env, PATIENCE);
    if (run.failure !== undefined) problems.push(run.failure);
    else if (run.status !== 0) problems.push(`${name} refuses the plugin: ${run.output.trim()}`);
  }
  return [`the plugin is in ${home.file}`, ...problems];
}

/** Runs a command of a host. Returns why the program did not run to its end, or its status; and everything that it printed. */
function runHost(program: string, args: readonly string[], env: MainIo['env'], timeout?: number) {
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

type Configuration = Awaited<ReturnType<typeof readConfigurations>>[number];

/** Returns the configuration files of a host that exist, with the names of all plugins that they turn on, and the place of ours, or -1. */
async function readConfigurations(
  { folder: [variable, path], files, plugin, key }: Host,
  env: MainIo['env'],
) {
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
function withoutPlugin({ text, value, at }: Configuration, key: string): string {
  const left = (membersAt(value)[key] as unknown[]).toSpliced(at, 1);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol };
  return applyEdits(text, modify(text, [key], left, { formattingOptions }));
}
