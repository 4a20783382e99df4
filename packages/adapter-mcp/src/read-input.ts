import { describeValue } from '@palimpsest/core-types';

/** The arguments of a tool call, as the model sent them. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Thrown for a mistake of the model. The message is returned to it, so that it can correct the call. */
export class InputMistake extends Error {
  override readonly name = 'InputMistake';

  constructor(argument: string, received: unknown, expected: string) {
    super(`${argument}: expected ${expected}, got ${describeValue(received).toWellFormed()}.`);
  }
}

/**
 * Checks that all arguments are known.
 *
 * @throws {InputMistake} when an argument is not in `known`
 */
export function refuseOthers(input: ToolInput, known: readonly string[]): void {
  const unknown = Object.keys(input).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InputMistake('arguments', unknown, `one of ${known.join(', ')}`);
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
