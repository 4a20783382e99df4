import { PalimpsestError } from '@palimpsest/core-types';
import { stripVTControlCharacters } from 'node:util';
import type { Command } from '../arguments/command.ts';
import { UsageError } from '../errors.ts';
import { EXIT, type MainIo } from '../main-io.ts';
import { openOutput } from '../output/open-output.ts';
import { writeLines } from '../output/write-texts.ts';
import { printable, printableText } from '../terminal/printable.ts';
import { readConfigurations, readHost, runHost, withoutPlugin } from './hosts.ts';

const NOTES = [
  'HOST is claude-code, opencode, kilo or pi.',
  'Runs commands of the host itself, and shows each one.',
];

export const installCommand: Command = {
  options: {},
  notes: NOTES,
  async run(given, io) {
    const host = readHost(given);
    const { name, program, install } = host;
    for (const args of install) await showAndRun(program, args, io);
    const configurations = await readConfigurations(host, io.env);
    if (configurations.every(({ at }) => at === -1)) {
      const files = configurations.map(({ file }) => file).join(', ') || 'its configuration';
      throw new UsageError(`${program} did not put the plugin into ${files}. Is it valid JSON?`);
    }
    const text = `Installed. Start ${program} again. To undo it: palimpsest uninstall ${name}`;
    await writeLines(io.stdout, [text]);
    return EXIT.done;
  },
};

export const uninstallCommand: Command = {
  options: {},
  notes: [...NOTES, 'Everything else in the configuration of the host stays as it is.'],
  async run(given, io) {
    const host = readHost(given);
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
    return EXIT.done;
  },
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
