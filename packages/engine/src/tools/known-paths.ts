import type { StepDescription } from './describe-step.ts';

/** The paths that a report has named in full, by their last two parts. */
export type KnownPaths = Map<string, string>;

/**
 * Returns the object of a step as a report names it. A path is in full the first time, then its last two parts, unless another path in the report
 * has the same ones.
 */
export function shortObject(
  { object, path }: Pick<StepDescription, 'object'> & { readonly path?: string | undefined },
  known: KnownPaths,
): string {
  if (path === undefined || object !== path) return object;
  const parts = path.split(/[/\\]/);
  if (parts.length <= 3) return object;
  const short = parts.slice(-2).join('/');
  if (known.get(short) === path) return short;
  if (!known.has(short)) known.set(short, path);
  return object;
}
