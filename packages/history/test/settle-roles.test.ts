import { gapNote, type IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import {
  carryNote,
  findRoleProblems,
  isHumanText,
  notesIn,
  plannedHistory,
  settleRoles,
  withNote,
  withoutNotes,
} from '../src/index.ts';

const free = (): boolean => false;
const dropped = (...indices: number[]) => ({ removals: new Set(indices), replacements: new Map() });
const shape = (entries: readonly IContent[]): string[] =>
  entries.map(({ speaker, blocks }) => {
    const [block] = blocks;
    return `${speaker}: ${block?.type === 'text' ? block.text : block?.type}`;
  });

test('a mark in the missing role stays between two user messages', () => {
  const before = history().human('a').ai('b').human('c').build();
  const after = plannedHistory(before, settleRoles(before, dropped(1), free));
  expect(shape(after)).toEqual(['human: a', 'ai: b', 'human: c']);
  const long = before.with(1, { speaker: 'ai', blocks: [{ type: 'text', text: 'x\n'.repeat(9) }] });
  const settled = settleRoles(long, dropped(1), free);
  expect(shape(plannedHistory(long, settled))).toEqual(['human: a', 'ai: …10', 'human: c']);
});

test('a mark of the user stands first where a turn of the model would', () => {
  const before = history().system('s').human('What is it?').ai('b').build();
  const after = plannedHistory(before, settleRoles(before, dropped(1), free));
  expect(shape(after)).toEqual(['system: s', 'human: …1', 'ai: b']);
  expect([...findRoleProblems(after)]).toEqual([]);
});

test('a mark that stands there already stays as it is', () => {
  const before = history().human('a').ai('…12').human('c').build();
  expect(plannedHistory(before, settleRoles(before, dropped(1), free))).toEqual(before);
});

test('prose that lost its call goes into the next turn of the model, and goes where that is fixed', () => {
  const [human, ...rest] = history().human('a').call('f').result('1').call('f').result('2').build();
  const prose = history().ai('first').build();
  const before = [human!, ...rest];
  const plan = { removals: new Set([2]), replacements: new Map([[1, prose[0]!]]) };
  const joined = plannedHistory(before, settleRoles(before, plan, free));
  expect(joined.map(({ speaker }) => speaker)).toEqual(['human', 'ai', 'tool']);
  expect(joined[1]!.blocks.map(({ type }) => type)).toEqual(['text', 'tool_call']);
  const fixed = settleRoles(before, plan, (index) => index > 2);
  expect(plannedHistory(before, fixed)).toEqual([before[0], ...before.slice(3)]);
});

test('a note is the last paragraph of the user message before it, or a block of its own', () => {
  const before = history().human('Do it.').ai('long').build();
  const request = { note: gapNote(), first: 1, isFixed: free };
  const after = plannedHistory(before, carryNote(before, dropped(), request)!);
  expect(shape(after)[0]).toBe(`human: Do it.\n\n${gapNote()}`);
  expect(notesIn(after[0]!)).toEqual([gapNote()]);
  expect(isHumanText(after[0]!)).toBe(true);
  const picture = { type: 'media', mimeType: 'image/png', data: 'AA', encoding: 'base64' } as const;
  const several: IContent = { ...before[0]!, blocks: [...before[0]!.blocks, picture] };
  const noted = withNote(several, gapNote(), 'end');
  expect(noted.blocks).toEqual([...several.blocks, { type: 'text', text: gapNote() }]);
});

test('a note goes to the next user message where none before may change, and nowhere where none may', () => {
  const before = history().human('a').ai('b').human('c').build();
  const request = { note: gapNote(), first: 1 };
  const next = carryNote(before, dropped(), { ...request, isFixed: (index) => index === 0 });
  expect(shape(plannedHistory(before, next!))[2]).toBe(`human: ${gapNote()}\n\nc`);
  expect(carryNote(before, dropped(), { ...request, isFixed: () => true })).toBeUndefined();
});

test.each(['Do it.', 'Do it.\n', '\n', '[a]', ''])(
  'a text is the same without its note: %j',
  (text) => {
    const entry: IContent = { speaker: 'human', blocks: [{ type: 'text', text }] };
    for (const place of ['start', 'end'] as const) {
      const [block] = withNote(entry, gapNote(), place).blocks;
      expect(withoutNotes(block?.type === 'text' ? block.text : '')).toBe(text);
    }
  },
);
