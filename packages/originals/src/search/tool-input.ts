import { describeValue } from '@palimpsest/core-types';
import { isRecord } from '../recall/is-record.ts';

/** The arguments of a tool call. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Thrown for a mistake of the model. The message is returned to it, so that it can correct the call. */
export class InputMistake extends Error {
  override readonly name = 'InputMistake';

  constructor(argument: string, received: unknown, expected: string) {
    super(`${argument}: expected ${expected}, got ${describeValue(received).toWellFormed()}.`);
  }
}

/**
 * Parses what the model sent: an object, or its JSON text.
 *
 * @throws {InputMistake} when it is neither, or has an argument that is not in `known`
 */
export function readToolInput(input: unknown, known: readonly string[]): ToolInput {
  const given = typeof input === 'string' ? parsed(input) : (input ?? {});
  if (!isRecord(given))
    throw new InputMistake('arguments', given, `an object of ${known.join(', ')}`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return given;
  throw new InputMistake('arguments', unknown, `one of ${known.join(', ')}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
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
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof count === 'number' && Number.isInteger(count) && count >= least && count <= most) {
    return count;
  }
  throw new InputMistake(name, value, `a whole number from ${least} to ${most}`);
}
