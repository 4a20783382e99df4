import { openai } from '@palimpsest/formats/openai';
import { repairHistory } from '@palimpsest/history';
import { expect, test } from 'vitest';
import { hostileTexts, ordinaryProse } from '../src/speed/hostile/hostile-texts.ts';
import {
  CORPUS_NAMES,
  corpusTexts,
  makeCorpus,
  manyVersions,
  type CorpusName,
} from '../src/prose/corpora.ts';

interface Message {
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[];
}

/** Mean number of characters of a message, calls included; actual values may differ by 10 %. */
const MEAN_LENGTHS: Readonly<Record<CorpusName, number>> = {
  prose: 385,
  agent: 420,
  'near-duplicates': 1_030,
  'shared-header': 600,
  chinese: 225,
  'long-lines': 1_160,
};

test.each(CORPUS_NAMES)('%s has the stated mean length and is a valid history', (name) => {
  const messages = JSON.parse(makeCorpus(name, 2_000, 1)) as Message[];
  expect(messages).toHaveLength(2_000);
  const characters = messages.reduce(
    (sum, { content, tool_calls: [call] = [] }) =>
      sum + (content?.length ?? 0) + (call?.function.arguments.length ?? 0),
    0,
  );
  const mean = characters / messages.length;
  expect(mean).toBeGreaterThan(MEAN_LENGTHS[name] * 0.9);
  expect(mean).toBeLessThan(MEAN_LENGTHS[name] * 1.1);
  expect(repairHistory(openai.decode(messages as never[])).repairs).toEqual([]);
});

test.each(CORPUS_NAMES)('%s is the same for the same seed and different for another', (name) => {
  expect(makeCorpus(name, 200, 7)).toBe(makeCorpus(name, 200, 7));
  expect(makeCorpus(name, 200, 7)).not.toBe(makeCorpus(name, 200, 8));
});

test('files with a shared header share only its five lines', () => {
  const [, first, second] = corpusTexts('shared-header', 3, 1).map((text) => text.split('\n'));
  expect(first!.slice(0, 5)).toEqual(second!.slice(0, 5));
  expect(first!.slice(5)).not.toEqual(second!.slice(5));
});

test('every tenth message of long-lines is one line of 8,000 characters', () => {
  const long = corpusTexts('long-lines', 1_001, 1).filter((text) => text.length === 8_000);
  expect(long).toHaveLength(100);
  for (const text of long) expect(text).not.toMatch(/[\n.!?]/);
});

test('successive versions differ by at most one line', () => {
  const [first, second] = manyVersions(2, 1).map((text) => text.split('\n'));
  expect(first).toHaveLength(60);
  expect(first!.filter((line, at) => line !== second![at]).length).toBeLessThanOrEqual(1);
});

test('hostile texts are all different and have at least a million characters', () => {
  const texts = hostileTexts();
  expect(ordinaryProse()).toHaveLength(1_000_000);
  for (const { text } of texts) expect(text.length).toBeGreaterThanOrEqual(1_000_000);
  expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
});
