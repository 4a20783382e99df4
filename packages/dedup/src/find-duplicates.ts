import type { Duplicate } from '@palimpsest/core-types';
import { readDuplicateOptions, type DuplicateOptions } from './duplicate-options.ts';
import { createInterner } from './interner.ts';

/**
 * Finds texts that are equal, unit for unit, to a later one (seed compression-pipeline §2). The first copy from `recencyStart` on stays, else
 * the latest of all. Returns all other copies before `recencyStart`, by index, in ascending order.
 *
 * @param texts `undefined` is skipped: it is neither a duplicate nor a copy. Use it for a text that must stay and that
 * an earlier reference names.
 * @throws {OptionError} when an option is invalid
 */
export function findDuplicates(
  texts: readonly (string | undefined)[],
  options: DuplicateOptions = {},
): ReadonlyMap<number, Duplicate> {
  const { minLength, recencyStart } = readDuplicateOptions(options, texts.length);
  const { intern } = createInterner();
  const kept = new Map<number, number>();
  for (let index = recencyStart; index < texts.length; index += 1) {
    const text = texts[index];
    if (text === undefined || text.length < minLength) continue;
    const content = intern(text);
    if (!kept.has(content)) kept.set(content, index);
  }
  const found: [number, Duplicate][] = [];
  for (let index = recencyStart - 1; index >= 0; index -= 1) {
    const text = texts[index];
    if (text === undefined || text.length < minLength) continue;
    const content = intern(text);
    const of = kept.get(content);
    if (of === undefined) kept.set(content, index);
    else found.push([index, { of, length: text.length }]);
  }
  return new Map(found.toReversed());
}
