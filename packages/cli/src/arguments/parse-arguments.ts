import { parseArgs } from 'node:util';
import { UsageError } from '../errors.ts';
import { quote } from '../terminal/printable.ts';
import type { Arguments, Command, CommandSummary, Option, Options } from './command.ts';
import { suggest } from './suggest.ts';

/**
 * Parses the arguments after the name of a command.
 *
 * @throws {UsageError} for an unknown option, a missing, unexpected or second value, or too many arguments
 */
export function parseArguments(
  command: CommandSummary,
  { options, takesCommand = false }: Pick<Command, 'options' | 'takesCommand'>,
  argv: readonly string[],
): Arguments {
  const end = takesCommand ? argv.indexOf('--') : -1;
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  const most = takesCommand ? 0 : (command.argument?.split(' ').length ?? 0);
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
      if (positionals.length === most) throw tooManyArguments(command, token.value);
      if (token.value === '') {
        throw new UsageError(`"palimpsest ${command.name}": expected ${command.argument}, got "".`);
      }
      positionals.push(token.value);
    }
    if (token.kind !== 'option') continue;
    const { name, rawName } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) throw unknownOption(command, options, rawName);
    const value = readValue(option, rawName, token.value, token.inlineValue === true);
    const given = values.get(name);
    if (given === undefined) values.set(name, [value]);
    else if (option.isRepeatable === true) given.push(value);
    else if (given[0] !== value) {
      throw new UsageError(
        `${rawName}: expected one value, got ${quote(given[0]!)} and ${quote(value)}.`,
      );
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

/** Hints of values that can be any text but `''`. Other options say themselves what they accept. */
const PATHS_AND_NAMES = /^(?:FILE|DIR|NAME|ID|URL|ADDRESS)\b/;

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
  const isEmpty = value === '' && PATHS_AND_NAMES.test(hint);
  if (value !== undefined && !isEmpty && (isInline || !value.startsWith('--'))) return value;
  const seen = isEmpty ? 'an empty one' : 'none';
  throw new UsageError(`${name}: expected a value, got ${seen}. Write ${name} ${hint}.`);
}

function unknownOption({ name }: CommandSummary, options: Options, typed: string): UsageError {
  const hint = suggest(typed.replace(/^-+/, ''), Object.keys(options), (option) => `--${option}`);
  return new UsageError(
    `Unknown option ${quote(typed)} of "palimpsest ${name}".${hint} Run "palimpsest ${name} --help" for its options.`,
  );
}

function tooManyArguments({ name, argument }: CommandSummary, extra: string): UsageError {
  if (argument?.startsWith('-- ') === true) {
    return new UsageError(
      `"palimpsest ${name}": expected the command after --, got ${quote(extra)} before it. Write palimpsest ${name} [OPTIONS] ${argument}.`,
    );
  }
  const accepted =
    argument === undefined
      ? 'no file'
      : argument.includes(' ')
        ? `only ${argument}`
        : argument.includes('FILE')
          ? 'one file'
          : `one ${argument}`;
  return new UsageError(`"palimpsest ${name}": expected ${accepted}, got also ${quote(extra)}.`);
}
