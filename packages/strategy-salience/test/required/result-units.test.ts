import { expect, test } from 'vitest';
import { createTextParser } from '../../src/reading/create-text-parser.ts';
import { unitText, type ParsedText } from '../../src/reading/parsed-text.ts';
import { errorUnits } from '../../src/required/failure-units.ts';
import { oddUnits } from '../../src/required/odd-lines.ts';
import { linesOf } from '../lines-of.ts';

const parse = (lines: readonly string[]): ParsedText =>
  createTextParser().parseLines(lines.join('\n'));

const textsOf = (parsed: ParsedText, units: readonly number[]): string[] =>
  units.map((unit) => unitText(parsed, unit).trim());

test('of a linter whose outcome is not known, its errors come before its summary', () => {
  const parsed = parse([
    '[lint] $ lint ./...',
    'src/b_test.go:15:2: os.Chdir() could be replaced by t.Chdir()',
    '\tif err := os.Chdir(folder); err != nil {',
    'src/b.go:3:4: gate redeclared in this block',
    '[lint] ERROR task failed',
  ]);
  expect(textsOf(parsed, oddUnits(parsed, false))).toEqual([
    'src/b_test.go:15:2: os.Chdir() could be replaced by t.Chdir()',
    'src/b.go:3:4: gate redeclared in this block',
  ]);
});

test('of a failed test, its name and the reason are kept, not what it logged before', () => {
  const parsed = parse([
    'Exit code 1',
    '--- FAIL: TestLock (0.20s)',
    '    lock_test.go:12: Phase 1: open the lock',
    linesOf('hook', 40),
    '    lock_test.go:31: could not find the key',
    'FAIL',
    '[test] ERROR task failed',
  ]);
  expect(textsOf(parsed, errorUnits(parsed))).toEqual([
    '--- FAIL: TestLock (0.20s)',
    'lock_test.go:31: could not find the key',
  ]);
});
