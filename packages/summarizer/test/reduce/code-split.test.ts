import { expect, test } from 'vitest';
import { allReductions, passages, proseOfLength, written } from './passages.ts';

const one = '```ts\nconst one = 1;\n```';
const two = '~~~\ntwo\n~~~';
const before = proseOfLength(400, 'pools');
const after = proseOfLength(300, 'queues');
const SECRET = `The key AKIAIOSFODNN7EXAMPLE opens the bucket.`;

function split(text: string, keepOrder = false): string | undefined {
  const [reduction] = allReductions(passages(text), { keepOrder });
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

test('summarizes each piece of prose on its own with `keepOrder`', () => {
  const text = `${one}\n${before}\n\n${two}\n\n${after}\n\nSo.\n`;
  expect(split(text, true)).toBe(`${one}\n\n[summary: Pools.]\n\n${two}\n\n[summary: Pools.]`);
  const [reduction] = allReductions(passages(text), { keepOrder: true });
  expect(reduction!.sources.map(({ budget }) => budget)).toEqual([
    Math.ceil((400 * 400) / 705),
    Math.ceil((400 * 305) / 705),
  ]);
});

test('keeps prose that its summary would not shorten with `keepOrder`', () => {
  const short = 'Then run this:';
  expect(split(`${before}\n\n${one}\n\n${short}\n\n${two}`, true)).toBe(
    `[summary: Pools.]\n\n${one}\n\n${short}\n\n${two}`,
  );
});

test('keeps a secret next to code verbatim (B10)', () => {
  expect(split(`${before}\n${one}\n${SECRET}\n${two}\n${after}`)).toBe(
    `[summary: Pools.]\n\n${SECRET}\n\n${one}\n\n${two}`,
  );
  expect(split(`${SECRET}\n${one}\n${before}`, true)).toBe(
    `${SECRET}\n\n${one}\n\n[summary: Pools.]`,
  );
});

test('reads an unclosed fence as code up to the end (B7)', () => {
  const unclosed = '```ts\nexport const answer = 42;\n\nThis is still code. It is not a sentence.';
  expect(split(`${before}\n${unclosed}`)).toBe(`[summary: Pools.]\n\n${unclosed}`);
});

test('a fence of four backticks can contain fences of three (B8)', () => {
  const nested = '````md\nUse it:\n```ts\nconst inner = 1;\n```\n````';
  expect(split(`${before}\n${nested}\n${after}`)).toBe(`[summary: Pools.]\n\n${nested}`);
});

test.each([
  ['all prose first', false],
  ['in reading order', true],
])('does not split its own output again: %s', (_, keepOrder) => {
  const text = `${before}\n${one}\n${SECRET}\n${two}\n${after}\n${one}\n${before} ${after}`;
  const once = split(text, keepOrder)!;
  expect(once.length).toBeLessThan(text.length);
  expect(allReductions(passages(once), { keepOrder })).toEqual([]);
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
  for (const keepOrder of [false, true]) {
    const [reduction] = allReductions(passages(text), { keepOrder });
    expect(written(reduction!, { text: 'x'.repeat(before.length) })).toBeUndefined();
  }
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
