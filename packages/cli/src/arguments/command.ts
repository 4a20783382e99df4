import { UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';

export interface Option {
  readonly short?: string;
  readonly isRepeatable?: boolean;
  /** Placeholder for the value in the help: `N`, `FILE|-`. Absent for a switch. */
  readonly hint?: string;
  readonly help: string;
}

export type Options = Readonly<Record<string, Option>>;

export interface CommandSummary {
  readonly name: string;
  /** Placeholders for the positional arguments, if there are any: `FILE`, `BEFORE AFTER`. */
  readonly argument?: string;
  readonly summary: string;
}

export interface CommandEntry extends CommandSummary {
  /** Imports the command, which takes longer than everything else at the start. */
  readonly load: () => Promise<Command>;
}

export interface Command {
  readonly options: Options;
  /** Paragraphs after the options in the help. */
  readonly notes?: readonly string[];
  /** Whether a command to run follows after `--`. @default false */
  readonly takesCommand?: boolean;
  readonly run: (given: Arguments, io: MainIo) => Promise<number>;
}

/** The parsed arguments of a command: a text for each value, `''` for a switch. */
export interface Arguments {
  /** The file or id; the first of several. */
  readonly positional: string | undefined;
  readonly positionals: readonly string[];
  /** The command after `--`, if the command takes one. */
  readonly rest: readonly string[];
  get(option: string): string | undefined;
  all(option: string): readonly string[];
  has(option: string): boolean;
}

export function withValue(hint: string, help: string, short?: string): Option {
  return { hint, help, ...(short !== undefined && { short }) };
}

/** @throws {UsageError} if one of the options is given; `problem` says what it needs */
export function rejectOptions(given: Arguments, options: readonly string[], problem: string): void {
  const unusable = options.find((option) => given.has(option));
  if (unusable !== undefined) throw new UsageError(`--${unusable} ${problem}`);
}
