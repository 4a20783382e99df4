import {
  formatGapMarker,
  MARKER_LEGEND,
  type ContentBlock,
  type IContent,
} from '@palimpsest/core-types';
import { humanTextLength, isHumanText, createDroppedNotice } from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

const human = (text: string): IContent => history().human(text).build()[0]!;

test('notices, gap markers and results are not user text, all other content of a user is', () => {
  expect(isHumanText(human('hello'))).toBe(true);
  const markers = [
    formatGapMarker(3),
    '…',
    `${formatGapMarker(3)} ${MARKER_LEGEND}`,
    `#0a1b2c3d ${formatGapMarker(3)}`,
  ];
  for (const marker of markers) {
    expect(isHumanText(human(marker))).toBe(false);
    expect(isHumanText(human(`${marker} What is this?`))).toBe(true);
    const beside = [...human(marker).blocks, ...human('What is this?').blocks];
    expect(isHumanText({ speaker: 'human', blocks: beside })).toBe(true);
    expect(isHumanText({ speaker: 'human', blocks: [{ type: 'code', code: marker }] })).toBe(true);
  }
  // A legend without a gap marker counts as user text.
  expect(isHumanText(human(MARKER_LEGEND))).toBe(true);
  expect(isHumanText(createDroppedNotice({ dropped: 2, newest: 3, following: 3 }))).toBe(false);
  expect(isHumanText({ ...human('hello'), speaker: 'ai' })).toBe(false);
  expect(isHumanText({ speaker: 'human', blocks: [] })).toBe(true);
  for (const { blocks } of history().call('Read').result('x').build()) {
    expect(isHumanText({ speaker: 'human', blocks })).toBe(false);
    expect(isHumanText({ speaker: 'human', blocks: [...blocks, ...human('x').blocks] })).toBe(true);
  }
  // Media next to a result belongs to the result; media alone is user content.
  const image: ContentBlock = {
    type: 'media',
    mimeType: 'image/png',
    data: 'x',
    encoding: 'base64',
  };
  const [, response] = history().call('Read').result('x').build();
  expect(isHumanText({ speaker: 'human', blocks: [...response!.blocks, image] })).toBe(false);
  expect(isHumanText({ speaker: 'human', blocks: [image] })).toBe(true);
});

test('the length of user text counts only its texts and code', () => {
  expect(
    humanTextLength({
      speaker: 'human',
      blocks: [
        { type: 'text', text: 'four' },
        { type: 'code', code: 'let x' },
        { type: 'media', mimeType: 'image/png', data: 'aGVsbG8=', encoding: 'base64' },
      ],
    }),
  ).toBe(9);
});
