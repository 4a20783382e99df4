import type { Duplicate } from '@palimpsest/core-types';
import type { NearDuplicate } from '../../src/dedup/find-near-duplicates.ts';

type Texts = readonly (string | undefined)[];

interface NaiveOptions {
  readonly minLength: number;
  readonly recencyStart: number;
}

/** Compares every pair, straight from the definition. */
export function naiveDuplicates(
  texts: Texts,
  { minLength, recencyStart }: NaiveOptions,
): Map<number, Duplicate> {
  const found = new Map<number, Duplicate>();
  for (let index = 0; index < recencyStart; index += 1) {
    const text = texts[index];
    if (text === undefined || text.length < minLength) continue;
    const firstRecent = texts.indexOf(text, recencyStart);
    const of = firstRecent < 0 ? texts.lastIndexOf(text) : firstRecent;
    if (of !== index) found.set(index, { of, length: text.length });
  }
  return found;
}

/** Compares every pair, from newest to oldest. */
export function naiveNearDuplicates(
  texts: Texts,
  {
    minLength,
    recencyStart,
    threshold,
    exact,
  }: NaiveOptions & { threshold: number; exact: ReadonlyMap<number, Duplicate> },
): Map<number, NearDuplicate> {
  const found = new Map<number, NearDuplicate>();
  const isNamed = (index: number): boolean => [...exact.values()].some(({ of }) => of === index);
  const kept: number[] = [];
  for (let index = texts.length - 1; index >= 0; index -= 1) {
    const text = texts[index];
    if (text === undefined || text.length < minLength || exact.has(index)) continue;
    let best: NearDuplicate | undefined;
    for (const of of kept) {
      const other = texts[of]!;
      const similarity = naiveSimilarity(text, other);
      const lengths = [text.length, other.length].toSorted((a, b) => a - b);
      const shared = [...opening(text)].filter((line) => opening(other).has(line)).length;
      const isMatch = shared >= 3 && lengths[0]! / lengths[1]! >= 0.7 && similarity >= threshold;
      if (isMatch && !(best !== undefined && best.similarity >= similarity)) {
        best = { of, length: text.length, similarity };
      }
    }
    const stays = index >= recencyStart || isNamed(index);
    if (best !== undefined && !stays) found.set(index, best);
    else kept.push(index);
  }
  return new Map([...found].toReversed());
}

/** Returns the share of common lines, found by removing equal lines one by one. */
export function naiveSimilarity(a: string, b: string): number {
  const left = lines(b);
  let shared = 0;
  for (const line of lines(a)) {
    const at = left.indexOf(line);
    if (at < 0) continue;
    left.splice(at, 1);
    shared += 1;
  }
  const either = lines(a).length + left.length;
  return either === 0 ? 1 : shared / either;
}

function opening(text: string): Set<string> {
  return new Set(lines(text).slice(0, 5));
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+$/, ''))
    .filter((line) => line !== '');
}
