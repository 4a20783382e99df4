import {
  getRecallPrefixLength,
  findGapMarkers,
  formatGapMarker,
  formatMarkerLegend,
  hasGapNote,
  hasRecallId,
  isMarker,
  parseGapMarker,
  withGapNote,
  prependRecallId,
} from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const id = fc
  .tuple(fc.integer({ min: 0, max: 0xff_ff_ff_ff }), fc.option(fc.integer({ min: 0, max: 9_999 })))
  .map(([name, copy]) => {
    const text = name.toString(16).padStart(8, '0');
    return copy === null ? text : `${text}.${copy}`;
  });

test('a gap marker shows the number of omitted lines, and can be parsed', () => {
  expect(formatGapMarker(21)).toBe('…21');
  fc.assert(
    fc.property(fc.nat(999_999_999), (left) => {
      expect(parseGapMarker(formatGapMarker(left))).toBe(left);
      expect(isMarker(formatGapMarker(left))).toBe(true);
    }),
  );
});

test('a gap marker without a number counts as one line', () => {
  expect(parseGapMarker('…')).toBe(1);
  expect(isMarker('…')).toBe(true);
});

test('a marker with a recall id is still a marker', () => {
  fc.assert(
    fc.property(id, fc.nat(999_999_999), (name, left) => {
      const marked = prependRecallId(name, formatGapMarker(left));
      expect(marked).toBe(`#${name} …${left}`);
      expect(parseGapMarker(marked)).toBe(left);
      expect(isMarker(marked)).toBe(true);
      expect(hasRecallId(marked)).toBe(true);
      expect(marked[getRecallPrefixLength(marked)]).toBe('…');
    }),
  );
});

test('a recall id is on the line before a text, and slicing off the prefix returns the text', () => {
  fc.assert(
    fc.property(id, fc.lorem(), (name, text) => {
      const reduced = prependRecallId(name, text);
      expect(reduced.split('\n')).toEqual([`#${name}`, ...text.split('\n')]);
      expect(hasRecallId(reduced)).toBe(true);
      expect(reduced.slice(getRecallPrefixLength(reduced))).toBe(text);
      expect(parseGapMarker(reduced)).toBeUndefined();
      expect(isMarker(reduced)).toBe(false);
    }),
  );
});

test.each([
  '…21 ',
  ' …21',
  '...21',
  '…-1',
  '…1.5',
  '…٣',
  '…21\n',
  '…1234567890',
  'and …21',
  '#0a1b2c3d…3',
  '#0a1b2c3 …3',
  '#0A1B2C3D …3',
  '#0a1b2c3d.12345 …3',
  '#0a1b2c3d\n…3',
  '',
])('ordinary text is not a gap marker: %j', (text) => {
  expect(parseGapMarker(text)).toBeUndefined();
  expect(isMarker(text)).toBe(false);
});

test.each([
  '#include <stdio.h>',
  '#1234567 too short',
  '#0a1b2c3d',
  '#0a1b2c3d fix the colour',
  '#0a1b2c3d.\nx',
  ' #0a1b2c3d\nx',
  'see #0a1b2c3d\nx',
  '',
])('ordinary text has no recall id: %j', (text) => {
  expect(hasRecallId(text)).toBe(false);
  expect(getRecallPrefixLength(text)).toBe(0);
});

const notes = [formatMarkerLegend(), formatMarkerLegend({ canRecall: true })] as const;

test('the legend explains a gap marker, and recall if it is available', () => {
  expect(formatMarkerLegend()).toBe('[Shortened: …3 = 3 lines or fields left out]');
  expect(formatMarkerLegend({ canRecall: true })).toBe(
    '[Shortened: …3 = 3 lines or fields left out, recall by #id and lines]',
  );
});

test.each(notes)('finds the legend only if a text contains all of it: %s', (note) => {
  expect(hasGapNote(note)).toBe(true);
  expect(hasGapNote(`first\n…3 ${note}\nlast`)).toBe(true);
  expect(hasGapNote(`${note} What does this mean?`)).toBe(true);
  expect(hasGapNote(note.slice(0, -1))).toBe(false);
  expect(hasGapNote(note.toLowerCase())).toBe(false);
  expect(hasGapNote('…3')).toBe(false);
});

