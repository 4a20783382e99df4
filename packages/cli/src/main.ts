import { readFileSync } from 'node:fs';
import type { Command, CommandEntry, CommandSummary } from './arguments/command.ts';
import { suggest } from './arguments/suggest.ts';
import { parseArguments } from './arguments/parse-arguments.ts';
import { exitCodeFor, ReaderGone, UsageError } from './errors.ts';
import { EXIT, type MainIo } from './main-io.ts';
import { writeTexts } from './output/write-texts.ts';
import { printError } from './terminal/notices.ts';
import { printable } from './terminal/printable.ts';
import { displayWidth, padEnd, wrap } from './terminal/columns.ts';
import { detectStyle, type TerminalStyle } from './terminal/style.ts';

const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'compress',
    argument: '[FILE|-]',
    summary: 'Compresses conversations and writes them in the form they were read in.',
    load: async () => (await import('./compress/compress-command.ts')).compressCommand,
  },
  {
    name: 'restore',
    argument: '[FILE|-]',
    summary: 'Puts back what "compress --originals" removed from conversations.',
    load: async () => (await import('./restore-command.ts')).restoreCommand,
  },
  {
    name: 'recall',
    argument: 'ID',
    summary: 'Prints the original text behind a short id that "compress --originals" left.',
    load: async () => (await import('./recall-command.ts')).recallCommand,
  },
  {
    name: 'inspect',
    argument: 'FILE',
    summary:
      'Shows what uses the tokens of a conversation, what is redundant, and what is broken. With --html: what a compression would keep, and why.',
    load: async () => (await import('./inspect/inspect-command.ts')).inspectCommand,
  },
  {
    name: 'diff',
    argument: 'BEFORE AFTER',
    summary: 'Compares two versions of a conversation: what stays, what was shortened or removed.',
    load: async () => (await import('./inspect/diff-command.ts')).diffCommand,
  },
  {
    name: 'handoff',
    argument: 'FILE',
    summary: 'Begins a session of another agent with a report of this one.',
    load: async () => (await import('./handoff/handoff-command.ts')).handoffCommand,
  },
  {
    name: 'proxy',
    summary:
      'Keeps the requests of any agent inside the context window: a local proxy for its base URL.',
    load: async () => (await import('./proxy/proxy-command.ts')).proxyCommand,
  },
  {
    name: 'run',
    argument: '-- COMMAND',
    summary: 'Runs an agent, such as claude or codex, with a proxy of its own.',
    load: async () => (await import('./proxy/run-command.ts')).runCommand,
  },
  {
    name: 'install',
    argument: 'HOST',
    summary: 'Installs the plugin for a coding agent.',
    load: async () => (await import('./hosts/host-commands.ts')).installCommand,
  },
  {
    name: 'uninstall',
    argument: 'HOST',
    summary: 'Removes the plugin for a coding agent.',
    load: async () => (await import('./hosts/host-commands.ts')).uninstallCommand,
  },
  {
    name: 'doctor',
    argument: '[HOST]',
    summary: 'Checks the coding agents of this machine, and what is in the way of their plugins.',
    load: async () => (await import('./hosts/host-commands.ts')).doctorCommand,
  },
  {
    name: 'prune',
    summary: 'Removes expired sessions and the oldest originals of the proxy from the disk.',
    load: async () => (await import('./proxy/prune-command.ts')).pruneCommand,
  },
  {
    name: 'strategies',
    summary: 'Lists the strategies, their settings, and which of them need a model.',
    load: async () => (await import('./strategies-command.ts')).strategiesCommand,
  },
];

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

async function runCommand([name, ...rest]: readonly string[], io: MainIo): Promise<number> {
  const { stdout, stderr, env } = io;
  if (name === undefined) {
    await writeTexts(stderr, [formatMainHelp(detectStyle(stderr, env))]);
    return EXIT.refused;
  }
  if (HELP.has(name)) {
    await writeTexts(stdout, [formatMainHelp(detectStyle(stdout, env))]);
    return EXIT.done;
  }
  if (name === '--version' || name === '-v') {
    await writeTexts(stdout, [`${readVersion()}\n`]);
    return EXIT.done;
  }
  const entry = COMMANDS.find((command) => command.name === name);
  if (entry === undefined) {
    const names = COMMANDS.map((command) => command.name);
    throw new UsageError(
      `Unknown command "${printable(name, 80)}": expected ${names.join(', ')}.${suggest(name, names)} Run "palimpsest --help" for an overview.`,
    );
  }
  const command = await entry.load();
  const end = rest.indexOf('--');
  if (rest.slice(0, end < 0 ? rest.length : end).some((argument) => HELP.has(argument))) {
    await writeTexts(stdout, [formatCommandHelp(entry, command, detectStyle(stdout, env))]);
    return EXIT.done;
  }
  return command.run(parseArguments(entry, command, rest), io);
}

const HELP = new Set(['--help', '-h']);

/** Reads the version of this package; its package.json is next to both `src` and `dist`. */
function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

const TERM_WIDTH = 30;

function formatMainHelp(style: TerminalStyle): string {
  const { colors } = style;
  return [
    `${colors.bold('palimpsest')} compresses and inspects the message histories of LLM agents.`,
    '',
    ...COMMANDS.flatMap(({ name, argument = '', summary }) =>
      explain(`palimpsest ${name} ${colors.dim(argument)}`, summary, style),
    ),
    ...explain('palimpsest COMMAND --help', 'Shows the options of a command.', style),
    ...explain('palimpsest --version', 'Prints the version.', style),
    '',
    colors.bold('Examples'),
    '',
    '  palimpsest inspect session.jsonl',
    '  palimpsest inspect session.jsonl --html report.html',
    '  palimpsest compress session.jsonl --target-ratio 0.3 --out smaller.jsonl',
    '  palimpsest run -- claude',
    '  gunzip -c many.jsonl.gz | palimpsest compress - --report json > smaller.jsonl',
    '',
  ].join('\n');
}

function formatCommandHelp(
  { name, argument = '', summary }: CommandSummary,
  { options, notes = [], takesCommand = false }: Command,
  style: TerminalStyle,
): string {
  const { colors, width } = style;
  // After the command, everything is its own.
  const usage = takesCommand ? `[OPTIONS] ${argument}` : `${argument} [OPTIONS]`.trim();
  return [
    `${colors.bold(`palimpsest ${name}`)} ${colors.dim(usage)}`,
    '',
    ...wrap(summary, width),
    '',
    ...Object.entries(options).flatMap(([option, { short, hint = '', isRepeatable, help }]) => {
      const letter = short === undefined ? '    ' : `-${short}, `;
      const value = `${hint}${isRepeatable === true ? '...' : ''}`;
      return explain(`${letter}--${option} ${colors.dim(value)}`.trimEnd(), help, style);
    }),
    ...explain('-h, --help', 'show this text', style),
    ...notes.flatMap((note) => ['', ...wrap(note, width)]),
    '',
  ].join('\n');
}

/** Formats a term with its explanation beside it, or below it if the term is long. */
function explain(term: string, text: string, { width }: TerminalStyle): string[] {
  const isLong = displayWidth(term) > TERM_WIDTH - 2;
  const lines = wrap(text, width - TERM_WIDTH - 2).map(
    (line, index) => `  ${padEnd(index === 0 && !isLong ? term : '', TERM_WIDTH)}${line}`,
  );
  return isLong ? [`  ${term}`, ...lines] : lines;
}
