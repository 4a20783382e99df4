/** Origin and destination of a conversation. Its JSON, as an array, is the name under which originals are stored. */
export interface Route {
  /** Path of the input, or a digest of what came from a pipe. */
  readonly from: string;
  /** Path of the output, `''` for standard output. */
  readonly to: string;
  /** Its own id, its line, or `''` for the only conversation of a file. */
  readonly id: string;
}

/** The names of the conversations of a session, indexed by their paths. */
export interface Routes {
  has(name: string): boolean;
  add(name: string): void;
  /** Returns the conversations with this id that were written to `path`. */
  findWrittenTo(path: string, id: string): readonly string[];
  /** Returns the conversations with this id that were read from `path` or written to it. */
  findAt(path: string, id: string): readonly string[];
}

export function createRoutes(names: readonly (string | undefined)[]): Routes {
  const known = new Set<string>();
  const byEnd = { from: new Map<string, string[]>(), to: new Map<string, string[]>() };
  const find = (end: 'from' | 'to', path: string, id: string): readonly string[] =>
    byEnd[end].get(JSON.stringify([path, id])) ?? [];
  const add = (name: string): void => {
    if (known.has(name)) return;
    known.add(name);
    const route = parseRoute(name);
    if (route === undefined) return;
    for (const end of ['from', 'to'] as const) {
      const key = JSON.stringify([route[end], route.id]);
      byEnd[end].set(key, [...(byEnd[end].get(key) ?? []), name]);
    }
  };
  for (const name of names) if (name !== undefined) add(name);
  return {
    has: (name) => known.has(name),
    add,
    findWrittenTo: (path, id) => find('to', path, id),
    findAt: (path, id) => [...new Set([...find('from', path, id), ...find('to', path, id)])],
  };
}

/** Returns the route of a name, `undefined` for a name that the user gave. */
export function parseRoute(name: string): Route | undefined {
  if (!name.startsWith('["')) return undefined;
  try {
    const [from = '', to = '', id = ''] = JSON.parse(name) as string[];
    return { from, to, id };
  } catch {
    return undefined;
  }
}
