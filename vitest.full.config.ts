import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { HEAVY_TESTS } from './tools/heavy-tests.ts';
import config from './vitest.config.ts';

/** The files that take longest. They start first: without times of an earlier run, vitest sorts by size, and one core would wait for them at the end. */
const SLOWEST = [
  'rules-corpus',
  'corpus-laws',
  'originals-laws',
  'adapter-corpus',
  'plans',
  'model-laws',
  'proxy-corpus',
  'every-law',
  'pi-corpus',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return await Promise.resolve(files.toSorted((one, other) => placeOf(one) - placeOf(other)));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const at = SLOWEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return at === -1 ? SLOWEST.length : at;
}

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
    sequence: { sequencer: LongestFirst },
    testTimeout: 3_600_000,
  },
});
