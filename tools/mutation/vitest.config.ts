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
 * Returns an alias for every entry of the workspace packages: its source under the current folder. Mutants are in a copy of the repository
 * whose `node_modules` links to the original: without the aliases, a test that imports a package by name would test unchanged code.
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

/** Runs only the tests of the package in PALIMPSEST_MUTATED. */
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
    // All files of a mutant share one worker; the next mutant gets another.
    isolate: false,
    sequence: { sequencer: QuickFilesFirst },
    testTimeout: 30_000,
  },
});
