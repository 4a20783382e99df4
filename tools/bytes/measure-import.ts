import { gzipSync } from 'node:zlib';
import { build, type Metafile, type Plugin } from 'esbuild';
import { ENTRY_POINTS, PEERS } from './entry-points.ts';

/** An import statement: what is taken of an entry point. */
export interface Import {
  readonly specifier: string;
  /** @default everything */
  readonly name?: string;
}

/** Bytes of what a bundler makes of an import, minified and gzipped. */
export interface Size {
  /** Of the package itself. */
  readonly own: number;
  /** With everything it imports. What it only loads later and what an application brings along are apart. */
  readonly whole: number;
}

/** Bundles an import twice: alone, and with all that stands behind it. */
export async function measureImport(statement: Import): Promise<Size> {
  const { owner } = entryOf(statement.specifier);
  const [own, whole] = await Promise.all([
    bundle(statement, (name) => name !== owner),
    bundle(statement, (name) => PEERS.has(name)),
  ]);
  return { own: gzippedBytes(own.contents), whole: gzippedBytes(whole.contents) };
}

/**
 * Bytes that each package takes of an import with everything it imports, the largest first: the gzipped bytes, shared out as the minified
 * ones are.
 */
export async function measureShares(statement: Import): Promise<ReadonlyMap<string, number>> {
  const { contents, inputs } = await bundle(statement, (name) => PEERS.has(name));
  const minified = new Map<string, number>();
  let sum = 0;
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const owner = ownerOf(path);
    minified.set(owner, (minified.get(owner) ?? 0) + bytesInOutput);
    sum += bytesInOutput;
  }
  const scale = gzippedBytes(contents) / sum;
  const sorted = [...minified].filter(([, bytes]) => bytes > 0).toSorted(([, a], [, b]) => b - a);
  return new Map(sorted.map(([owner, bytes]) => [owner, bytes * scale]));
}

/** The package of a file, by its path. */
function ownerOf(path: string): string {
  const [, installed] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  const [, folder] = /(packages\/[^/]+)\//.exec(path) ?? [];
  const own = ENTRY_POINTS.find(({ source }) => source.includes(`/${folder}/`));
  return installed ?? own?.owner ?? path;
}

function entryOf(specifier: string): (typeof ENTRY_POINTS)[number] {
  const found = ENTRY_POINTS.find((entry) => entry.specifier === specifier);
  if (found === undefined) throw new Error(`No published package has the entry ${specifier}.`);
  return found;
}

interface Bundle {
  readonly contents: Uint8Array;
  readonly inputs: Metafile['outputs'][string]['inputs'];
}

async function bundle(
  { specifier, name }: Import,
  isApart: (packageName: string) => boolean,
): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export ${name === undefined ? '*' : `{ ${name} }`} from '${specifier}';`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outfile: 'bundle.js',
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    // `module` is what bundlers ask for by themselves.
    conditions: ['@palimpsest/source', 'module'],
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [resolving(isApart)],
  });
  return {
    contents: outputFiles[0]!.contents,
    inputs: Object.values(metafile.outputs)[0]!.inputs,
  };
}

function gzippedBytes(contents: Uint8Array): number {
  return gzipSync(contents, { level: 9 }).length;
}

function resolving(isApart: (packageName: string) => boolean): Plugin {
  return {
    name: 'published-packages',
    setup(bundler) {
      bundler.onResolve({ filter: /^[^.]/ }, ({ path, importer, kind }) => {
        if (importer === '<stdin>') return { path: entryOf(path).source };
        if (/^[/\\]|^\w:/.test(path)) return undefined;
        const isExternal =
          kind === 'dynamic-import' || path.startsWith('node:') || isApart(packageOf(path));
        return isExternal ? { path, external: true, sideEffects: false } : undefined;
      });
    },
  };
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
