import type { IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { OFF, optimized } from './optimized.ts';

const DEDUPE = { fileDedupe: true } as const;

function included(path: string, content: string): string {
  return `--- ${path} ---\n${content}\n--- End of content ---`;
}

function text({ blocks }: IContent): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('|');
}

test('keeps the newest of two inclusions of a file, and all other text', () => {
  const before = history()
    .human(`Look at this:\n${included('a.ts', 'old')}\nWhat is wrong?`)
    .ai('The name.')
    .human(`Now:\n${included('a.ts', 'new')}`)
    .build();
  const { history: after, result } = optimized(before, DEDUPE);
  expect(text(after[0]!)).toBe('Look at this:\nWhat is wrong?');
  expect(after[1]).toBe(before[1]);
  expect(after[2]).toBe(before[2]);
  expect(result.removals).toEqual([]);
  expect(result.metadata.fileDeduplicationsPruned).toBe(1);
});

test('removes no inclusion when the setting is off', () => {
  const before = history().human(included('a.ts', 'x')).human(included('a.ts', 'x')).build();
  expect(optimized(before, OFF).result.replacements.size).toBe(0);
});

test('two spellings of a path are the same file, but different letter case is not', () => {
  const before = history()
    .human(`1\n${included('./src/../a.ts', 'x')}`)
    .human(`2\n${included('/work/a.ts', 'x')}`)
    .human(`3\n${included('A.ts', 'x')}`)
    .build();
  const { history: after } = optimized(before, DEDUPE);
  expect(after.map(text)).toEqual(['1\n', text(before[1]!), text(before[2]!)]);
});

test('text without a closing line is not an inclusion (REQ-HD-006.5)', () => {
  const before = history()
    .human('--- a.ts ---\nold')
    .human(included('a.ts', 'new'))
    .human('--- End of content ---')
    .build();
  expect(optimized(before, DEDUPE).history).toEqual(before);
});

test('keeps the last of several inclusions in one message (C16), in any of its blocks (D6)', () => {
  const before: IContent[] = [
    {
      speaker: 'human',
      blocks: [
        { type: 'text', text: `first\n${included('a.ts', 'one')}\n${included('b.ts', 'b')}` },
        { type: 'text', text: `second\n${included('a.ts', 'two')}` },
      ],
    },
  ];
  const { history: after, result } = optimized(before, DEDUPE);
  expect(text(after[0]!)).toBe(
    `first\n${included('b.ts', 'b')}|second\n${included('a.ts', 'two')}`,
  );
  expect(result.metadata.fileDeduplicationsPruned).toBe(1);
});

test('does not cut a file that contains a closing line (D7)', () => {
  const tricky = 'before\n--- End of content ---\nafter';
  const before = history()
    .human(`${included('a.ts', tricky)}\nplease`)
    .human(included('a.ts', 'other'))
    .build();
  expect(optimized(before, DEDUPE).history).toEqual(before);
});

test('leaves a marker in an entry that contained only the removed inclusion', () => {
  const before = history().human(included('a.ts', 'x')).human(included('a.ts', 'y')).build();
  const { history: after } = optimized(before, DEDUPE);
  expect(text(after[0]!)).toBe('[dup of a.ts: included again below]');
});

test('removes inclusions only from user messages, not from text of a model or a tool', () => {
  const before = history()
    .ai(included('a.ts', 'x'))
    .call('read_file', { file_path: 'b.ts' })
    .result(included('a.ts', 'x'))
    .human(included('a.ts', 'x'))
    .build();
  expect(optimized(before, DEDUPE).history).toEqual(before);
});

test('does not change pinned messages', () => {
  const [first, second] = history()
    .human(included('a.ts', 'x'))
    .human(included('a.ts', 'y'))
    .build();
  const before = [{ ...first!, metadata: { pinned: true } }, second!];
  expect(optimized(before, DEDUPE).history).toEqual(before);
});

test('counts the removed inclusions, and a second run removes none', () => {
  const built = history();
  for (let at = 0; at < 6; at += 1) built.human(`turn ${at}\n${included('a.ts', `v${at}`)}`);
  const { history: after, result } = optimized(built.build(), DEDUPE);
  expect(result.metadata.fileDeduplicationsPruned).toBe(5);
  expect(optimized(after, DEDUPE).result.replacements.size).toBe(0);
});
