import { expect, test } from 'vitest';
import type { IContent } from '@palimpsest/core-types';
import { history, type HistoryBuilder } from '@palimpsest/testing';
import { compressed, recordOf } from '../compressed.ts';
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

test('a command that a runner of tasks repeats is no odd line', () => {
  const packages = Array.from({ length: 20 }, (_, at) => `ok  \tharbour/gate${at}\t${at}.5s`);
  const parsed = parse([...packages, '[test] $ go test ./...']);
  expect(oddUnits(parsed, false)).toEqual([]);
});

test('source code, titles of commits and prose are no odd lines', () => {
  const code = [
    'func open() (int, error) {',
    '\tif gate == nil {',
    '\t\treturn 0, newGate(errors, error)',
  ];
  const titles = ['27dad89 make the gate say its name', '3d2a170 log error when the gate fails'];
  const prose = ['Usage: gate', 'Stdout: what it said, partial on error and for unwaited gates'];
  for (const lines of [code, titles, prose]) {
    const parsed = parse(lines);
    expect(oddUnits(parsed, false)).toEqual([]);
  }
});

/** Returns a session that ends with calls and much that was read after them. */
function sessionOf(add: (built: HistoryBuilder) => HistoryBuilder): IContent[] {
  return add(history().human('Check it.'))
    .call('read_file', { path: 'log.txt' })
    .result(linesOf('later', 300))
    .ai('I see.')
    .human('And now?')
    .ai('Done.')
    .build();
}

const run = (built: HistoryBuilder, result: string): HistoryBuilder =>
  built.call('run_shell_command', { command: 'make test' }).result(result);

const read = (built: HistoryBuilder, path: string, result: string): HistoryBuilder =>
  built.call('read_file', { path }).result(result);

const search = (built: HistoryBuilder, path: string, result: string): HistoryBuilder =>
  built.call('Grep', { pattern: 'openGate', path }).result(result);

const FAILED = `Exit code 1\n--- FAIL: TestLock (0.2s)\n    lock_test.go:3: no key\n${linesOf('hook', 40)}\nFAIL`;
const SUCCESS = 'ok  \tharbour/lock\t0.4s';
const PASSED = `${linesOf('check', 60)}\n${SUCCESS}\n[test] $ go test ./...`;

test('the newest run of a command says that it succeeded, and an older failure is not required', async () => {
  const passedLast = sessionOf((built) => run(run(built, FAILED), PASSED));
  const failedLast = sessionOf((built) => run(run(built, PASSED), FAILED));
  for (const ratio of [0.1, 0.03]) {
    expect(recordOf(await compressed(passedLast, { ratio }))).toContain(SUCCESS);
    expect(recordOf(await compressed(failedLast, { ratio }))).toContain('no key');
  }
  expect(recordOf(await compressed(passedLast, { ratio: 0.03 }))).not.toContain('no key');
});

test('the error of a call is not required if the same call succeeded later', async () => {
  const missing = 'Error: File does not exist.';
  const session = (path: string): IContent[] =>
    sessionOf((built) => read(read(built, 'src/lock.ts', missing), path, linesOf('lock', 40)));
  expect(recordOf(await compressed(session('src/gate.ts'), { ratio: 0.03 }))).toContain(
    'failed:\n',
  );
  expect(recordOf(await compressed(session('src/lock.ts'), { ratio: 0.03 }))).not.toContain(
    'failed:\n',
  );
});

test('the error of a search is required if the same search succeeded elsewhere', async () => {
  const missing = '<tool_use_error>Path does not exist: src/doors</tool_use_error>';
  const session = (path: string): IContent[] =>
    sessionOf((built) => search(search(built, 'src/doors', missing), path, linesOf('lock', 40)));
  const recordAfter = async (path: string): Promise<string> =>
    recordOf(await compressed(session(path), { ratio: 0.03 }));
  expect(await recordAfter('src/gates')).toContain('failed:\n');
  expect(await recordAfter('src/doors')).not.toContain('failed:\n');
});
