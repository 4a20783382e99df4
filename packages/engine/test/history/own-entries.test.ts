import type { IContent } from '@palimpsest/core-types';
import {
  isGeneratedContinuation,
  isGeneratedNotice,
  isGeneratedSnapshot,
  createContinuationEntry,
  createDroppedNotice,
  createSnapshotEntry,
} from '../../src/history/index.ts';
import { expect, test } from 'vitest';

const snapshot = createSnapshotEntry('So far.', { turnId: 't' });
const continuation = createContinuationEntry('I go on.');
const notice = createDroppedNotice({ dropped: 2, newest: 1, following: 3 });

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
