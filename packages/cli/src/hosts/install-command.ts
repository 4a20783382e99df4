import { PalimpsestError } from '@palimpsest/core-types';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import type { Arguments, Command } from '../arguments/command.ts';
import { UsageError, withWriteErrors } from '../errors.ts';
import { EXIT, type MainIo } from '../main-io.ts';
import { writeLines } from '../output/write-texts.ts';
import { printable, printableText } from '../terminal/printable.ts';
import { HOSTS, readAgent, readConfigurations } from './hosts.ts';
import { runProgram } from './run-program.ts';
import { removeElement } from './settings-text.ts';

const OPTIONS = { yes: { help: 'do it without asking' } };

const NOTES = [
  'HOST is claude-code, opencode, kilo or pi.',
  'Shows what it will do before it does it: it runs commands of the host itself.',
];

/** Longest time that a host may take, in milliseconds: it may download a package. */
const PATIENCE = 600_000;

/** One thing to do, and what is shown before. */
type Step = readonly [text: string, run: () => Promise<void>];

export const installCommand: Command = {
  options: OPTIONS,
  notes: NOTES,
  async run(given, io) {
    const host = readAgent(given, HOSTS);
    const { name, program, plugin, files } = host;
    const steps = plugin.install.map((args) => commandStep(program, args, io));
    if (!(await doSteps(steps, given, io))) return EXIT.failed;
    const configurations = await readConfigurations(host, io.env);
    if (configurations.every(({ at }) => at === -1)) {
      const [file = ''] = files(io.env);
      throw new UsageError(`${program} did not put the plugin into ${file}. Is it valid JSON?`);
    }
    const text = `Installed. Start ${program} again. To undo it: palimpsest uninstall ${name}`;
    await writeLines(io.stdout, [text]);
    return EXIT.done;
  },
};

export const uninstallCommand: Command = {
  options: OPTIONS,
  notes: [...NOTES, 'Everything else in the configuration of the host stays as it is.'],
  async run(given, io) {
    const host = readAgent(given, HOSTS);
    const { name, program, plugin } = host;
    const configurations = await readConfigurations(host, io.env);
    const found = configurations.filter(({ at }) => at !== -1);
    const steps = found.map(({ file, text, at }): Step => {
      if (plugin.uninstall !== undefined) return commandStep(program, plugin.uninstall, io);
      const without = removeElement(text, plugin.key, at);
      const write = () => withWriteErrors(file, writeFile(file, without));
      return [`remove ${plugin.name} from ${file}`, write];
    });
    if (steps.length > 0 && !(await doSteps(steps, given, io))) return EXIT.failed;
    const text = steps.length > 0 ? 'Uninstalled.' : `The plugin for ${name} is not installed.`;
    await writeLines(io.stdout, [text]);
    return EXIT.done;
  },
};

function commandStep(program: string, args: readonly string[], io: MainIo): Step {
  const text = [program, ...args].join(' ');
  const run = async (): Promise<void> => {
    const result = runProgram(program, args, io.env, PATIENCE);
    if (result === undefined) throw new UsageError(`"${program}" was not found. Install it first.`);
    if (result.code === 0) return;
    await writeLines(io.stderr, [printableText(result.output.trimEnd())]);
    throw new PalimpsestError(`"${text}" failed with exit code ${result.code}.`, 'HOST_FAILED');
  };
  return [text, run];
}

/** Shows steps, and does them if a person agrees, with `--yes` or in the terminal. Returns whether they are done. */
async function doSteps(steps: readonly Step[], given: Arguments, io: MainIo): Promise<boolean> {
  await writeLines(
    io.stdout,
    steps.map(([text]) => `  ${printable(text, 400)}`),
  );
  if (!given.has('yes')) {
    if (io.stdin.isTTY !== true) {
      throw new UsageError('Nobody can be asked here. Add --yes to do this.');
    }
    const input = io.stdin as unknown as Readable;
    const questions = createInterface({ input, output: io.stderr });
    const answer = await questions.question('Do this? [y/N] ').finally(() => questions.close());
    if (!/^y(?:es)?$/i.test(answer.trim())) return false;
  }
  for (const [, run] of steps) await run();
  return true;
}
