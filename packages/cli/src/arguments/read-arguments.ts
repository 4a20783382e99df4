import { parseArgs } from 'node:util';
import { Refusal } from '../refusal.ts';
import { printable } from '../terminal/printable.ts';
import { nearest } from './nearest.ts';
import type { Arguments, Command, Option } from './option.ts';

/**
 * Reads what follows the name of a command.
 *
 * @throws {Refusal} for an unknown option, a value too many or too few, or more arguments than the command takes
 */
export function readArguments(command: Command, argv: readonly string[]): Arguments {
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(command.options).map(([name, { type, short }]) => [
        name,
        short === undefined ? { type } : { type, short },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(command.options, token.name)
      ? command.options[token.name]
      : undefined;
    if (option === undefined) throw unknownOption(command, token.rawName);
    const value = readValue(option, token.rawName, token.value, token.inlineValue === true);
    const given = values.get(token.name);
    if (given === undefined) values.set(token.name, [value]);
    else if (option.multiple === true) given.push(value);
    else if (given[0] !== value) throw twice(token.rawName, given[0]!, value);
  }
  const most = command.argument === undefined ? 0 : 1;
  if (positionals.length > most) throw tooMany(command, positionals[most]!);
  return {
    positionals,
    get: (option) => values.get(option)?.at(-1),
    all: (option) => values.get(option) ?? [],
    has: (option) => values.has(option),
  };
}

function readValue(
  { type, hint = 'VALUE' }: Option,
  name: string,
  value: string | undefined,
  isInline: boolean,
): string {
  if (type === 'boolean') {
    if (value === undefined) return '';
    throw new Refusal(`${name} takes no value, but got ${quote(value)}.`);
  }
  if (value !== undefined && (isInline || !value.startsWith('--'))) return value;
  throw new Refusal(`${name} needs a value: ${name} ${hint}.`);
}

function unknownOption({ name, options }: Command, typed: string): Refusal {
  const known = Object.keys(options);
  const meant = nearest(typed.replace(/^-+/, ''), known);
  const hint = meant === undefined ? '' : ` Did you mean --${meant}?`;
  return new Refusal(
    `${printable(typed, 80)} is no option of "${name}".${hint} "palimpsest ${name} --help" lists them.`,
  );
}

function twice(name: string, first: string, second: string): Refusal {
  return new Refusal(`${name} was given twice, as ${quote(first)} and as ${quote(second)}.`);
}

function tooMany({ name, argument }: Command, extra: string): Refusal {
  const accepted =
    argument === undefined ? 'no file' : argument.includes('FILE') ? 'one file' : `one ${argument}`;
  return new Refusal(`"palimpsest ${name}" takes ${accepted}, but also got ${quote(extra)}.`);
}

function quote(text: string): string {
  return `"${printable(text, 80)}"`;
}
