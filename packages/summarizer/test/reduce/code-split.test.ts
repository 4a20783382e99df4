import { expect, test } from 'vitest';
import { allReductions, passages, proseOfLength, written } from './passages.ts';

const one = '```ts\nconst one = 1;\n```';
const two = '~~~\ntwo\n~~~';
const before = proseOfLength(400, 'pools');
const after = proseOfLength(300, 'queues');
const SECRET = `The key AKIAIOSFODNN7EXAMPLE opens the bucket.`;

function split(text: string): string | undefined {
  const [reduction] = allReductions(passages(text));
  expect(reduction?.kind).toBe('code-split');
  return written(reduction!, { text: 'Pools.', entities: ['never shown'] });
}

test.each([
  [79, 0],
  [80, 1],
  [81, 1],
])('code next to prose of %d characters: %d summaries', (length, count) => {
  const text = `${proseOfLength(length)}\n${one}${one}`;
  expect(allReductions(passages(`${text}\n\n${one}`))).toHaveLength(count);
});

test('writes the summary of the prose first, then each fence unchanged', () => {
  expect(split(`${before}\n\n${one}\n${after}\r\n${two}\n`)).toBe(
    `[summary: Pools.]\n\n${one}\n\n${two}`,
  );
});

test('summarizes all prose together', () => {
  const [reduction] = allReductions(passages(`${one}\n${before}\n${two}\n${after}`));
  expect(reduction!.sources).toEqual([{ text: `${before}\n\n${after}`, budget: 400 }]);
});

test('keeps a secret next to code verbatim', () => {
  expect(split(`${before}\n${one}\n${SECRET}\n${two}\n${after}`)).toBe(
    `[summary: Pools.]\n\n${SECRET}\n\n${one}\n\n${two}`,
  );
});

test('reads an unclosed fence as code up to the end', () => {
  const unclosed = '```ts\nexport const answer = 42;\n\nThis is still code. It is not a sentence.';
  expect(split(`${before}\n${unclosed}`)).toBe(`[summary: Pools.]\n\n${unclosed}`);
});

test('a fence of four backticks can contain fences of three', () => {
  const nested = '````md\nUse it:\n```ts\nconst inner = 1;\n```\n````';
  expect(split(`${before}\n${nested}\n${after}`)).toBe(`[summary: Pools.]\n\n${nested}`);
});

test('does not split its own output again', () => {
  const text = `${before}\n${one}\n${SECRET}\n${two}\n${after}\n${one}\n${before} ${after}`;
  const once = split(text)!;
  expect(once.length).toBeLessThan(text.length);
  expect(allReductions(passages(once))).toEqual([]);
});

test.each([
  ['shorter by one', -1, true],
  ['equally long', 0, false],
])('accepts a result only if it is shorter than the text: %s', (_, difference, isTaken) => {
  const text = `${before}\n\n${one}`;
  const [reduction] = allReductions(passages(text));
  const summary = 'x'.repeat(before.length - '[summary: ]'.length + difference);
  expect(written(reduction!, { text: summary }) !== undefined).toBe(isTaken);
});

test('rejects a summary that saves only white space', () => {
  const text = `${before}\n\n\n\n\n\n\n\n\n\n\n\n\n${one}`;
  const [reduction] = allReductions(passages(text));
  expect(written(reduction!, { text: 'x'.repeat(before.length) })).toBeUndefined();
});

test.each([
  [3, false],
  [4, true],
])('a summary must save more than the three line breaks it adds: %d units', (saved, isTaken) => {
  const [reduction] = allReductions(passages(`${before}\n${one}\n${two}\n${one}`));
  const summary = 'x'.repeat(before.length - '[summary: ]'.length - saved);
  expect(written(reduction!, { text: summary }) !== undefined).toBe(isTaken);
});

test('keeps the summary of an earlier run, and summarizes prose written after it', () => {
  const marker = `[summary: ${proseOfLength(150)}]`;
  expect(allReductions(passages(`${marker}\n\n${one}`))).toEqual([]);
  const [reduction] = allReductions(passages(`${marker}\n\n${before}\n${one}`));
  expect(reduction!.sources.map(({ text }) => text)).toEqual([before]);
  expect(written(reduction!, { text: 'Pools.' })).toBe(`[summary: Pools.]\n\n${marker}\n\n${one}`);
});
