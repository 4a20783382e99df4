import { describeValue, isRecord } from '@palimpsest/core-types';

/** The arguments of a tool call. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Thrown for a mistake of the model. The message is returned to it. */
export class InputMistake extends Error {
  override readonly name = 'InputMistake';

  constructor(argument: string, received: unknown, expected: string) {
    super(`${argument}: expected ${expected}, got ${describeValue(received).toWellFormed()}.`);
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

/**
 * Returns an argument that is a whole number from `least` to `most`, or the text of one, as some models write numbers; `usual` if it is
 * missing.
 *
 * @throws {InputMistake} when the argument is anything else
 */
export function readCount(
  input: ToolInput,
  name: string,
  {
    usual,
    least,
    most,
  }: { readonly usual: number; readonly least: number; readonly most?: number },
): number {
  const value = input[name] ?? usual;
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  const isCount = typeof count === 'number' && Number.isSafeInteger(count);
  if (isCount && count >= least && count <= (most ?? count)) return count;
  const bounds = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new InputMistake(name, value, `a whole number ${bounds}`);
}

/** Parses what the model sent: JSON text, or the value itself. */
function parseToolInput(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return input;
  }
}
