import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import type { Arguments, Command } from '../arguments/command.ts';
import { UsageError } from '../errors.ts';
import { EXIT, type MainIo } from '../main-io.ts';
import { writeTexts } from '../output/write-texts.ts';
import { printableText } from '../terminal/printable.ts';
import { readHost } from './hosts.ts';
import { install, planInstallation, planRemoval, uninstall, type Change } from './installation.ts';

const YES = { yes: { help: 'write without asking' } };

const NOTES = ['HOST is claude-code, opencode, kilo or pi.'];

export const installCommand: Command = {
  options: YES,
  notes: [
    ...NOTES,
    'The configuration file of the host is shown before it is written, and copied to ~/.local/state/palimpsest. "palimpsest uninstall" undoes exactly this change.',
  ],
  async run(given, io) {
    const host = readHost(given);
    const change = await planInstallation(host, io.env);
    if (change === undefined) {
      return await say(io, `The plugin for ${host.name} is in ${host.file(io.env)}.`);
    }
    if (!(await confirm(change, '+', given, io))) return EXIT.failed;
    const copy = await install(host, change, io.env);
    return await say(
      io,
      `Installed. The file as it was: ${copy}\nStart ${host.program} again. To undo it: palimpsest uninstall ${host.name}`,
    );
  },
};

export const uninstallCommand: Command = {
  options: YES,
  notes: [...NOTES, 'Everything else in the configuration file stays as it is now.'],
  async run(given, io) {
    const host = readHost(given);
    const change = await planRemoval(host, io.env);
    if (change === undefined) return await say(io, `The plugin for ${host.name} is not installed.`);
    if (!(await confirm(change, '-', given, io))) return EXIT.failed;
    await uninstall(host, change, io.env);
    return await say(io, 'Uninstalled.');
  },
};

async function say({ stdout }: MainIo, text: string): Promise<number> {
  await writeTexts(stdout, [`${text}\n`]);
  return EXIT.done;
}

/**
 * Shows a change, and returns whether a person agrees, with `--yes` or in the terminal.
 *
 * @throws {UsageError} when nobody can be asked
 */
async function confirm(
  change: Change,
  sign: '+' | '-',
  given: Arguments,
  { stdin, stdout, stderr }: MainIo,
): Promise<boolean> {
  await writeTexts(stdout, [describe(change, sign)]);
  if (given.has('yes')) return true;
  if (stdin.isTTY !== true) {
    throw new UsageError('Nobody can be asked here. Add --yes to write this.');
  }
  const questions = createInterface({ input: stdin as unknown as Readable, output: stderr });
  try {
    return /^y(?:es)?$/i.test((await questions.question('Write this? [y/N] ')).trim());
  } finally {
    questions.close();
  }
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
