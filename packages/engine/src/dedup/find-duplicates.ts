import { OptionError, type Duplicate } from '@palimpsest/core-types';

export function invalidOption(option: string, received: unknown, expected: string): OptionError {
  return new OptionError(option, received, expected, { advice: 'Leave it out for its default.' });
}

export interface DuplicateOptions {
  /** Minimum length of a text that is compared, in UTF-16 units; an integer of at least 1. @default 200 */
  readonly minLength?: number;
  /** Index of the first text that always stays; an integer from 0 to the number of texts. @default the number of texts */
  readonly recencyStart?: number;
}

/** @throws {OptionError} when an option is invalid */
export function readDuplicateOptions(
  { minLength = 200, recencyStart }: DuplicateOptions,
  textCount: number,
): Required<DuplicateOptions> {
  if (!Number.isInteger(minLength) || minLength < 1) {
    throw invalidOption('minLength', minLength, 'an integer of at least 1');
  }
  const start = recencyStart ?? textCount;
  if (!Number.isInteger(start) || start < 0 || start > textCount) {
    const expected = `an integer from 0 to the number of texts, ${textCount}`;
    throw invalidOption('recencyStart', recencyStart, expected);
  }
  return { minLength, recencyStart: start };
}

/**
 * Finds texts that are equal, unit for unit, to a later one. The first copy from `recencyStart` on stays, else
 * the latest of all. Returns all other copies before `recencyStart`, by index, in ascending order.
 *
 * @param texts `undefined` takes no part: it is neither a duplicate nor a copy that others name
 * @throws {OptionError} when an option is invalid
 */
export function findDuplicates(
  texts: readonly (string | undefined)[],
  options: DuplicateOptions = {},
): ReadonlyMap<number, Duplicate> {
  const { minLength, recencyStart } = readDuplicateOptions(options, texts.length);
  const kept = new Map<string, number>();
  const found: [number, Duplicate][] = [];
  for (let index = recencyStart; index < texts.length; index += 1) {
    const text = texts[index];
    if (text === undefined || text.length < minLength) continue;
    if (!kept.has(text)) kept.set(text, index);
  }
  for (let index = recencyStart - 1; index >= 0; index -= 1) {
    const text = texts[index];
    if (text === undefined || text.length < minLength) continue;
    const of = kept.get(text);
    if (of === undefined) kept.set(text, index);
    else found.push([index, { of, length: text.length }]);
  }
  return new Map(found.toReversed());
}
