import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What can be imported of a published package. */
export interface EntryPoint {
  /** Name of its package. */
  readonly owner: string;
  /** What is written behind `from`. */
  readonly specifier: string;
  /** Path of its source. */
  readonly source: string;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const published = readdirSync(`${root}packages`)
  .map((folder) => {
    const path = `${root}packages/${folder}`;
    const manifest = JSON.parse(readFileSync(`${path}/package.json`, 'utf8')) as Manifest;
    return { path, manifest };
  })
  .filter(({ manifest }) => manifest.private !== true);

/** Every entry of every published package, in the order of their names. */
export const ENTRY_POINTS: readonly EntryPoint[] = published.flatMap(({ path, manifest }) =>
  Object.entries(manifest.exports).flatMap(([subpath, conditions]) => {
    if (typeof conditions === 'string') return [];
    const specifier = `${manifest.name}${subpath.slice(1)}`;
    const source = `${path}/${conditions['@palimpsest/source']!.slice(2)}`;
    return [{ owner: manifest.name, specifier, source }];
  }),
);

/** What an application brings along itself. */
export const PEERS: ReadonlySet<string> = new Set(
  published.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {})),
);
