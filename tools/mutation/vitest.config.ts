import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import QuickFilesFirst from './quick-files-first.ts';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/**
 * Every workspace package by name, as its source under the current folder. Mutants live in a copy
 * of the repository whose `node_modules` still lead to the original: without this, a test that
 * imports a package by its name would test what was never changed.
 */
function sourcesHere(): { find: string; replacement: string }[] {
  return readdirSync('packages').flatMap((folder) => {
    const manifest = JSON.parse(
      readFileSync(`packages/${folder}/package.json`, 'utf8'),
    ) as Manifest;
    return Object.entries(manifest.exports).flatMap(([entry, target]) =>
      typeof target === 'string' || target['@palimpsest/source'] === undefined
        ? []
        : [
            {
              find: manifest.name + entry.slice(1),
              replacement: resolve('packages', folder, target['@palimpsest/source']),
            },
          ],
    );
  });
}

/** The tests of the package in PALIMPSEST_MUTATED alone. */
export default defineConfig({
  resolve: {
    alias: sourcesHere().map(({ find, replacement }) => ({
      find: new RegExp(`^${find}$`),
      replacement,
    })),
  },
  ssr: { resolve: { conditions: ['@palimpsest/source', ...defaultServerConditions] } },
  test: {
    include: [`packages/${process.env['PALIMPSEST_MUTATED']}/test/**/*.test.ts`],
    setupFiles: ['./tools/mutation/bounded-tests.ts'],
    // A mutant has one worker for all its files; the next mutant has another.
    isolate: false,
    sequence: { sequencer: QuickFilesFirst },
    testTimeout: 30_000,
  },
});
