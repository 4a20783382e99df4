import { padEnd } from '../terminal/columns.ts';
import type { Look } from '../terminal/look.ts';
import type { Command } from './option.ts';

/** The help of the whole program. */
export function mainHelp(commands: readonly Command[], { colors }: Look): string {
  return [
    `${colors.bold('palimpsest')}  keeps the histories of LLM agents inside their context window`,
    '',
    ...commands.map(
      ({ name, argument = '', summary }) =>
        `  ${padEnd(`palimpsest ${name} ${colors.dim(argument)}`, 32)}${summary}`,
    ),
    '',
    `  ${padEnd('palimpsest COMMAND --help', 32)}All options of a command.`,
    `  ${padEnd('palimpsest --version', 32)}The version.`,
    '',
    'Examples',
    '',
    '  palimpsest inspect session.jsonl',
    '  palimpsest compress session.jsonl --target-ratio 0.3 --out smaller.jsonl',
    '  gunzip -c many.jsonl.gz | palimpsest compress - --report json > smaller.jsonl',
    '',
  ].join('\n');
}

/** The help of one command. */
export function commandHelp(command: Command, { colors }: Look): string {
  const { name, argument, summary, options, notes = [] } = command;
  const all = Object.entries(options).map(([option, { short, hint = '', help, multiple }]) => {
    const letter = short === undefined ? '    ' : `-${short}, `;
    const text = `${letter}--${option}${hint === '' ? '' : ` ${colors.dim(hint)}`}${multiple === true ? colors.dim('...') : ''}`;
    return `  ${padEnd(text, 30)}${help}`;
  });
  return [
    `${colors.bold(`palimpsest ${name}`)} ${colors.dim([argument, '[OPTIONS]'].filter(Boolean).join(' '))}`,
    '',
    summary,
    '',
    ...all,
    `  ${padEnd('-h, --help', 30)}this text`,
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
  ].join('\n');
}
