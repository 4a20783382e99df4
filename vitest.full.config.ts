import { mergeConfig } from 'vitest/config';
import config from './vitest.config.ts';

/** Every conversation of the corpus instead of its sample; long, so apart from `check`. */
export default mergeConfig(config, {
  test: { env: { PALIMPSEST_CORPUS_ALL: '1' }, testTimeout: 3_600_000 },
});
