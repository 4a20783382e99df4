import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { gzipSync } from 'node:zlib';
import { build, type Metafile, type Plugin } from 'esbuild';
import { ENTRY_POINTS, PEERS } from './entry-points.ts';

/** An import statement: an entry point, and the name imported from it. */
export interface Import {
  readonly specifier: string;
  /** @default everything */
  readonly name?: string;
}

/** Size of a bundled import, minified and gzipped, in bytes. */
export interface Size {
  /** Size of the package alone. */
  readonly own: number;
  /**
   * Size with everything it imports, except peer dependencies, modules of Node, and lazily loaded modules. A package that is built into one file
   * has the latter in it.
   */
  readonly whole: number;
}

/** Bundles an import twice: without and with the packages it imports. */
export async function measureImport(statement: Import): Promise<Size> {
  const { owner } = entryOf(statement.specifier);
  const [own, whole] = await Promise.all([
    bundle(statement, (name) => name !== owner),
    bundle(statement, (name) => PEERS.has(name)),
  ]);
  return { own: gzippedBytes(own.contents), whole: gzippedBytes(whole.contents) };
}

/**
 * Returns the bytes that each package contributes to a bundled import, the largest first: its share of the minified bytes, scaled to the
 * gzipped size.
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

/** Returns the name of the package that contains a file. */
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
  statement: Import,
  isApart: (packageName: string) => boolean,
): Promise<Bundle> {
  const { isOneFile = false } = entryOf(statement.specifier);
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: exportsOf(statement),
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
    // Bundlers use the condition `module` by default.
    conditions: ['@palimpsest/source', 'module'],
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [resolving(isApart, isOneFile)],
  });
  return {
    contents: outputFiles[0]!.contents,
    inputs: Object.values(metafile.outputs)[0]!.inputs,
  };
}

/** Returns the statement that exports what is measured. `*` alone would leave out the default export. */
function exportsOf({ specifier, name }: Import): string {
  if (name !== undefined) return `export { ${name} } from '${specifier}';`;
  const hasDefault = /^export default /m.test(readFileSync(entryOf(specifier).source, 'utf8'));
  return `export * from '${specifier}'; ${hasDefault ? `export { default } from '${specifier}';` : ''}`;
}

function gzippedBytes(contents: Uint8Array): number {
  return gzipSync(contents, { level: 9 }).length;
}

function resolving(isApart: (packageName: string) => boolean, isOneFile: boolean): Plugin {
  return {
    name: 'published-packages',
    setup(bundler) {
      bundler.onResolve({ filter: /^\./ }, ({ path, kind }) =>
        kind === 'dynamic-import' && !isOneFile
          ? { path, external: true, sideEffects: false }
          : undefined,
      );
      bundler.onResolve({ filter: /^[^.]/ }, ({ path, importer, kind }) => {
        if (importer === '<stdin>') return { path: entryOf(path).source };
        if (/^[/\\]|^\w:/.test(path)) return undefined;
        const isExternal =
          (kind === 'dynamic-import' && !isOneFile) || isBuiltin(path) || isApart(packageOf(path));
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
