import { configDefaults, defineConfig } from 'vitest/config';
import { HEAVY_TESTS } from './tools/heavy-tests.ts';
import config from './vitest.config.ts';

/** The tests that `pnpm test` leaves out, and those that read every conversation of the corpus here and its sample there. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: [
      ...HEAVY_TESTS,
      'bench/test/{adapter-corpus,corpus-laws,hosts-corpus,model-laws,originals-laws,pi-corpus,plans,proxy-corpus}.test.ts',
      'packages/formats/test/{ai-sdk-versions,corpus,langchain}.test.ts',
    ],
    exclude: configDefaults.exclude,
    env: { PALIMPSEST_CORPUS_ALL: '1' },
    testTimeout: 3_600_000,
  },
});
