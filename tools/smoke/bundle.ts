import { join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import type { FreshProject } from './fresh-project.ts';

/** Bundles a program for browsers, once with each bundler, and returns the names of the bundles. A bundle that needs Node fails. */
export async function bundle({ folder }: FreshProject, entry: string): Promise<string[]> {
  const name = entry.replace(/\.mjs$/, '');
  await esbuild({
    entryPoints: [join(folder, entry)],
    outfile: join(folder, `${name}.esbuild.mjs`),
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    external: ['gpt-tokenizer'],
  });
  await vite({
    root: folder,
    logLevel: 'error',
    build: {
      lib: { entry, formats: ['es'], fileName: () => `${name}.vite.mjs` },
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { external: [/^gpt-tokenizer/] },
    },
  });
  return [`${name}.esbuild.mjs`, `${name}.vite.mjs`];
}
