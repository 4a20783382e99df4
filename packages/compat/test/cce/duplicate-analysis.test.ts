import { expect, test } from 'vitest';
import {
  analyzeDuplicates,
  analyzeFuzzyDuplicates,
  InvalidInputError,
  type Message,
} from '../../src/cce.ts';
import { say } from './messages.ts';

const system = new Set(['system']);
const text = 'x'.repeat(200);

test('returns all copies except the latest, with their length', () => {
  const found = analyzeDuplicates([say(text), say('short'), say(text), say(text)], 4, system);
  expect([...found]).toEqual([
    [0, { duplicateOfIndex: 3, contentLength: 200 }],
    [2, { duplicateOfIndex: 3, contentLength: 200 }],
  ]);
});

test.each<[string, Message]>([
  ['a preserved role', say(text, { role: 'system' })],
  ['tool calls', say(text, { tool_calls: [{ id: 'c1' }] })],
  ['a mark', say(`[summary: ${text}]`)],
  ['content in parts', say(text, { content: [{ type: 'text', text }] as never })],
])('%s is left alone', (_, message) => {
  expect(analyzeDuplicates([message, message], 2, system).size).toBe(0);
});

test('accepts roles as a list, and any start index except NaN', () => {
  expect(analyzeDuplicates([say(text), say(text)], 99, []).size).toBe(1);
  expect(analyzeDuplicates([say(text), say(text)], -1, []).size).toBe(0);
  expect([...analyzeDuplicates([say(text), say(text)], 0.5, []).keys()]).toEqual([0]);
  expect(() => analyzeDuplicates([], Number.NaN, [])).toThrow(
    /recencyStart: expected .+, got NaN\./,
  );
});

const file = (version: string) =>
  say(
    [...Array.from({ length: 19 }, (_, line) => `line ${line} of a longer file`), version].join(
      '\n',
    ),
  );

test('returns near duplicates with their similarity to the kept copy', () => {
  const found = analyzeFuzzyDuplicates([file('old'), file('new')], 2, system, new Map(), 0.85);
  expect([...found.keys()]).toEqual([0]);
  const { duplicateOfIndex, contentLength, similarity } = found.get(0)!;
  expect(duplicateOfIndex).toBe(1);
  expect(contentLength).toBe(file('old').content!.length);
  expect(similarity).toBeCloseTo(19 / 21);
});

test.each([0, 1.01, 85, Number.NaN])('rejects a threshold of %f', (threshold) => {
  expect(() => analyzeFuzzyDuplicates([], 0, [], new Map(), threshold)).toThrow(InvalidInputError);
});
