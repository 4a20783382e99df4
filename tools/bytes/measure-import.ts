import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
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
    bundledBytes(statement, (name) => name !== owner),
    bundledBytes(statement, (name) => PEERS.has(name)),
  ]);
  return { own, whole };
}

function entryOf(specifier: string): (typeof ENTRY_POINTS)[number] {
  const found = ENTRY_POINTS.find((entry) => entry.specifier === specifier);
  if (found === undefined) throw new Error(`No published package has the entry ${specifier}.`);
  return found;
}

async function bundledBytes(
  { specifier, name }: Import,
  isApart: (packageName: string) => boolean,
): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export ${name === undefined ? '*' : `{ ${name} }`} from '${specifier}';`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    // `module` is what bundlers ask for by themselves.
    conditions: ['@palimpsest/source', 'module'],
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [resolving(isApart)],
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
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
