import { build } from 'esbuild';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENTRY_POINTS, PEERS } from '../entry-points.ts';

test('each preset of tools has its own entry', () => {
  const folder = new URL('../../packages/engine/src/tools/presets/', import.meta.url);
  const entries = ENTRY_POINTS.map(({ specifier }) => specifier);
  const presets = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''));
  expect(presets).not.toEqual([]);
  for (const preset of presets)
    expect(entries).toContain(`@palimpsest/engine/tools/presets/${preset}`);
});

/** Returns the files that a bundler puts into an application that imports an entry. */
async function bundledFiles(specifier: string): Promise<string[]> {
  const { source } = ENTRY_POINTS.find((entry) => entry.specifier === specifier)!;
  const { metafile } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['@palimpsest/source', 'module'],
    external: [...PEERS, 'node:*'],
    outdir: 'unwritten',
    splitting: true,
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
}

test.each(['@palimpsest/factory', '@palimpsest/orchestrator', '@palimpsest/compat/llxprt'])(
  '%s brings no container along',
  async (specifier) => {
    const files = await bundledFiles(specifier);
    expect(files.filter((file) => file.includes('packages/factory/'))).not.toEqual([]);
    expect(
      files.filter((file) => /node_modules\/(tsyringe|reflect-metadata)\//.test(file)),
    ).toEqual([]);
  },
);
