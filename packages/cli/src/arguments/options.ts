import { InvalidArgumentError, type Command } from '@commander-js/extra-typings';
import type { FormatName } from '@palimpsest/formats';
import { FORMAT_NAMES } from '../conversations/conversation.ts';
import { UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { wrap } from '../terminal/columns.ts';
import { detectStyle } from '../terminal/style.ts';

/** What a command may use while it runs. */
interface CommandIo extends MainIo {
  /** Sets the exit code, which is 0 otherwise. */
  readonly exitWith: (code: number) => void;
}

/** Adds arguments, options and the action to a command that has only its name. */
export type DefineCommand = (command: Command, io: CommandIo) => void;

export const FORMAT_HELP: string = `format of the messages: auto (default), ${FORMAT_NAMES.join(', ')}`;
export const CONVERSATION_HELP = 'one of several conversations: its id, or its position from 0';
export const ORIGINALS_HELP = 'folder for the originals of removed text; only you can read it';
export const SESSION_HELP = 'namespace in that folder (default: default)';
export const NAME_HELP =
  'the conversation of the session: a name, or the file it came from (default: found by path, id and content)';
export const OUT_HELP =
  'output; - prints on a terminal, too (default: standard output, unless it is a terminal)';
export const REPORT_HELP =
  'report on standard error: text (default), json (one object per conversation) or none';
export const SKIP_BAD_HELP = 'copy unreadable lines unchanged instead of failing';

/** Where originals are, and whose they are. */
export interface OriginalsOptions {
  readonly originals?: string | undefined;
  readonly session?: string | undefined;
  readonly conversation?: string | undefined;
  readonly keepSecrets?: boolean | undefined;
}

/** Returns paragraphs that stand after the options in the help. */
export function formatNotes({ stdout, env }: MainIo, ...notes: readonly string[]): string {
  const { width } = detectStyle(stdout, env);
  return notes.map((note) => `\n${wrap(note, width).join('\n')}\n`).join('');
}

/**
 * Checks that options which need another one are not given without it.
 *
 * @param names as they are typed, without dashes
 * @param problem what they need
 */
export function rejectOptions(options: object, names: readonly string[], problem: string): void {
  const given = names.find((name) => {
    const key = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return Reflect.get(options, key) !== undefined;
  });
  if (given !== undefined) throw new UsageError(`--${given} ${problem}`);
}

/** Accepts any value but an empty one, and one that looks like an option, because its own value is missing. */
export function parseText(text: string): string {
  if (text !== '' && !text.startsWith('--')) return text;
  throw new InvalidArgumentError('Expected a value.');
}

/** Collects the values of an option that may be given several times. */
export function collect(text: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), parseText(text)];
}

const THOUSANDS: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 };

/** Parses a whole number of at least 1. `_` may group its digits, and `20k` or `1.5M` stand for thousands or millions. */
export function parsePositive(text: string): number {
  const [, digits = '', unit = ''] = /^(\d[\d_]*(?:\.\d+(?=[km]))?)([km]?)$/i.exec(text) ?? [];
  const value = Math.round(Number(digits.replaceAll('_', '')) * THOUSANDS[unit.toLowerCase()]!);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError('Expected a whole number of at least 1, such as 20000 or 20k.');
}

const MAX_PORT = 65_535;

export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= MAX_PORT) return port;
  throw new InvalidArgumentError(`Expected a port from 1 to ${MAX_PORT}.`);
}

/** Parses a number between 0 and 1, both excluded: `0.3`, or `30%`. */
export function parseShare(text: string): number {
  const [, number, percent] = /^\s*([\d.]+|[\d.]+e-?\d+)\s*(%?)\s*$/.exec(text) ?? [];
  const value = Number(number ?? Number.NaN) / (percent === '%' ? 100 : 1);
  if (value > 0 && value < 1) return value;
  throw new InvalidArgumentError('Expected a number greater than 0 and less than 1, or 30%.');
}

/** Parses the first and the last line, counted from 1; a single number is both. */
export function parseLines(text: string): readonly [number, number] {
  const [, first = '', last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  const lines = [Number(first), Number(last)] as const;
  if (first !== '' && lines[0] >= 1 && lines[0] <= lines[1]) return lines;
  throw new InvalidArgumentError('Expected one line or two, counted from 1: 10, or 10-30.');
}

/** Returns a parser of one of several words. */
export function parseChoice<Choice extends string>(
  choices: readonly Choice[],
): (text: string) => Choice {
  return (text) => {
    const found = choices.find((choice) => choice === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Expected one of ${choices.join(', ')}.`);
  };
}

/** Parses the format of the messages; `undefined` if it is to be detected. */
export function parseFormat(text: string): FormatName | undefined {
  const choice = parseChoice(['auto', ...FORMAT_NAMES])(text);
  return choice === 'auto' ? undefined : choice;
}

/** @throws {UsageError} if both options for the target are given */
export function checkOneTarget(options: {
  readonly targetTokens?: number | undefined;
  readonly targetRatio?: number | undefined;
}): void {
  if (options.targetTokens !== undefined && options.targetRatio !== undefined) {
    throw new UsageError('--target-tokens, --target-ratio: expected one of them, got both.');
  }
}
