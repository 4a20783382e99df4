import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));

interface ExportTarget {
  readonly '@palimpsest/source': string;
  readonly types: string;
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  /** Files and folders in its tarball, beside those that every tarball has. */
  readonly files: readonly string[];
  /** Files that do more than export when they are imported, as paths from the folder. */
  readonly sideEffects: false | readonly string[];
  readonly exports: Readonly<Record<string, string | ExportTarget>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly engines: { readonly node: string };
}

export interface EntryPoint {
  /** Import specifier, such as `@palimpsest/formats/openai`. */
  readonly specifier: string;
  /** Name of its package. */
  readonly owner: string;
  /** Path of its source. */
  readonly source: string;
  /** Path of its declarations in the build output. */
  readonly declarations: string;
  /** Whether the build has everything that the entry imports. */
  readonly isOneFile?: boolean;
}

export interface PublishedPackage {
  /** Name of its folder under `packages`. */
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly entryPoints: readonly EntryPoint[];
}

/** Returns all packages that a release publishes, sorted by folder name. */
export function publishedPackages(): PublishedPackage[] {
  return readdirSync(packages)
    .toSorted()
    .map((name) => {
      const folder = `${packages}${name}`;
      const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;
      return { name, folder, manifest, entryPoints: entryPointsOf(folder, manifest) };
    })
    .filter(({ manifest }) => manifest.private !== true);
}

function entryPointsOf(folder: string, { name, exports, scripts }: Manifest): EntryPoint[] {
  return Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'string'
      ? []
      : [
          {
            specifier: `${name}${path.slice(1)}`,
            owner: name,
            source: `${folder}${target['@palimpsest/source'].slice(1)}`,
            declarations: `${folder}${target.types.slice(1)}`,
            isOneFile: scripts?.['build']?.includes('--one-file') === true,
          },
        ],
  );
}
