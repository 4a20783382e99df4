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

test('a snapshot is human, and says by its metadata that it is ours and for whom it stands', () => {
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

test('a notice is human, and says by its metadata that it is ours', () => {
  expect(notice).toEqual({
    speaker: 'human',
    blocks: [{ type: 'text', text: expect.stringContaining('2') }],
    metadata: { synthetic: true, reason: 'dropped-entries' },
  });
});

test('a continuation is the agent’s, and says by its metadata that it is ours', () => {
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

test.each(kinds)('our own %s is known, and no other entry is taken for one', (_, isOwn, entry) => {
  expect(kinds.map(([, , other]) => isOwn(other))).toEqual(
    kinds.map(([, , other]) => other === entry),
  );
});

test.each(kinds)(
  'a %s is not ours by what its text says, or by part of its metadata',
  (_, isOwn, entry) => {
    const { metadata, ...typed } = entry;
    expect(isOwn(typed)).toBe(false);
    expect(isOwn({ ...entry, speaker: 'tool' })).toBe(false);
    for (const key of Object.keys(metadata!).filter((name) => name !== 'turnId')) {
      expect(isOwn({ ...entry, metadata: { ...metadata, [key]: undefined } })).toBe(false);
    }
  },
);
