import { displayWidth, padEnd, wrap } from '../terminal/columns.ts';
import type { TerminalStyle } from '../terminal/style.ts';
import type { Command } from './command.ts';

/** What the overview tells about a command. */
export interface CommandSummary {
  readonly name: string;
  /** Placeholder for the positional argument, if there is one. */
  readonly argument?: string;
  readonly summary: string;
}

/** Columns of the terms before their explanations. */
const TERM_WIDTH = 30;

export function formatMainHelp(commands: readonly CommandSummary[], style: TerminalStyle): string {
  const { colors } = style;
  return [
    `${colors.bold('palimpsest')} compresses and inspects the message histories of LLM agents.`,
    '',
    ...commands.flatMap(({ name, argument = '', summary }) =>
      explain(`palimpsest ${name} ${colors.dim(argument)}`, summary, style),
    ),
    ...explain('palimpsest COMMAND --help', 'Shows the options of a command.', style),
    ...explain('palimpsest --version', 'Prints the version.', style),
    '',
    colors.bold('Examples'),
    '',
    '  palimpsest inspect session.jsonl',
    '  palimpsest inspect session.jsonl --why | less',
    '  palimpsest compress session.jsonl --target-ratio 0.3 --out smaller.jsonl',
    '  gunzip -c many.jsonl.gz | palimpsest compress - --report json > smaller.jsonl',
    '',
  ].join('\n');
}

export function formatCommandHelp(
  { name, argument = '', summary }: CommandSummary,
  { options, notes = [] }: Command,
  style: TerminalStyle,
): string {
  const { colors, width } = style;
  return [
    `${colors.bold(`palimpsest ${name}`)} ${colors.dim(`${argument} [OPTIONS]`.trim())}`,
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
