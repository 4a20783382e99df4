import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

/** The tests that read every conversation of the corpus instead of its sample: long, so apart from `check`, which runs all the others. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: [
      'bench/test/{adapter-corpus,corpus-laws,model-laws,originals-laws,rules-corpus}.test.ts',
      'packages/formats/test/{ai-sdk-versions,corpus,langchain}.test.ts',
    ],
    env: { PALIMPSEST_CORPUS_ALL: '1' },
    testTimeout: 3_600_000,
  },
});
