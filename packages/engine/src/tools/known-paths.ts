/** Paths that a report names in full, by their last two parts. */
export type KnownPaths = Map<string, string>;

/** Returns a path as a report names it: in full the first time, then by its last two parts, if no other path in the report has the same ones. */
export function shortPath(path: string, known: KnownPaths): string {
  const parts = path.split(/[/\\]/);
  if (parts.length <= 3) return path;
  const short = parts.slice(-2).join('/');
  if (known.get(short) === path) return short;
  if (!known.has(short)) known.set(short, path);
  return path;
}
