import { describeValue } from '@palimpsest/core-types';

/** What a model sent as the arguments of a tool. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** A mistake of the model: answered in words, so that it can do better. */
export class InputMistake extends Error {
  override readonly name = 'InputMistake';

  constructor(argument: string, seen: unknown, accepted: string) {
    super(`${argument}: got ${describeValue(seen).toWellFormed()}, accepted is ${accepted}.`);
  }
}

/** @throws {InputMistake} for an argument that no such tool has */
export function refuseOthers(input: ToolInput, known: readonly string[]): void {
  const unknown = Object.keys(input).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new InputMistake('arguments', unknown, known.join(', '));
}

/**
 * A whole number within bounds, also where it was written as text; `usual` where it was left out.
 *
 * @throws {InputMistake}
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