test.each(notes)('a marker with a legend is still a marker: %s', (note) => {
  fc.assert(
    fc.property(fc.option(id), fc.nat(999_999_999), (name, left) => {
      const marker =
        name === null ? formatGapMarker(left) : prependRecallId(name, formatGapMarker(left));
      const explained = withGapNote(marker, note);
      expect(explained).toBe(`${marker} ${note}`);
      expect(parseGapMarker(explained!)).toBe(left);
      expect(isMarker(explained!)).toBe(true);
      expect(hasRecallId(explained!)).toBe(name !== null);
    }),
  );
});

test.each([
  ['first\n…3\nlast\n…4', 'first\n…3 NOTE\nlast\n…4'],
  ['#0a1b2c3d.2 …44\nlast', '#0a1b2c3d.2 …44 NOTE\nlast'],
  ['first\r\n…3\r\nlast', 'first\r\n…3 NOTE\r\nlast'],
  ['#0a1b2c3d\nfirst\n…3', '#0a1b2c3d\nfirst\n…3 NOTE'],
])('adds the legend after the first line that is only a marker: %j', (text, explained) => {
  expect(withGapNote(text, formatMarkerLegend())).toBe(
    explained.replace('NOTE', formatMarkerLegend()),
  );
});

test('adds the legend after the first marker line that the predicate accepts', () => {
  const text = 'first\n…3\nand …4\n#0a1b2c3d …5\n…3';
  expect(findGapMarkers(text)).toEqual(['…3', '#0a1b2c3d …5', '…3']);
  const asked: string[] = [];
  const explained = withGapNote(text, 'NOTE', (line) => asked.push(line) === 2);
  expect(explained).toBe('first\n…3\nand …4\n#0a1b2c3d …5 NOTE\n…3');
  expect(asked).toEqual(['…3', '#0a1b2c3d …5']);
  expect(withGapNote(text, 'NOTE', () => false)).toBeUndefined();
  expect(findGapMarkers('no mark')).toEqual([]);
});

test.each([
  '',
  'no mark',
  'and …3 in a line',
  ' …3',
  '…3 ',
  '…',
  '…1234567890',
  '{"":"…3"}',
  '#0a1b2c3 …3',
])('returns undefined for a text without a marker line: %j', (text) => {
  expect(withGapNote(text, formatMarkerLegend())).toBeUndefined();
});

test.each(notes)('a legend alone, or with more than a marker, is not a marker: %s', (note) => {
  for (const text of [
    note,
    `${note}\n`,
    `…3 ${note}\n`,
    `…3  ${note}`,
    `…3 ${note} What does this mean?`,
    `…3 ${note.slice(0, -1)}`,
    `…3 [Shortened: …4 = 4 lines]`,
    `…3\n${note}`,
  ]) {
    expect(parseGapMarker(text)).toBeUndefined();
    expect(isMarker(text)).toBe(false);
  }
});

test('finds no gap marker in a huge text of repeated marker starts', () => {
  for (const hostile of ['…', '…1', '#0a1b2c3d …', '#0a1b2c3d.', '#', '…3 [Shortened: ']) {
    const text = hostile.repeat(1_000_000);
    expect(parseGapMarker(text)).toBeUndefined();
    expect(hasRecallId(text)).toBe(hostile === '#0a1b2c3d …');
    expect(hasGapNote(text)).toBe(false);
    expect(withGapNote(text, formatMarkerLegend())).toBeUndefined();
  }
});

test('puts a recall id into a media placeholder, once', () => {
  const placeholder = '[image/png 1280×720, 90 kB]';
  const named = '[image/png 1280×720, 90 kB, #1f0c9a3e.2]';
  expect(prependRecallId('1f0c9a3e.2', placeholder)).toBe(named);
  expect(prependRecallId('0a1b2c3d', named)).toBe(named);
});
