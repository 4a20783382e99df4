// Builds the package in the working directory: one bundled file per entry and command, shared code in chunks, and the declarations of
// its entries. The script `build` of every package runs this.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { bundleEntries } from './bundle-entries.ts';
import { removeUnusedDeclarations } from './remove-unused-declarations.ts';

interface Manifest {
  readonly exports: Readonly<
    Record<string, string | { readonly '@palimpsest/source': string; readonly types: string }>
  >;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Dependencies that are bundled although users install them, for their types: their code must not run before the Reflect polyfill. */
const INLINED = new Set(['tsyringe']);

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const exported = Object.values(manifest.exports).filter((target) => typeof target !== 'string');
const commands = Object.values(manifest.bin ?? {}).map((file) =>
  file.replace('./dist/', './src/').replace(/\.js$/, '.ts'),
);

rmSync('dist', { recursive: true, force: true });
for (const project of ['tsconfig.build.json', ...globSync('src/**/tsconfig.json')]) {
  // The compiler prints its errors itself.
  const { status } = spawnSync('tsc', ['-p', project, '--emitDeclarationOnly'], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}
removeUnusedDeclarations(
  'dist',
  exported.map(({ types }) => types),
);
await bundleEntries({
  entries: [...exported.map((target) => target['@palimpsest/source']), ...commands],
  installed: Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(
    (name) => !INLINED.has(name),
  ),
});
