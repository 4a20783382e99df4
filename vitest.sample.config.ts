import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { HEAVY_TESTS } from './tools/heavy-tests.ts';
import config from './vitest.config.ts';

/** Starts files in the order of the list. Without times of an earlier run, vitest sorts by size. */
class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return await Promise.resolve(files.toSorted((one, other) => placeOf(one) - placeOf(other)));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const at = HEAVY_TESTS.findIndex((file) => moduleId.endsWith(`/${file}`));
  return at === -1 ? HEAVY_TESTS.length : at;
}

/** The tests that `pnpm test` leaves out, on a fixed sample. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: [...HEAVY_TESTS],
    exclude: configDefaults.exclude,
    sequence: { sequencer: AsListed },
    testTimeout: 3_600_000,
  },
});
