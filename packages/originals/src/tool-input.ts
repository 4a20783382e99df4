import { describeValue, isRecord } from '@palimpsest/core-types';

/** The arguments of a tool call. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Returns the sentence for a mistake of the model, so that it can correct the call. */
export function describeMistake(argument: string, received: unknown, expected: string): string {
  return `${argument}: expected ${expected}, got ${describeValue(received).toWellFormed()}.`;
}

/** Thrown for a mistake of the model. The message is returned to it. */
export class InputMistake extends Error {
  override readonly name = 'InputMistake';

  constructor(argument: string, received: unknown, expected: string) {
    super(describeMistake(argument, received, expected));
  }
}

/** Parses what the model sent: JSON text, or the value itself. */
export function parseToolInput(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return input;
  }
}

/**
 * Returns the arguments that the model sent.
 *
 * @throws {InputMistake} when there is no object, or when it has an argument that is not in `known`
 */
export function readToolInput(input: unknown, known: readonly string[]): ToolInput {
  const given = parseToolInput(input ?? {});
  if (!isRecord(given))
    throw new InputMistake('arguments', given, `an object of ${known.join(', ')}`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return given;
  throw new InputMistake('arguments', unknown, `one of ${known.join(', ')}`);
}

/** Returns a whole number; `undefined` for other values. Some models write numbers as text. */
export function parseWholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/**
 * Returns an argument that is a whole number from `least` to `most`, or the text of one; `usual` if it is missing.
 *
 * @throws {InputMistake} when the argument is anything else
 */
export function readCount(
  input: ToolInput,
  name: string,
  { usual, least, most }: { readonly usual: number; readonly least: number; readonly most: number },
): number {
  const value = input[name] ?? usual;
  const count = parseWholeNumber(value);
  if (count !== undefined && count >= least && count <= most) return count;
  throw new InputMistake(name, value, `a whole number from ${least} to ${most}`);
}
