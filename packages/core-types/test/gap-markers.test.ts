import {
  getRecallPrefixLength,
  formatGapMarker,
  hasMarkerLegend,
  hasRecallId,
  isMarker,
  parseGapMarker,
  MARKER_LEGEND,
  withMarkerLegend,
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

test('finds the legend only if a text contains all of it', () => {
  expect(hasMarkerLegend(`first\n…3 ${MARKER_LEGEND}\nlast`)).toBe(true);
  expect(hasMarkerLegend(MARKER_LEGEND.slice(0, -1))).toBe(false);
  expect(hasMarkerLegend('…3')).toBe(false);
});

test('a marker with the legend is still a marker', () => {
  fc.assert(
    fc.property(fc.option(id), fc.nat(999_999_999), (name, left) => {
      const marker =
        name === null ? formatGapMarker(left) : prependRecallId(name, formatGapMarker(left));
      const explained = withMarkerLegend(marker);
      expect(explained).toBe(`${marker} ${MARKER_LEGEND}`);
      expect(parseGapMarker(explained!)).toBe(left);
      expect(isMarker(explained!)).toBe(true);
      expect(hasRecallId(explained!)).toBe(name !== null);
    }),
  );
});

test.each([
  ['first\n…3\nlast\n…4', 'first\n…3 NOTE\nlast\n…4'],
  ['#0a1b2c3d.2 …44\nlast', '#0a1b2c3d.2 …44 NOTE\nlast'],
  ['#0a1b2c3d\nand …4\n…3', '#0a1b2c3d\nand …4\n…3 NOTE'],
  ['and …3 in a line', undefined],
  [' …3', undefined],
  ['…1234567890', undefined],
  ['#0a1b2c3 …3', undefined],
])('the legend follows the first line that is only a marker: %j', (text, explained) => {
  expect(withMarkerLegend(text)).toBe(explained?.replace('NOTE', MARKER_LEGEND));
});

test.each([
  MARKER_LEGEND,
  `…3 ${MARKER_LEGEND}\n`,
  `…3  ${MARKER_LEGEND}`,
  `…3 ${MARKER_LEGEND} What does this mean?`,
  `…3 ${MARKER_LEGEND.slice(0, -1)}`,
  `…3\n${MARKER_LEGEND}`,
  '…1'.repeat(1_000_000),
  '#0a1b2c3d.'.repeat(1_000_000),
])('is not a marker: %.40s', (text) => {
  expect(parseGapMarker(text)).toBeUndefined();
  expect(isMarker(text)).toBe(false);
});

test('puts a recall id into a media placeholder, once', () => {
  const placeholder = '[image/png 1280×720, 90 kB]';
  const named = '[image/png 1280×720, 90 kB, #1f0c9a3e.2]';
  expect(prependRecallId('1f0c9a3e.2', placeholder)).toBe(named);
  expect(prependRecallId('0a1b2c3d', named)).toBe(named);
});
