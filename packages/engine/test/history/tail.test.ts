import type { IContent } from '@palimpsest/core-types';
import {
  indexExchanges,
  isGeneratedNotice,
  createDroppedNotice,
  parseNoticeEntry,
  safeCuts,
  findTailStart,
} from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory } from './histories.ts';
import { findStableTailStart } from '../../src/history/entries/generated-entries.ts';

const boundaryOf = (entries: readonly IContent[], preserve: number): number =>
  findTailStart(entries, safeCuts(indexExchanges(entries)), preserve);

const humans = (count: number): IContent[] => {
  const builder = history();
  for (let index = 0; index < count; index += 1) builder.human(`message ${index}`);
  return builder.build();
};

test('a tail starts at a safe cut, moved backward and never forward', () => {
  fc.assert(
    fc.property(anyHistory(), fc.double({ min: 0, max: 1, noNaN: true }), (entries, preserve) => {
      const cuts = safeCuts(indexExchanges(entries));
      const boundary = findTailStart(entries, cuts, preserve);
      expect(cuts.isSafe(boundary)).toBe(true);
      const wanted = entries.length - Math.max(1, Math.floor(entries.length * preserve + 1e-9));
      expect(boundary).toBe(cuts.atOrBefore(Math.max(0, wanted)));
    }),
  );
});

test('keeps the tail start of a notice until entries are appended (law 6)', () => {
  const settled = [createDroppedNotice({ dropped: 20, newest: 6, following: 6 }), ...humans(6)];
  expect(findStableTailStart(settled)).toBe(1);
  expect(boundaryOf(settled, 0.3)).toBe(1);
  const appended = [...settled, ...humans(4)];
  expect(findStableTailStart(appended)).toBeUndefined();
  expect(boundaryOf(appended, 0.3)).toBe(8);
});

test('a stable tail start never shortens the tail', () => {
  expect(
    boundaryOf(
      [...humans(8), createDroppedNotice({ dropped: 3, newest: 1, following: 1 }), ...humans(1)],
      0.5,
    ),
  ).toBe(5);
});

test('the tail start follows from the count in the notice, and an impossible count is ignored', () => {
  const notice = createDroppedNotice({ dropped: 20, newest: 2, following: 6 });
  expect(findStableTailStart([notice, ...humans(6)])).toBe(5);
  const boastful = createDroppedNotice({ dropped: 20, newest: 7, following: 6 });
  expect(findStableTailStart([boastful, ...humans(6)])).toBeUndefined();
});

test('parses any notice, but recognizes only generated ones as generated', () => {
  const own = createDroppedNotice({ dropped: 3, newest: 4, following: 4 });
  const typed: IContent = { speaker: 'human', blocks: own.blocks };
  expect(parseNoticeEntry(own)).toEqual({ dropped: 3, newest: 4, following: 4 });
  expect(parseNoticeEntry(typed)).toEqual({ dropped: 3, newest: 4, following: 4 });
  expect(isGeneratedNotice(own)).toBe(true);
  const byModel: IContent = { ...own, speaker: 'ai' };
  expect(parseNoticeEntry(byModel)).toEqual({ dropped: 3, newest: 4, following: 4 });
  expect(isGeneratedNotice(byModel)).toBe(true);
  expect(isGeneratedNotice(typed)).toBe(false);
  expect(isGeneratedNotice({ ...humans(1)[0]!, metadata: own.metadata! })).toBe(false);
});
