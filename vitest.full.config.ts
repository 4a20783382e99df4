import { defineConfig } from 'vitest/config';
import { HEAVY_TESTS } from './tools/heavy-tests.ts';
import sample from './vitest.sample.config.ts';

/** The same on every conversation and example, and the files of `pnpm test` that read a sample of either there. */
export default defineConfig({
  ...sample,
  test: {
    ...sample.test,
    include: [
      ...HEAVY_TESTS,
      'packages/strategy-{extractive,salience}/test/laws.test.ts',
      'packages/strategy-extractive/test/references.test.ts',
      'packages/formats/test/{ai-sdk-versions,corpus,langchain}.test.ts',
    ],
    env: { PALIMPSEST_CORPUS_ALL: '1', PALIMPSEST_EXTENT: 'full' },
  },
});
