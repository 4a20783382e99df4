import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';
import full from '../../vitest.full.config.ts';
import { HEAVY_TESTS } from '../heavy-tests.ts';

test('the full run includes every test that can read the whole corpus', () => {
  const include = full.test?.include ?? [];
  const reading = globSync('{packages/*,bench,tools}/test/**/*.test.ts').filter((file) =>
    /import .*\bwantsAll\b|from '\.\/corpus\.ts'/.test(readFileSync(file, 'utf8')),
  );
  expect(reading).not.toEqual([]);
  expect(reading.filter((file) => !include.some((glob) => matchesGlob(file, glob)))).toEqual([]);
});

test('every test file runs in `pnpm test` or in `pnpm test:full`', () => {
  const excluded = config.test?.exclude ?? [];
  const left = globSync('{packages/*,bench,tools}/test/**/*.test.ts').filter((file) =>
    excluded.some((glob) => matchesGlob(file, glob)),
  );
  expect(left.toSorted()).toEqual([...HEAVY_TESTS]);
  expect(full.test?.include).toEqual(expect.arrayContaining([...HEAVY_TESTS]));
  expect(
    left.filter((file) => full.test?.exclude?.some((glob) => matchesGlob(file, glob))),
  ).toEqual([]);
});
