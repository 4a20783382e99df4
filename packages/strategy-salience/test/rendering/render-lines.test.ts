import { formatMarkerLegend, parseGapMarker } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextParser, render } from '../../src/rank.ts';
import { countOmitted } from '../../src/rendering/render.ts';
import { CONTINUES } from '../../src/reading/parsed-text.ts';
import { anySubset, anyText } from '../texts.ts';
import { unitsOf, linesOf } from '../units-of.ts';

/** Text without gap markers and with distinct lines, so that each shown line has one position. */
const distinctLines = anyText.map((text) =>
  text
    .replaceAll('…', '.')
    .split('\n')
    .map((line, at) => (line.trim().length > 2 ? line.replace(/[ \t\r]*$/, ` #${at}`) : line))
    .join('\n'),
);

function keep(text: string, isKept: (unit: number) => boolean): string {
  return render(createTextParser().parseLines(text), isKept);
}

function linesKept(text: string, ...kept: readonly string[]): string {
  const reader = createTextParser();
  const units = unitsOf(reader.parseLines(text), reader);
  return keep(text, (unit) => kept.some((line) => units[unit]!.text.includes(line)));
}

test('renders text unchanged when every unit is kept', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(keep(text, () => true)).toBe(text);
    }),
  );
});

test('with nothing kept, a gap marker counts all lines', () => {
  fc.assert(
    fc.property(distinctLines, (text) => {
      expect(keep(text, () => false)).toBe(`…${linesOf(text).length}`);
    }),
  );
});

const numberOf = (line: string): number =>
  Number(/^(\d{1,8})(?:[→\t:|]|$)/.exec(line)?.[1] ?? Number.NaN);

/** Returns whether shown lines, gap markers and jumps of line numbers reach the end of the text. A line number can replace a marker. */
function isAccountedFor(text: string, shown: string): boolean {
  const lines = linesOf(text).map((line) => line.trim());
  let places = new Set([0]);
  let before = 0;
  let isMarked = false;
  for (const raw of shown === text ? linesOf(shown) : shown.split('\n')) {
    const line = raw.trim();
    const gap = parseGapMarker(line);
    if (gap !== undefined) {
      places = new Set([...places].map((place) => place + gap));
      isMarked = true;
      continue;
    }
    const jump = isMarked ? 0 : Math.max(0, numberOf(line) - before - 1 || 0);
    const found = [...places]
      .flatMap((place) => [place, place + jump])
      .filter((at) => at < lines.length && isShown(lines[at]!, line));
    places = new Set(found.map((at) => at + 1));
    before = numberOf(line);
    isMarked = false;
  }
  return places.has(lines.length);
}

/** Returns whether `shown` is the line, or pieces of it with `…` between them. */
function isShown(line: string, shown: string): boolean {
  let from = 0;
  for (const piece of shown.split('…')) {
    const at = line.indexOf(piece.trim(), from);
    if (at < 0) return false;
    from = at + piece.trim().length;
  }
  return shown.includes('…') || line === shown;
}

