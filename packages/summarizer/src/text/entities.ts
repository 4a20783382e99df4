import { readProse } from './reading/read-prose.ts';
import { NAME_WEIGHTS, type CollectedName } from './reading/name-collector.ts';

/** Maximum number of entities of a summary (seed compression-pipeline, "Entity extraction"). */
export const ENTITY_LIMIT = 10;

export interface EntityOptions {
  /** Maximum number of names. @default 10 */
  readonly limit?: number;
  /** A text that is kept anyway: its names are not listed. @default none */
  readonly except?: string;
}

/**
 * Returns the most informative names in a text, best first: identifiers, paths, runs of capitalized words, terms in quotes, abbreviations,
 * numbers with their units; in Chinese, Japanese and Korean also Latin words, in Japanese katakana.
 *
 * Names are ranked by kind and frequency. No name contains another one of the list or occurs in `except`.
 */
export function extractEntities(
  text: string,
  { limit = ENTITY_LIMIT, except = '' }: EntityOptions = {},
): string[] {
  return rankedNames(readProse(text).names, limit, except);
}

/**
 * Returns names by rank; names of equal rank in order of occurrence.
 *
 * @param budget maximum length of all names together, in UTF-16 units
 */
export function rankedNames(
  names: readonly CollectedName[],
  limit: number,
  except: string,
  budget: number = Infinity,
): string[] {
  const listed: string[] = [];
  let left = budget;
  const ranks = names.map(rank);
  for (let wanted = MAX_RANK; wanted > 0 && listed.length < limit; wanted--)
    for (let index = 0; index < names.length; index++) {
      if (ranks[index] !== wanted) continue;
      const { text } = names[index]!;
      if (except.includes(text) || listed.some((other) => other.includes(text))) continue;
      const parts = listed.filter((other) => text.includes(other));
      if (parts.length === 0 && listed.length >= limit) continue;
      const cost = text.length - parts.reduce((sum, part) => sum + part.length, 0);
      if (cost > left) continue;
      left -= cost;
      if (parts.length === 0) listed.push(text);
      else {
        listed[listed.indexOf(parts[0]!)] = text;
        for (const part of parts.slice(1)) listed.splice(listed.indexOf(part), 1);
      }
    }
  return listed;
}

/** Maximum number of occurrences that count. */
const MAX_COUNT = 4;
const MAX_RANK: number = 2 * Math.max(...Object.values(NAME_WEIGHTS)) + MAX_COUNT;

/** Returns 0 for a word that is not a name. */
function rank({ weight, count }: CollectedName): number {
  return weight === NAME_WEIGHTS.doubtful && count === 1
    ? 0
    : 2 * weight + Math.min(count, MAX_COUNT);
}
