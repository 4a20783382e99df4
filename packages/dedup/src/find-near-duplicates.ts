import { DuplicateOptionError } from './duplicate-option-error.ts';
import { readDuplicateOptions, type DuplicateOptions } from './duplicate-options.ts';
import type { Duplicate } from './find-duplicates.ts';
import { createKeptTexts, type SearchWork } from './kept-texts.ts';
import { profileLines } from './line-profiles.ts';

export interface NearDuplicateOptions extends DuplicateOptions {
  /** Minimum `lineSimilarity` of a near duplicate to the copy that stays; above 0, at most 1. @default 0.85 */
  readonly threshold?: number;
  /** Result of `findDuplicates`: its duplicates are skipped, and the copies they name stay. @default none */
  readonly exact?: ReadonlyMap<number, Duplicate>;
}

/** A text that occurs again later, nearly the same. */
export interface NearDuplicate extends Duplicate {
  /** `lineSimilarity` of this text and the copy that stays; at least the threshold, at most 1. */
  readonly similarity: number;
}

/**
 * Finds texts that are nearly the same as a later one that stays (seed compression-pipeline §2): three of their first five lines are equal,
 * the shorter has at least 0.7 of the length of the other, and their similarity reaches the threshold. From the newest to the oldest text,
 * each is a duplicate of the most similar text that stays, or stays itself: no duplicate names another one. Texts from `recencyStart` on,
 * and copies of exact duplicates, always stay.
 *
 * @param texts `undefined` is skipped: it is neither a duplicate nor a copy. Use it for a text that must stay and that
 * an earlier reference names.
 * @returns by index, in ascending order
 * @throws {DuplicateOptionError} when an option is invalid
 */
export function findNearDuplicates(
  texts: readonly (string | undefined)[],
  options: NearDuplicateOptions = {},
): ReadonlyMap<number, NearDuplicate> {
  return searchNearDuplicates(texts, options, { indexed: 0, looked: 0, compared: 0 });
}

/** Finds near duplicates, and counts the work in `work`. */
export function searchNearDuplicates(
  texts: readonly (string | undefined)[],
  options: NearDuplicateOptions,
  work: SearchWork,
): ReadonlyMap<number, NearDuplicate> {
  const { threshold = 0.85, exact = new Map<number, Duplicate>() } = options;
  const { minLength, recencyStart } = readDuplicateOptions(options, texts.length);
  if (!(typeof threshold === 'number' && threshold > 0 && threshold <= 1)) {
    throw new DuplicateOptionError('threshold', threshold, 'a number above 0, at most 1');
  }
  const named = new Set<number>();
  for (const { of } of exact.values()) named.add(of);
  const eligible = Array.from(texts, (text, index) => {
    return text === undefined || text.length < minLength || exact.has(index) ? undefined : text;
  });

  const kept = createKeptTexts(profileLines(eligible), threshold, work);
  const found: [number, NearDuplicate][] = [];
  for (let index = texts.length - 1; index >= 0; index -= 1) {
    const stays = index >= recencyStart || named.has(index);
    const match = stays ? undefined : kept.findMostSimilar(index);
    if (match === undefined) kept.add(index);
    else
      found.push([
        index,
        { of: match.of, length: texts[index]!.length, similarity: match.similarity },
      ]);
  }
  return new Map(found.toReversed());
}