test('shown lines, gap markers and line numbers together account for every line', () => {
  fc.assert(
    fc.property(distinctLines, anySubset, (text, isKept) => {
      expect(isAccountedFor(text, keep(text, isKept))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('shows every kept unit in order', () => {
  fc.assert(
    fc.property(distinctLines, anySubset, (text, isKept) => {
      const reader = createTextParser();
      const reading = reader.parseLines(text);
      const shown = render(reading, isKept);
      let from = 0;
      for (const [unit, { text: piece }] of unitsOf(reading, reader).entries()) {
        if (!isKept(unit)) continue;
        const at = shown.indexOf(piece, from);
        expect(at).toBeGreaterThanOrEqual(from);
        from = at + piece.length;
      }
    }),
  );
});

test('counts a line as omitted only if no part of it is kept', () => {
  fc.assert(
    fc.property(distinctLines, anySubset, (text, isKept) => {
      const reader = createTextParser();
      const reading = reader.parseLines(text);
      const lost: number[] = [];
      for (const [unit, { shape, line }] of unitsOf(reading, reader).entries()) {
        const lines = isKept(unit) ? 0 : line < -1 ? -1 - line : 1;
        if ((shape & CONTINUES) === 0) lost.push(lines);
        else lost.push(Math.min(lost.pop()!, lines));
      }
      expect(countOmitted(reading, isKept)).toBe(lost.reduce((sum, lines) => sum + lines, 0));
    }),
  );
});

test('keeps well-formed text well-formed', () => {
  fc.assert(
    fc.property(anyText, anySubset, (text, isKept) => {
      fc.pre(text.isWellFormed());
      expect(keep(text, isKept).isWellFormed()).toBe(true);
    }),
  );
});

test('parsing reduced text again and keeping every unit changes nothing', () => {
  fc.assert(
    fc.property(anyText, anySubset, (text, isKept) => {
      const shown = keep(text, isKept);
      expect(keep(shown, () => true)).toBe(shown);
    }),
  );
});

const CODE = `import { save } from './save.ts';

export function close(session) {
  if (session.isOpen) {
    save(session.state);
  }
}

export const answer = 42;`;

test('shows brackets and blank lines between shown lines, and counts them otherwise', () => {
  expect(linesKept(CODE, 'save(', 'answer')).toBe(
    '…4\n    save(session.state);\n  }\n}\n\nexport const answer = 42;',
  );
  expect(linesKept(CODE, 'isOpen', 'import')).toBe(
    "import { save } from './save.ts';\n…2\n  if (session.isOpen) {\n…5",
  );
});

test('a gap marker counts a run of trivial lines, unless no other line is omitted', () => {
  expect(linesKept(`first line${'\n}'.repeat(4)}\nsecond line`, 'line')).toBe(
    `first line${'\n}'.repeat(4)}\nsecond line`,
  );
  expect(linesKept(`first line${'\n}'.repeat(4)}\nsecond line\nthird`, 'line')).toBe(
    'first line\n…4\nsecond line\n…1',
  );
});

test('adds no gap marker when line numbers already show the gap', () => {
  const listing = CODE.split('\n')
    .map((line, at) => `${at + 1}→${line}`)
    .join('\n');
  expect(linesKept(listing, 'import', 'save(', 'answer')).toBe(
    "1→import { save } from './save.ts';\n5→    save(session.state);\n6→  }\n7→}\n9→export const answer = 42;".replace(
      '\n6→  }\n7→}',
      '',
    ),
  );
  expect(linesKept(listing, 'save(')).toBe('5→    save(session.state);\n…4');
});

test('adds gap markers around a piece of a numbered line that lacks its number', () => {
  const long = `2→${'a clause of some length, '.repeat(8)}the end of it.`;
  expect(linesKept(`1→first\n${long}\n3→third`, 'the end of it')).toMatch(
    /^…1\n….+the end of it\.\n…1$/s,
  );
});

test('adds the count of an earlier gap marker to the gap around it', () => {
  expect(linesKept('first line\n…5\nlast line', 'last')).toBe('…6\nlast line');
  expect(linesKept('first line\n…5\nmiddle line\nlast line', 'first', 'last')).toBe(
    'first line\n…6\nlast line',
  );
  expect(linesKept('first line\n…5\nmiddle line', 'first')).toBe('first line\n…6');
});

test.each([
  `…5 ${formatMarkerLegend()}`,
  `#0a1b2c3d …5 ${formatMarkerLegend({ canRecall: true })}`,
])('a gap marker keeps its legend as long as its gap does not grow: %s', (marker) => {
  expect(linesKept(`first line\n${marker}\nlast line\nthe end`, 'first', 'last')).toBe(
    `first line\n${marker}\nlast line\n…1`,
  );
  expect(linesKept(`first line\n${marker}\nmiddle line\nlast line`, 'first', 'last')).toBe(
    'first line\n…6\nlast line',
  );
  expect(linesKept(`first line\n\n${marker}\nlast line\nthe end`, 'first', 'last')).toBe(
    'first line\n…6\nlast line\n…1',
  );
  expect(keep(marker, () => false)).toBe(marker);
});

test('keeps or omits a text parsed as one unit as a whole', () => {
  const reading = createTextParser().parseAsOneUnit('one\ntwo\nthree');
  expect(render(reading, () => true)).toBe('one\ntwo\nthree');
  expect(render(reading, () => false)).toBe('…3');
});

test('keeps the indentation of kept lines, but not trailing blanks or padding before a line number', () => {
  expect(
    linesKept('\tif (isOpen) {   \n\t\tsave(state);  \n\t}\n   12→  close();  ', 'save', 'close'),
  ).toBe('…1\n\t\tsave(state);\n\t}\n12→  close();');
});
