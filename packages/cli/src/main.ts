import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { readFileSync } from 'node:fs';
import type { DefineCommand } from './arguments/options.ts';
import { rejectSecondValues } from './arguments/reject-second-values.ts';
import { exitCodeFor, ReaderGone } from './errors.ts';
import { EXIT, type MainIo } from './main-io.ts';
import { writeTexts } from './output/write-texts.ts';
import { printError } from './terminal/notices.ts';
import { detectStyle } from './terminal/style.ts';

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Imports the command, which takes longer than everything else at the start. */
  readonly load: () => Promise<DefineCommand>;
}

const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'compress',
    summary: 'Compresses conversations and writes them in the form they were read in.',
    load: async () => (await import('./compress/compress-command.ts')).defineCompress,
  },
  {
    name: 'restore',
    summary: 'Puts back what "compress --originals" removed from conversations.',
    load: async () => (await import('./restore-command.ts')).defineRestore,
  },
  {
    name: 'recall',
    summary: 'Prints the original text behind a short id that "compress --originals" left.',
    load: async () => (await import('./recall-command.ts')).defineRecall,
  },
  {
    name: 'inspect',
    summary:
      'Shows what uses the tokens of a conversation, what is redundant, and what is broken. With --html: what a compression would keep, and why.',
    load: async () => (await import('./inspect/inspect-command.ts')).defineInspect,
  },
  {
    name: 'diff',
    summary: 'Compares two versions of a conversation: what stays, what was shortened or removed.',
    load: async () => (await import('./inspect/diff-command.ts')).defineDiff,
  },
  {
    name: 'handoff',
    summary: 'Begins a session of another agent with a report of this one.',
    load: async () => (await import('./handoff/handoff-command.ts')).defineHandoff,
  },
  {
    name: 'proxy',
    summary:
      'Keeps the requests of any agent inside the context window: a local proxy for its base URL.',
    load: async () => (await import('./proxy/proxy-command.ts')).defineProxy,
  },
  {
    name: 'run',
    summary: 'Runs an agent, such as claude or codex, with a proxy of its own.',
    load: async () => (await import('./proxy/run-command.ts')).defineRun,
  },
  {
    name: 'install',
    summary: 'Installs the plugin for a coding agent.',
    load: async () => (await import('./hosts/host-commands.ts')).defineInstall,
  },
  {
    name: 'uninstall',
    summary: 'Removes the plugin for a coding agent.',
    load: async () => (await import('./hosts/host-commands.ts')).defineUninstall,
  },
  {
    name: 'doctor',
    summary: 'Checks the coding agents of this machine, and what is in the way of their plugins.',
    load: async () => (await import('./hosts/host-commands.ts')).defineDoctor,
  },
  {
    name: 'prune',
    summary: 'Removes expired sessions and the oldest originals of the proxy from the disk.',
    load: async () => (await import('./proxy/prune-command.ts')).definePrune,
  },
  {
    name: 'strategies',
    summary: 'Lists the strategies, their settings, and which of them need a model.',
    load: async () => (await import('./strategies-command.ts')).defineStrategies,
  },
];

const EXAMPLES = `
Examples:
  palimpsest inspect session.jsonl
  palimpsest inspect session.jsonl --html report.html
  palimpsest compress session.jsonl --target-ratio 0.3 --out smaller.jsonl
  palimpsest run -- claude
  gunzip -c many.jsonl.gz | palimpsest compress - --report json > smaller.jsonl
`;

/**
 * Runs the `palimpsest` command. Never throws: reports errors in one line on `stderr` and in the exit code.
 *
 * @param argv the arguments after the name of the program
 */
export async function main(argv: readonly string[], io: MainIo): Promise<number> {
  try {
    return await runCommand(argv, io);
  } catch (error) {
    if (!(error instanceof ReaderGone)) printError(error, io);
    return exitCodeFor(error);
  }
}

async function runCommand(argv: readonly string[], io: MainIo): Promise<number> {
  let code: number = EXIT.done;
  let help = '';
  let used: CommandUnknownOpts | undefined;
  const program = createProgram(io, (text) => (help += text));
  const name = argv[0] === 'help' ? argv[1] : argv[0];
  const chosen = COMMANDS.find((entry) => entry.name === name);
  for (const { name: own, summary } of COMMANDS) {
    const command = program.command(own).summary(summary).description(summary);
    if (own !== chosen?.name) continue;
    used = command;
    const define = await chosen.load();
    define(command, { ...io, exitWith: (given) => (code = given) });
    rejectSecondValues(command);
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) {
      await writeTexts(io.stdout, [help]);
      return EXIT.done;
    }
    if (error.code === 'commander.help') await writeTexts(io.stderr, [help]);
    else printError(explain(error, used), io);
    return EXIT.refused;
  }
}

/** Says in one line what is wrong with the arguments, and what the option takes, if its value is missing. */
function explain({ code, message }: CommanderError, command?: CommandUnknownOpts): string {
  const problem = message.replace(/^error: /, '').replaceAll('\n', ' ');
  const end = /[.?)]$/.test(problem) ? '' : '.';
  const option =
    code === 'commander.optionMissingArgument'
      ? command?.options.find(({ flags }) => message.includes(`'${flags}'`))
      : undefined;
  const expected = option === undefined ? '' : ` Expected: ${option.description}.`;
  const name = command === undefined ? '' : `${command.name()} `;
  return `${problem}${end}${expected} See "palimpsest ${name}--help".`;
}

/** Creates the program without commands. Help is written to `write`. */
function createProgram(io: MainIo, write: (text: string) => void): Command {
  const { stdout, stderr, env } = io;
  const ofStdout = detectStyle(stdout, env);
  const program = new Command('palimpsest');
  return program
    .description('Compresses and inspects the message histories of LLM agents.')
    .version(readVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'show this text')
    .helpCommand('help [COMMAND]', 'Shows the options of a command.')
    .addHelpText('after', EXAMPLES)
    .enablePositionalOptions()
    .configureHelp({ styleTitle: ofStdout.colors.bold })
    .configureOutput({
      writeOut: write,
      writeErr: write,
      // The caller prints it.
      outputError: () => {},
      getOutHelpWidth: () => ofStdout.width,
      getErrHelpWidth: () => detectStyle(stderr, env).width,
      getOutHasColors: () => ofStdout.hasColors,
    })
    .exitOverride();
}

/** Reads the version of this package; its package.json is next to both `src` and `dist`. */
function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
