import { formatMarkerLegend, parseGapMarker } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextParser, countOmitted, render } from '../../src/index.ts';
import { CONTINUES } from '../../src/reading/parsed-text.ts';
import { anySubset, anyText } from '../texts.ts';
import { unitsOf, linesOf } from '../units-of.ts';

/** Lines that are no marks, and each of them once: so that it can be said where a shown one stood. */
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

test('with everything kept, a text is as it was', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(keep(text, () => true)).toBe(text);
    }),
  );
});

test('with nothing kept, a mark says how many lines there were', () => {
  fc.assert(
    fc.property(distinctLines, (text) => {
      expect(keep(text, () => false)).toBe(`…${linesOf(text).length}`);
    }),
  );
});

const numberOf = (line: string): number =>
  Number(/^(\d{1,8})(?:[→\t:|]|$)/.exec(line)?.[1] ?? Number.NaN);

/** Whether lines, marks and jumps of numbers lead to the end of the text. The number of a line may say what no mark does. */
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

/** Whether a line shows a line of the text, or pieces of it with `…` between them. */
function isShown(line: string, shown: string): boolean {
  let from = 0;
  for (const piece of shown.split('…')) {
    const at = line.indexOf(piece.trim(), from);
    if (at < 0) return false;
    from = at + piece.trim().length;
  }
  return shown.includes('…') || line === shown;
}

test('the lines shown, the marks between them and the numbers of lines account for every line', () => {
  fc.assert(
    fc.property(distinctLines, anySubset, (text, isKept) => {
      expect(isAccountedFor(text, keep(text, isKept))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('every kept unit is shown, in order', () => {
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

test('what is left out is every line nothing is kept of', () => {
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

test('well-formed text stays well-formed', () => {
  fc.assert(
    fc.property(anyText, anySubset, (text, isKept) => {
      fc.pre(text.isWellFormed());
      expect(keep(text, isKept).isWellFormed()).toBe(true);
    }),
  );
});

test('what is left, read again and kept, stays as it is', () => {
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

test('brackets and blank lines are shown between lines that are, and counted otherwise', () => {
  expect(linesKept(CODE, 'save(', 'answer')).toBe(
    '…4\n    save(session.state);\n  }\n}\n\nexport const answer = 42;',
  );
  expect(linesKept(CODE, 'isOpen', 'import')).toBe(
    "import { save } from './save.ts';\n…2\n  if (session.isOpen) {\n…5",
  );
});

test('of many lines that say nothing a mark says how many there are', () => {
  expect(linesKept(`first line${'\n}'.repeat(4)}\nsecond line`, 'line')).toBe(
    `first line${'\n}'.repeat(4)}\nsecond line`,
  );
  expect(linesKept(`first line${'\n}'.repeat(4)}\nsecond line\nthird`, 'line')).toBe(
    'first line\n…4\nsecond line\n…1',
  );
});

test('where numbers of lines say what is left out, no mark does', () => {
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

test('a number that is not shown says nothing', () => {
  const long = `2→${'a clause of some length, '.repeat(8)}the end of it.`;
  expect(linesKept(`1→first\n${long}\n3→third`, 'the end of it')).toMatch(
    /^…1\n….+the end of it\.\n…1$/s,
  );
});

test('a mark of an earlier compression adds to the mark around it', () => {
  expect(linesKept('first line\n…5\nlast line', 'last')).toBe('…6\nlast line');
  expect(linesKept('first line\n…5\nmiddle line\nlast line', 'first', 'last')).toBe(
    'first line\n…6\nlast line',
  );
  expect(linesKept('first line\n…5\nmiddle line', 'first')).toBe('first line\n…6');
});

test.each([
  `…5 ${formatMarkerLegend()}`,
  `#0a1b2c3d …5 ${formatMarkerLegend({ canRecall: true })}`,
])('an explained mark stays explained while it is all that is left out there: %s', (mark) => {
  expect(linesKept(`first line\n${mark}\nlast line\nthe end`, 'first', 'last')).toBe(
    `first line\n${mark}\nlast line\n…1`,
  );
  expect(linesKept(`first line\n${mark}\nmiddle line\nlast line`, 'first', 'last')).toBe(
    'first line\n…6\nlast line',
  );
  expect(linesKept(`first line\n\n${mark}\nlast line\nthe end`, 'first', 'last')).toBe(
    'first line\n…6\nlast line\n…1',
  );
  expect(keep(mark, () => false)).toBe(mark);
});

test('a text that was read as a whole stays or goes as one', () => {
  const reading = createTextParser().parseAsOneUnit('one\ntwo\nthree');
  expect(render(reading, () => true)).toBe('one\ntwo\nthree');
  expect(render(reading, () => false)).toBe('…3');
});

test('of a line that is left out the indentation goes with it, of one that is kept it stays', () => {
  expect(
    linesKept('\tif (isOpen) {   \n\t\tsave(state);  \n\t}\n   12→  close();  ', 'save', 'close'),
  ).toBe('…1\n\t\tsave(state);\n\t}\n12→  close();');
});
