import type { IContent } from '@palimpsest/core-types';
import {
  isGeneratedContinuation,
  isGeneratedNotice,
  isGeneratedSnapshot,
  createContinuationEntry,
  createDroppedNotice,
  createSnapshotEntry,
} from '@palimpsest/history';
import { expect, test } from 'vitest';

const snapshot = createSnapshotEntry('So far.', { turnId: 't' });
const continuation = createContinuationEntry('I go on.');
const notice = createDroppedNotice({ dropped: 2, newest: 1, following: 3 });

test('a snapshot is a user message whose metadata marks it as generated and as a summary', () => {
  expect(snapshot).toEqual({
    speaker: 'human',
    blocks: [{ type: 'text', text: 'So far.' }],
    metadata: {
      turnId: 't',
      isSummary: true,
      synthetic: true,
      reason: 'compression-state-snapshot',
    },
  });
});

test('a notice is a user message whose metadata marks it as generated', () => {
  expect(notice).toEqual({
    speaker: 'human',
    blocks: [{ type: 'text', text: expect.stringContaining('2') }],
    metadata: { synthetic: true, reason: 'dropped-entries' },
  });
});

test('a continuation is an assistant message whose metadata marks it as generated', () => {
  expect(continuation).toEqual({
    speaker: 'ai',
    blocks: [{ type: 'text', text: 'I go on.' }],
    metadata: { synthetic: true, reason: 'compression-continuation' },
  });
});

const kinds: readonly (readonly [string, (entry: IContent) => boolean, IContent])[] = [
  ['snapshot', isGeneratedSnapshot, snapshot],
  ['continuation', isGeneratedContinuation, continuation],
  ['notice', isGeneratedNotice, notice],
];

test.each(kinds)('recognizes a generated %s, and no other entry', (_, isOwn, entry) => {
  expect(kinds.map(([, , other]) => isOwn(other))).toEqual(
    kinds.map(([, , other]) => other === entry),
  );
});

test.each(kinds)(
  'a %s is not recognized by its text alone, or by a part of its metadata',
  (_, isOwn, entry) => {
    const { metadata, ...typed } = entry;
    expect(isOwn(typed)).toBe(false);
    expect(isOwn({ ...entry, speaker: 'tool' })).toBe(false);
    for (const key of Object.keys(metadata!).filter((name) => name !== 'turnId')) {
      expect(isOwn({ ...entry, metadata: { ...metadata, [key]: undefined } })).toBe(false);
    }
  },
);
