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
 * Returns an argument that is a whole number from `min` to `max`, or the text of one, as some models write numbers; the default if it is
 * missing.
 *
 * @throws {InputMistake} when the argument is anything else
 */
export function readCount(
  input: ToolInput,
  name: string,
  bounds: { readonly default: number; readonly min: number; readonly max?: number },
): number {
  const { min, max } = bounds;
  const value = input[name] ?? bounds.default;
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  const isCount = typeof count === 'number' && Number.isSafeInteger(count);
  if (isCount && count >= min && count <= (max ?? count)) return count;
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
  throw new InputMistake(name, value, `a whole number ${range}`);
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
