import { existsSync, globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';
import full from '../../vitest.full.config.ts';
import sample from '../../vitest.sample.config.ts';
import { SAMPLED_CONVERSATIONS } from '../../bench/src/sampled-conversations.ts';
import { HEAVY_TESTS } from '../heavy-tests.ts';

const files = globSync('{packages/*,bench,playground,tools,examples/service}/test/**/*.test.ts');

function isIncluded(file: string, { test: given }: typeof config): boolean {
  const isOneOf = (globs: readonly string[] = []): boolean =>
    globs.some((glob) => matchesGlob(file, glob));
  return isOneOf(given?.include) && !isOneOf(given?.exclude);
}

test('the full run includes every test that can read the whole corpus or take more examples', () => {
  const others = files.filter((file) => !file.startsWith('tools/'));
  const reading = others.filter((file) =>
    /import .*\b(?:wantsAll|heavyConversations)\b|from '\.\/corpus\.ts'|\/extent\.ts'/.test(
      readFileSync(file, 'utf8'),
    ),
  );
  expect(reading.length).toBeGreaterThan(8);
  expect(reading.filter((file) => !isIncluded(file, full))).toEqual([]);
});

test('every test file runs in `pnpm test`, or in both the sample and the full run', () => {
  const left = files.filter((file) => !isIncluded(file, config));
  expect(left.toSorted()).toEqual([...HEAVY_TESTS].toSorted());
  expect(left.filter((file) => !isIncluded(file, sample))).toEqual([]);
  expect(left.filter((file) => !isIncluded(file, full))).toEqual([]);
});

const corpus = new URL('../../../shared/corpus/', import.meta.url);

test.skipIf(!existsSync(corpus))('the corpus has every conversation of the sample', () => {
  const index = readFileSync(new URL('index.jsonl', corpus), 'utf8').trim().split('\n');
  const known = index.map((line) => JSON.parse(line) as { id: string; file: string });
  const places = new Set(known.map(({ id, file }) => `${file} ${id}`));
  for (const [family, ids] of Object.entries(SAMPLED_CONVERSATIONS)) {
    for (const id of ids) expect(places).toContain(`${family}.jsonl.gz ${id}`);
  }
});
