import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { build, type Metafile } from 'esbuild';
import { markPure } from './mark-pure.ts';

export interface Bundling {
  /** Sources of the entries, such as `./src/index.ts`. */
  readonly entries: readonly string[];
  /** Packages that users install with this one. All other imports are bundled. */
  readonly installed: readonly string[];
}

/** Bundles the package in the working directory from `src` to `dist`. Entries share their common code, so that each module exists once. */
export async function bundleEntries({ entries, installed }: Bundling): Promise<void> {
  const { metafile } = await build({
    entryPoints: [...entries],
    outbase: 'src',
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['es2015', 'module', 'main'],
    target: 'es2022',
    charset: 'utf8',
    // `node:` imports remain in packages that run only on Node.
    external: [...installed.flatMap((name) => [name, `${name}/*`]), 'node:*'],
    plugins: [markPure],
    metafile: true,
    logLevel: 'warning',
  });
  writeLicenses(metafile);
}

/** Writes the licenses of the bundled packages, as these licenses require. */
function writeLicenses({ outputs }: Metafile): void {
  const folders = new Set<string>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  }
  if (folders.size === 0) return;
  const texts = [...folders].toSorted().map((folder) => {
    const { name } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { name: string };
    const [license] = globSync(`${folder}/{LICENSE,license,COPYING}*`);
    if (license === undefined) throw new Error(`${name} has no license file to ship.`);
    return `${name}\n\n${readFileSync(license, 'utf8').trim()}\n`;
  });
  writeFileSync('dist/licenses.txt', texts.join('\n\n'));
}
