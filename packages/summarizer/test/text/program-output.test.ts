import { isStructured, summarizeText } from '@palimpsest/summarizer';
import { expect, test } from 'vitest';

const six = (line: string): string => Array<string>(6).fill(line).join('\n');

test.each([
  'PASS it',
  'PASSED it',
  'FAILED it',
  'FAILURE it',
  'ERRORS it',
  'SKIPPED it',
  'WARNING: it is',
  '[OK] it',
  '(OK) it',
  '- OK it',
  '--- OK it',
  '=== OK it',
  '*** OK it',
  '[OK it',
  'OK',
  'OK: it',
  'OK7 it',
  'ok 7 it',
  'not ok 7 it',
  '✔ it',
  '✘ it',
  '✖ it',
  'a: it',
  'é: it',
  '山: it',
  'a：it',
  'a b: it',
  'a\tb:\tit',
  'a.b/c-d: it',
  'a_1: it',
  `${'a'.repeat(60)}: it`,
  'a.ts:7: it',
  'a.ts:7:it',
  'a.ts(7,8): it',
  'C:a.ts:7: it',
  ' - it',
  ' * it',
  ' • it',
  '\u00a0- it',
  '\u3000- it',
])('a line of a program: %j', (line) => {
  expect(isStructured(six(line))).toBe(true);
});

test.each([
  'OKAY it',
  'OK_ it',
  'Ok it',
  'Pass it',
  '---- OK it',
  '---OK it',
  'it OK it',
  'ok it',
  'not ok it',
  '☑ it',
  'a:it',
  'a :it',
  'a, b: it',
  'a (b): it',
  '.a: it',
  '-a: it',
  ': it',
  `${'a'.repeat(61)}: it`,
  'a:7: it',
  'a.:7: it',
  'a.ts:7 it',
  'a.ts:b: it',
  'a b.ts:7: it',
  'a.ts(7): it',
  'a.ts(7,8) it',
  '(a.ts:7: it',
  'a.typescripted:7: it',
  '- it',
  '* it',
  ' + it',
  ' it',
])('a line of prose: %j', (line) => {
  expect(isStructured(six(line))).toBe(false);
});

test.each([
  ['five lines of one', 'OK\n'.repeat(5), false],
  ['six lines of one', 'OK\n'.repeat(6), true],
  ['blank lines do not count', 'OK\n\n \n'.repeat(5), false],
  ['six lines of CR LF', 'OK\r\n'.repeat(6), true],
  ['five lines of CR LF', 'OK\r\n'.repeat(5), false],
  ['six lines of CR', 'OK\r'.repeat(6), true],
  ['six lines of U+2029', 'OK\u2029'.repeat(6), true],
  ['one line', 'OK '.repeat(6), false],
  ['half of them', 'OK\nit is\n'.repeat(6), false],
  ['more than half of them', `OK\n${'OK\nit is\n'.repeat(6)}`, true],
])('the output of a program: %s', (_, text, expected) => {
  expect(isStructured(text)).toBe(expected);
});

const KEYS = 'one: 1\ntwo: 2\nsix: 6\nten: 10\nold: it\n';
const summary = (lines: string, budget = 400): string => summarizeText(KEYS + lines, budget).text;

test.each([
  'FAIL it',
  '7 passed',
  '7 tests passed',
  '7 passing',
  '7 failed',
  '7 failing',
  '7 failure',
  '7 failures',
  '7 errors',
  '7 error',
  '7 warnings',
  '7 skipped',
  '7 total',
  '7 tests',
  '7 test',
  'total: 7',
  'duration of it: 7',
  '总计: 7',
  '合计: 7',
  '合計: 7',
  'итого: 7',
  'it fails',
  'it failed',
  'it is failing',
  'a failure',
  'two failures',
  'an error',
  'the errors',
  'a TypeError: it',
  '✗ it',
  '✘ it',
  '✖ it',
  '失败: 7',
  '失敗: 7',
  '错误: 7',
  '錯誤: 7',
  'エラー: 7',
  'ошибка: 7',
  'خطأ: 7',
  'فشل: 7',
  'it warns',
  'a warning',
  'warnings: 7',
  'warn: it',
  '警告: 7',
  'предупреждение: 7',
  'تحذير: 7',
  'it passes',
  'it passed',
  'passing: it',
  'pass: it',
  'tests: it',
  'test: it',
  'total: it',
  'duration: it',
  '✓ it',
  '✔ it',
  '通过: 7',
  '成功: 7',
  'пройден: 7',
  'نجح: 7',
])('a line that tells how it went: %j', (line) => {
  expect(summary(line)).toBe(line);
});

