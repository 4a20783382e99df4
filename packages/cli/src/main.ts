import { commandHelp, mainHelp } from './arguments/help.ts';
import { nearest } from './arguments/nearest.ts';
import type { Arguments, Command } from './arguments/option.ts';
import { readArguments } from './arguments/read-arguments.ts';
import { compressCommand } from './compress/compress-command.ts';
import { runCompress } from './compress/run-compress.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { explain } from './explain.ts';
import { inspectCommand } from './inspect/inspect-command.ts';
import { runInspect } from './inspect/run-inspect.ts';
import type { MainIo } from './main-io.ts';
import { writeTo } from './output/stream-output.ts';
import { Refusal } from './refusal.ts';
import { recallCommand } from './recall/recall-command.ts';
import { runRecall } from './recall/run-recall.ts';
import { restoreCommand } from './restore/restore-command.ts';
import { runRestore } from './restore/run-restore.ts';
import { runStrategies } from './strategies/run-strategies.ts';
import { strategiesCommand } from './strategies/strategies-command.ts';
import { lookOf } from './terminal/look.ts';
import { printable } from './terminal/printable.ts';
import { readVersion } from './version.ts';

interface Entry {
  readonly command: Command;
  readonly run: (given: Arguments, io: MainIo) => Promise<ExitCode>;
}

const ENTRIES: readonly Entry[] = [
  { command: compressCommand, run: runCompress },
  { command: restoreCommand, run: runRestore },
  { command: recallCommand, run: runRecall },
  { command: inspectCommand, run: runInspect },
  { command: strategiesCommand, run: runStrategies },
];

/**
 * The `palimpsest` command. Never throws: what goes wrong is said on `stderr`, in one sentence, and by the exit code.
 *
 * @param argv what follows the name of the program
 */
export async function main(argv: readonly string[], io: MainIo): Promise<ExitCode> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    return explain(error, io);
  }
}

async function dispatch(argv: readonly string[], io: MainIo): Promise<ExitCode> {
  const [name, ...rest] = argv;
  const commands = ENTRIES.map(({ command }) => command);
  if (name === undefined) {
    await writeTo(io.stderr, mainHelp(commands, lookOf(io.stderr, io.env)));
    return EXIT.refused;
  }
  if (HELP.has(name)) {
    await writeTo(io.stdout, mainHelp(commands, lookOf(io.stdout, io.env)));
    return EXIT.done;
  }
  if (name === '--version' || name === '-v') {
    await writeTo(io.stdout, `${readVersion()}\n`);
    return EXIT.done;
  }
  const entry = ENTRIES.find(({ command }) => command.name === name);
  if (entry === undefined) throw unknownCommand(name, commands);
  const end = rest.indexOf('--');
  const options = end < 0 ? rest : rest.slice(0, end);
  if (options.some((option) => HELP.has(option))) {
    await writeTo(io.stdout, commandHelp(entry.command, lookOf(io.stdout, io.env)));
    return EXIT.done;
  }
  return entry.run(readArguments(entry.command, rest), io);
}

const HELP = new Set(['--help', '-h']);

function unknownCommand(typed: string, commands: readonly Command[]): Refusal {
  const names = commands.map(({ name }) => name);
  const meant = nearest(typed, names);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return new Refusal(
    `"${printable(typed, 80)}" is no command.${hint} There are ${names.join(', ')}; "palimpsest --help" explains them.`,
  );
}
