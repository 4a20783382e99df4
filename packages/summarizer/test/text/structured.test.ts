import { isStructured, summarizeText } from '@palimpsest/summarizer';
import { describe, expect, test } from 'vitest';

const structured = (line: string) => isStructured(Array.from({ length: 6 }, () => line).join('\n'));

describe('recognizes lines of program output', () => {
  test.each([
    'src/foo.ts:42: it went on',
    '  src/foo.ts(42,7): it went on',
    'C:\\src\\foo.ts:42: it went on',
    '  - it went on',
    '\t* it went on',
    'name: it',
    'файл: такой',
    'PASS it went on',
    'ERROR it went on',
    'OK it went on',
    '[ERROR] it went on',
    '--- FAIL: TestIt',
    '✓ it went on',
    'ok 3 - it went on',
    'ok  \tit/went/on\t2.609s',
    '?   \tit/went/on\t[no test files]',
  ])('%s', (line) => {
    expect(structured(line)).toBe(true);
  });

  test.each([
    'it went on',
    '- it went on',
    'it went on:',
    'name:it',
    'it (again): went on',
    `${'a'.repeat(62)}: it`,
    'passed it',
    'src/foo:42: it went on',
    'src/foo.ts:x: it went on',
  ])('not %s', (line) => {
    expect(structured(line)).toBe(false);
  });
});

const summary = (lines: readonly string[], budget?: number) =>
  summarizeText(lines.join('\n'), budget);

describe('a summary of program output', () => {
  test('names three files and counts the others', () => {
    const lines = ['a', 'b', 'a', 'c', 'd', 'e'].map((name) => `src/${name}.ts:1: it went on`);
    expect(summary(lines)).toEqual({
      text: 'files: src/a.ts, src/b.ts, src/c.ts +2 more',
      entities: ['src/d.ts', 'src/e.ts'],
      kind: 'structured',
    });
    expect(summary([...lines.slice(0, 4), ...lines.slice(0, 4)]).text).toBe(
      'files: src/a.ts, src/b.ts, src/c.ts',
    );
  });

  test('shows three different lines with the outcome, failures and totals first', () => {
    const lines = [
      'PASS src/a.test.ts',
      'PASS src/b.test.ts',
      'FAIL src/c.test.ts',
      '  ✗ adds it',
      'FAIL src/c.test.ts',
      '  ✗ takes it away',
      'Tests: 2 failed, 7 passed',
    ];
    expect(summary(lines).text).toBe(
      'files: src/a.test.ts, src/b.test.ts, src/c.test.ts | FAIL src/c.test.ts | ✗ adds it | Tests: 2 failed, 7 passed',
    );
  });

  test('shows the start and the end when no line names a file or reports an outcome', () => {
    const lines = Array.from({ length: 9 }, (_, index) => `key${index}: value ${index}`);
    expect(summary(lines).text).toBe(
      'key0: value 0\nkey1: value 1\nkey2: value 2\n...\nkey8: value 8\n(9 lines)',
    );
  });

  test('fits its budget with a part of each line', () => {
    const long = ['a', 'b', 'c'].map((name) => `FAIL ${name} ${'x'.repeat(300)}`);
    const lines = [...long, ...Array.from({ length: 20 }, () => 'OK')];
    const { text } = summary(lines, 200);
    expect(text).toMatch(/^FAIL a x+\.\.\. \| FAIL b x+\.\.\. \| FAIL c x+\.\.\.$/);
    expect(text.length).toBeLessThanOrEqual(200);
    expect(text.length).toBeGreaterThan(195);

    const keys = Array.from({ length: 7 }, (_, index) => `key${index}: ${'y'.repeat(60)}`);
    const shown = summary(keys, 100).text;
    expect(shown).toMatch(
      /^key0: y+\.\.\.\nkey1: y+\.\.\.\nkey2: y+\.\.\.\n\.\.\.\nkey6: y+\.\.\.\n\(7 lines\)$/,
    );
    expect(shown.length).toBeLessThanOrEqual(100);
  });
});