test.each([
  'a failover: it',
  'erroneous: it',
  'a warner: it',
  'a passage: it',
  'a contest: it',
  'the testing: it',
  'subtotal: it',
])('other lines do not: %j', (line) => {
  expect(summary(line)).toMatch(/^one: 1/);
});

test.each<[string, string, string]>([
  ['failures before totals', '7 passed\nit failed', 'it failed | 7 passed'],
  ['totals before warnings', 'a warning\n7 passed', '7 passed | a warning'],
  ['warnings before what passed', '✓ it\na warning', 'a warning | ✓ it'],
  [
    'one place for totals',
    'it fails\nit failed\nan error\n7 failed',
    'it fails | it failed | 7 failed',
  ],
  ['three failures', 'it fails\nit failed\nan error\na failure', 'it fails | it failed | an error'],
  ['different lines', 'it failed\nit failed\nan error', 'it failed | an error'],
  ['three totals', '1 passed\n2 failed\n3 skipped\n4 total', '1 passed | 2 failed | 3 skipped'],
])('which lines tell it: %s', (_, lines, expected) => {
  expect(summary(lines)).toBe(expected);
});

test.each<[string, string, string]>([
  ['of a status', 'FAIL src/a.test.ts', 'files: src/a.test.ts | FAIL src/a.test.ts'],
  ['of a status with time', 'PASS a.ts (5 s)', 'files: a.ts | PASS a.ts (5 s)'],
  ['with a scope', 'PASS @a/b/c.ts', 'files: @a/b/c.ts | PASS @a/b/c.ts'],
  ['of Windows', String.raw`PASS a\b.ts`, String.raw`files: a\b.ts | PASS a\b.ts`],
  ['behind an arrow none', 'PASS > a.ts', 'PASS > a.ts'],
  ['without an extension none', 'PASS src/a', 'PASS src/a'],
  ['with a number for one none', 'PASS a.7', 'PASS a.7'],
  ['that goes on none', 'PASS a.ts/b', 'PASS a.ts/b'],
  ['of a reference', 'a.ts:7: it is', 'files: a.ts'],
  ['of a reference of a compiler', 'a.ts(7,8): it is', 'files: a.ts'],
  ['of a reference that fails', 'a.ts:7: an error', 'files: a.ts | a.ts:7: an error'],
  ['on a drive', 'C:/a.ts:7: it is', 'files: C:/a.ts'],
])('the file of a line: %s', (_, line, expected) => {
  expect(summary(line)).toBe(expected);
});

test('shows the start and the end within the budget when no line reports an outcome', () => {
  const text = `${KEYS}end: it`;
  expect(summarizeText(text).text).toBe('one: 1\ntwo: 2\nsix: 6\n...\nend: it\n(6 lines)');
  expect(summarizeText(text, 44).text).toBe('one: 1\ntwo: 2\nsix: 6\n...\nend: it\n(6 lines)');
  for (let budget = 0; budget < 44; budget++)
    expect(summarizeText(text, budget).text.length).toBeLessThanOrEqual(budget);
});

test('a passed run of go shows packages that passed, not those without tests', () => {
  const packages = ['a', 'b', 'c'].map((name) => `?   \tit/${name}\t[no test files]`);
  const passed = ['d', 'e', 'f'].map((name) => `ok  \tit/${name}\t0.5s`);
  const text = ['$ go test ./...', ...packages, ...passed].join('\n');
  expect(summarizeText(text).text).toBe('$ go test ./... | ok  \tit/d\t0.5s | ok  \tit/e\t0.5s');
});
