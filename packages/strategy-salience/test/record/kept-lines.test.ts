import { expect, test } from 'vitest';
import type { Role } from '../../src/ranking/unit-index.ts';
import { createTextParser } from '../../src/reading/create-text-parser.ts';
import { unitText } from '../../src/reading/parsed-text.ts';
import { keptLines } from '../../src/record/kept-lines.ts';

const TABLE = [
  '| Gate | Opens at |',
  '|------|----------|',
  '| north | 8:00 |',
  '| south | 9:30 |',
];
const TEXT = ['The gates open at these hours:', '', ...TABLE, '', 'They close at dusk.'].join('\n');

/** Returns what is kept of the text if only the lines with a word are chosen. */
function keptWith(word: string, role: Role): unknown {
  const parsed = createTextParser().parseProse(TEXT);
  return keptLines({ parsed, role }, (unit) => unitText(parsed, unit).includes(word)).lines;
}

test('a row of a Markdown table brings its header', () => {
  expect(keptWith('south', 'text')).toEqual(expect.arrayContaining([TABLE[0], TABLE[1], TABLE[3]]));
});

test('the header of a Markdown table is left out without a row, unless a person wrote it', () => {
  expect(keptWith('Gate', 'text')).not.toContain(TABLE[0]);
  expect(keptWith('Gate', 'result')).not.toContain(TABLE[0]);
  expect(keptWith('Gate', 'user')).toContain(TABLE[0]);
});
