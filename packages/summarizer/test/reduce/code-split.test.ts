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

test('keeps a secret next to code verbatim', () => {
  expect(split(`${before}\n${one}\n${SECRET}\n${two}\n${after}`)).toBe(
    `[summary: Pools.]\n\n${SECRET}\n\n${one}\n\n${two}`,
  );
});

test('keeps the summary of an earlier run, and summarizes prose written after it', () => {
  const marker = `[summary: ${proseOfLength(150)}]`;
  expect(allReductions(passages(`${marker}\n\n${one}`))).toEqual([]);
  const [reduction] = allReductions(passages(`${marker}\n\n${before}\n${one}`));
  expect(reduction!.sources.map(({ text }) => text)).toEqual([before]);
  expect(written(reduction!, { text: 'Pools.' })).toBe(`[summary: Pools.]\n\n${marker}\n\n${one}`);
});
