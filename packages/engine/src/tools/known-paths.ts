import type { StepDescription } from './describe-step.ts';

/** The paths that a report has named in full, by the last two parts of each. */
export type KnownPaths = Map<string, Set<string>>;

/** More paths that end alike are not compared: they are named in full. */
const MAX_ALIKE = 16;

/**
 * Returns the object of a step as a report names it. A path is in full the first time, then the sign of a gap and its last parts: two, or as many
 * as no other path in the report ends with. The sign shows that the name is not the whole path.
 */
export function shortObject(
  { object, path }: Pick<StepDescription, 'object'> & { readonly path?: string | undefined },
  known: KnownPaths,
): string {
  if (path === undefined || object !== path) return object;
  const parts = path.split(SEPARATOR);
  if (parts.length <= 3) return object;
  const ending = endingOf(parts, 2);
  const alike = known.get(ending) ?? new Set();
  if (!alike.has(path)) {
    known.set(ending, alike.add(path));
    return object;
  }
  if (alike.size > MAX_ALIKE) return object;
  const others = [...alike]
    .filter((other) => other !== path)
    .map((other) => other.split(SEPARATOR));
  for (let count = 2; count < parts.length - 1; count += 1) {
    const short = endingOf(parts, count);
    if (others.every((other) => endingOf(other, count) !== short)) return short;
  }
  return object;
}

const SEPARATOR = /[/\\]/;

/** Returns the last parts of a path, as a report names them. */
function endingOf(parts: readonly string[], count: number): string {
  return `…/${parts.slice(-count).join('/')}`;
}

/** Returns the names under which a report may show a path. */
export function shortNames(path: string): string[] {
  const parts = path.split(SEPARATOR);
  return Array.from({ length: Math.max(0, parts.length - 3) }, (_, at) => endingOf(parts, at + 2));
}
