import { formatSummaryMarker, type IContent } from '@palimpsest/core-types';
import { directivesIn } from '../../src/directives/index.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

const SAID = 'Never push to main.';

test('reads all text blocks of a user message, with offsets in each block', () => {
  const entry: IContent = {
    speaker: 'human',
    blocks: [
      { type: 'text', text: `Hi. ${SAID}` },
      { type: 'code', code: SAID },
      { type: 'text', text: SAID },
    ],
  };
  expect(directivesIn(entry)).toEqual([
    { text: SAID, start: 4, end: 23, level: 'must-not' },
    { text: SAID, start: 0, end: 19, level: 'must-not' },
  ]);
});

test('finds no directives in system, assistant and tool entries', () => {
  const entries = history().system(SAID).ai(SAID).call('read').result(SAID).build();
  expect(entries.flatMap((entry) => directivesIn(entry))).toEqual([]);
});

test('finds no directives in a generated entry', () => {
  const [entry] = history().human(SAID).build();
  expect(directivesIn(entry!)).toHaveLength(1);
  expect(directivesIn({ ...entry!, metadata: { synthetic: true } })).toEqual([]);
});

test('finds no directives in a summary marker', () => {
  const [entry] = history()
    .human(formatSummaryMarker({ text: SAID }))
    .build();
  expect(directivesIn(entry!)).toEqual([]);
});
