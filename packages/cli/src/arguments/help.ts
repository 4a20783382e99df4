import { displayWidth, padEnd, wrap } from '../terminal/columns.ts';
import type { Look } from '../terminal/look.ts';
import type { Command } from './option.ts';

/** Columns before the texts that explain. */
const LEFT = 30;

/** The help of the whole program. */
export function mainHelp(commands: readonly Command[], look: Look): string {
  const { colors } = look;
  return [
    `${colors.bold('palimpsest')} keeps the histories of LLM agents inside their context window.`,
    '',
    ...commands.flatMap(({ name, argument = '', summary }) =>
      hang(`palimpsest ${name} ${colors.dim(argument)}`, summary, look),
    ),
    ...hang('palimpsest COMMAND --help', 'All options of a command.', look),
    ...hang('palimpsest --version', 'The version.', look),
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

/** The help of one command. */
export function commandHelp(command: Command, look: Look): string {
  const { colors } = look;
  const { name, argument, summary, options, notes = [] } = command;
  const all = Object.entries(options).flatMap(([option, { short, hint = '', help, multiple }]) => {
    const letter = short === undefined ? '    ' : `-${short}, `;
    const value = `${hint}${multiple === true ? '...' : ''}`;
    return hang(`${letter}--${option}${value === '' ? '' : ` ${colors.dim(value)}`}`, help, look);
  });
  return [
    `${colors.bold(`palimpsest ${name}`)} ${colors.dim([argument, '[OPTIONS]'].filter(Boolean).join(' '))}`,
    '',
    ...wrap(summary, look.width),
    '',
    ...all,
    ...hang('-h, --help', 'this text', look),
    ...notes.flatMap((note) => ['', ...wrap(note, look.width)]),
    '',
  ].join('\n');
}

/** A term, and what it means beside it; below it where the term is long. */
function hang(term: string, text: string, { width }: Look): string[] {
  const lines = wrap(text, width - LEFT - 2);
  const isLong = displayWidth(term) > LEFT - 2;
  const beside = lines.map((line, index) => {
    const left = index === 0 && !isLong ? term : '';
    return `  ${padEnd(left, LEFT)}${line}`;
  });
  return isLong ? [`  ${term}`, ...beside] : beside;
}
