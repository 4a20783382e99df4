import { parseArgs } from 'node:util';
import { UsageError } from '../errors.ts';
import { quote } from '../terminal/printable.ts';
import type { Arguments, Command, CommandSummary, Option } from './command.ts';
import { suggest } from './suggest.ts';

/**
 * Parses the arguments after the name of a command.
 *
 * @throws {UsageError} for an unknown option, a missing, unexpected or second value, or too many arguments
 */
export function parseArguments(
  { name: command, argument }: CommandSummary,
  { options, takesCommand = false }: Pick<Command, 'options' | 'takesCommand'>,
  argv: readonly string[],
): Arguments {
  const end = takesCommand ? argv.indexOf('--') : -1;
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  const most = takesCommand ? 0 : (argument?.split(' ').length ?? 0);
  // Not strict: the errors below name the option as the user typed it, and fit in one line.
  const { tokens } = parseArgs({
    args: end < 0 ? [...argv] : argv.slice(0, end),
    options: Object.fromEntries(
      Object.entries(options).map(([name, { hint, short }]) => {
        const type = hint === undefined ? 'boolean' : 'string';
        return [name, short === undefined ? { type } : { type, short }];
      }),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (token.value === '' || positionals.push(token.value) > most) {
        const seen = `${positionals.length > 1 ? 'also ' : ''}${quote(token.value)}`;
        const expected = argument ?? 'no argument';
        throw new UsageError(`"palimpsest ${command}": expected ${expected}, got ${seen}.`);
      }
    }
    if (token.kind !== 'option') continue;
    const { name, rawName, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) {
      const typed = rawName.replace(/^-+/, '');
      const hint = suggest(typed, Object.keys(options), (known) => `--${known}`);
      throw new UsageError(
        `Unknown option ${quote(rawName)} of "palimpsest ${command}".${hint} Run "palimpsest ${command} --help" for its options.`,
      );
    }
    const value = readValue(option, rawName, token.value, inlineValue === true);
    const given = values.get(name);
    if (given === undefined) values.set(name, [value]);
    else if (option.isRepeatable === true) given.push(value);
    else if (given[0] !== value) {
      const seen = `${quote(given[0]!)} and ${quote(value)}`;
      throw new UsageError(`${rawName}: expected one value, got ${seen}.`);
    }
  }
  return {
    positional: positionals[0],
    positionals,
    rest: end < 0 ? [] : argv.slice(end + 1),
    get: (option) => values.get(option)?.[0],
    all: (option) => values.get(option) ?? [],
    has: (option) => values.has(option),
  };
}

function readValue(
  { hint }: Option,
  name: string,
  value: string | undefined,
  isInline: boolean,
): string {
  if (hint === undefined) {
    if (value === undefined) return '';
    throw new UsageError(`${name}: expected no value, got ${quote(value)}.`);
  }
  // "--out --strict" is a forgotten value, "--out=--strict" is not.
  if (value !== undefined && value !== '' && (isInline || !value.startsWith('--'))) return value;
  const seen = value === '' ? 'an empty one' : 'none';
  throw new UsageError(`${name}: expected a value, got ${seen}. Write ${name} ${hint}.`);
}
