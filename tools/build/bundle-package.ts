import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { rolldown, type OutputChunk, type Plugin } from 'rolldown';
import { minifySync } from 'rolldown/utils';

interface BuildManifest {
  readonly exports: Readonly<
    Record<string, string | { readonly '@palimpsest/source': string; readonly types: string }>
  >;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Bundles the package in `folder` into `out`: a file for each entry, command and dynamic import. What two of them need is in one shared
 * file, because Node takes about a millisecond per file; what only dynamic imports share is in another. With `isOneFile`, everything is in
 * the file of the only entry. Returns the files.
 */
export async function bundlePackage(
  folder: string,
  out: string,
  isOneFile = false,
): Promise<OutputChunk[]> {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as BuildManifest;
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const bundle = await rolldown({
    input: listEntries(folder, manifest),
    platform: 'neutral',
    resolve: { mainFields: ['es2015', 'module', 'main'] },
    transform: { target: 'es2022' },
    // `node:` imports remain in packages that run only on Node.
    external: (id) =>
      id.startsWith('node:') || installed.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: isOneFile ? [shortenDependencies(folder)] : [],
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.write({
    dir: out,
    comments: { legal: true, annotation: true, jsdoc: false },
    // No bundler follows.
    ...(isOneFile
      ? { minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } } }
      : {}),
    codeSplitting: isOneFile
      ? false
      : {
          groups: [
            { name: 'shared', tags: ['$initial'], minShareCount: 2 },
            { name: 'shared-later', minShareCount: 2 },
          ],
        },
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === 'chunk');
  writeLicenses(chunks, out);
  return chunks;
}

/** Shortens the local names of everything outside of a package: a host may read those of the package itself. */
function shortenDependencies(folder: string): Plugin {
  const own = `${resolve(folder, 'src')}/`;
  return {
    name: 'shorten-dependencies',
    transform: (code, id) =>
      id.startsWith(own) ? undefined : minifySync(id, code, { module: true }).code,
  };
}

/** Returns the source of each entry and command, and of `worker.ts`, which a thread loads by its name; by name in the output. */
function listEntries(
  folder: string,
  { exports, bin = {} }: BuildManifest,
): Readonly<Record<string, string>> {
  const names = [
    ...Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [] : target['@palimpsest/source'].slice('./src/'.length, -3),
    ),
    ...Object.values(bin).map((file) => file.slice('./dist/'.length, -3)),
    ...(existsSync(join(folder, 'src/worker.ts')) ? ['worker'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, resolve(folder, 'src', `${name}.ts`)]));
}

/** Writes the licenses of the bundled packages, and those of what they bundle, as these licenses require. */
function writeLicenses(chunks: readonly OutputChunk[], out: string): void {
  const folders = new Set<string>();
  const inherited = new Set<string>();
  for (const { modules } of chunks) {
    for (const [path, { renderedLength }] of Object.entries(modules)) {
      const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
      if (folder !== undefined && renderedLength > 0) folders.add(folder);
      const licenses = join(dirname(path), 'licenses.txt');
      if (renderedLength > 0 && existsSync(licenses)) inherited.add(licenses);
    }
  }
  if (folders.size + inherited.size === 0) return;
  const texts = [...folders].toSorted().map((folder) => {
    const { name } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { name: string };
    const [license] = globSync(`${folder}/{LICENSE,license,COPYING}*`);
    if (license === undefined) throw new Error(`${name} has no license file to ship.`);
    return `${name}\n\n${readFileSync(license, 'utf8').trim()}\n`;
  });
  for (const licenses of [...inherited].toSorted()) texts.push(readFileSync(licenses, 'utf8'));
  writeFileSync(join(out, 'licenses.txt'), texts.join('\n\n'));
}
