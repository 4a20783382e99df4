import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import full from '../../vitest.full.config.ts';

test('the full run holds every test that reads the whole corpus when it is asked to', () => {
  const include = full.test?.include ?? [];
  const reading = globSync('{packages/*,bench,tools}/test/**/*.test.ts').filter((file) =>
    /import .*\bwantsAll\b|from '\.\/corpus\.ts'/.test(readFileSync(file, 'utf8')),
  );
  expect(reading).not.toEqual([]);
  expect(reading.filter((file) => !include.some((glob) => matchesGlob(file, glob)))).toEqual([]);
});
