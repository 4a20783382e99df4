import { asSwitch, type Arguments, type Command } from '../arguments/command.ts';
import { EXIT, type ExitCode, type MainIo } from '../main-io.ts';
import { writeTexts } from '../output/write-texts.ts';
import { printableText } from '../terminal/printable.ts';
import { confirm, readHost } from './confirm.ts';
import { install, planInstallation, planRemoval, uninstall, type Change } from './installation.ts';

const YES = { yes: asSwitch('write without asking') };

const NOTES = ['HOST is claude-code, opencode, kilo or pi.'];

export const installCommand: Command = {
  options: YES,
  notes: [
    ...NOTES,
    'The configuration file of the host is shown before it is written, and copied to ~/.local/state/palimpsest. "palimpsest uninstall" undoes exactly this change.',
  ],
  run: runInstall,
};

export const uninstallCommand: Command = {
  options: YES,
  notes: [...NOTES, 'Everything else in the configuration file stays as it is now.'],
  run: runUninstall,
};

async function runInstall(given: Arguments, io: MainIo): Promise<ExitCode> {
  const host = readHost(given);
  const change = await planInstallation(host, io.env);
  if (change === undefined) {
    await writeTexts(io.stdout, [`The plugin for ${host.name} is in ${host.file(io.env)}.\n`]);
    return EXIT.done;
  }
  await writeTexts(io.stdout, [describe(change, '+')]);
  if (!(await confirm(given, io))) return EXIT.failed;
  const copy = await install(host, change, io.env);
  await writeTexts(io.stdout, [
    `Installed. The file as it was: ${copy}\nStart ${host.program} again. To undo it: palimpsest uninstall ${host.name}\n`,
  ]);
  return EXIT.done;
}

async function runUninstall(given: Arguments, io: MainIo): Promise<ExitCode> {
  const host = readHost(given);
  const change = await planRemoval(host, io.env);
  if (change === undefined) {
    await writeTexts(io.stdout, [`The plugin for ${host.name} is not installed.\n`]);
    return EXIT.done;
  }
  await writeTexts(io.stdout, [describe(change, '-')]);
  if (!(await confirm(given, io))) return EXIT.failed;
  await uninstall(host, change, io.env);
  await writeTexts(io.stdout, ['Uninstalled.\n']);
  return EXIT.done;
}

/** Returns the lines that a change adds or removes. */
function describe({ file, before = '', after }: Change, sign: '+' | '-'): string {
  const [longer, shorter] = sign === '+' ? [after, before] : [before, after];
  const [lines, others] = [longer.split(/\r?\n/), shorter.split(/\r?\n/)];
  let start = 0;
  while (start < others.length && lines[start] === others[start]) start += 1;
  let end = 0;
  while (end < others.length - start && lines.at(-1 - end) === others.at(-1 - end)) end += 1;
  const changed = lines.slice(start, lines.length - end).filter((line) => line.trim() !== '');
  return `${file}\n${changed.map((line) => `  ${sign} ${printableText(line)}\n`).join('')}`;
}
