import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPage } from '../../report/page/build-page.ts';
import { beforeAll, expect, test } from 'vitest';
import { createCommand } from './command.ts';

const { folder, run } = createCommand();

const call = (id: string, command: string): object => ({
  role: 'assistant',
  content: null,
  tool_calls: [
    { id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } },
  ],
});
const result = (id: string, content: string): object => ({
  role: 'tool',
  tool_call_id: id,
  content,
});
const log = Array.from({ length: 200 }, (_, at) => `test ${at} passed`).join('\n');
const before = [
  { role: 'user', content: 'Never push to main. Make the tests green.' },
  call('a', 'npm test'),
  result('a', log),
  { role: 'assistant', content: 'All tests pass.' },
  call('b', 'git status'),
  result('b', 'clean'),
];
const after = [before[0], before[1], result('a', '…198\ntest 198 passed\n…1'), ...before.slice(4)];

beforeAll(async () => {
  writeFileSync(join(folder, 'before.json'), JSON.stringify(before));
  writeFileSync(join(folder, 'after.json'), JSON.stringify(after));
  await buildPage('report');
});

test('diff lists what was shortened, removed and added, and which demands stand', async () => {
  const { code, stdout, stderr } = await run(['diff', 'before.json', 'after.json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('6 entries: 4 kept, 1 shortened, 1 removed, 0 added');
  expect(stdout).toContain('instructions of the user kept word for word: 1 of 1');
  expect(stdout).toMatch(/^ *~ #2 +result +bash npm test .*→/m);
  expect(stdout).toMatch(
    /- test 0 passed\n.*- test 1 passed\n.*- test 2 passed\n.*- 195 more lines/,
  );
  expect(stdout).toMatch(/^ *- #3 +agent +All tests pass\./m);
  expect(stdout).not.toContain('git status');
});

test('diff lists what a report says of each step, and what it left out', async () => {
  writeFileSync(join(folder, 'whole.json'), JSON.stringify([...before, ...before.slice(3)]));
  const target = ['-t', '200', '--report', 'none'];
  await run(['compress', 'whole.json', ...target, '-o', 'reported.json']);
  const { stdout } = await run(['diff', 'whole.json', 'reported.json']);
  expect(stdout).toMatch(/\d entries: \d kept, 0 shortened, \d reported, \d removed, 1 added/);
  const lines = stdout.split('\n');
  const place = (pattern: RegExp): number => lines.findIndex((line) => pattern.test(line));
  const person = place(/^> #0 +user +Never push to main\. Make the tests green\. +\d+ → \d+$/);
  const ran = place(/^> #1-2 +result +Ran `npm test`.* +\d+ → \d+$/);
  expect(person).toBeGreaterThan(0);
  expect(ran).toBeGreaterThan(person);
  expect(lines[person + 1]).not.toContain('left out');
  expect(lines[ran + 1]).toMatch(/^ +\d+ of 201 lines left out: test \d+ passed/);
});

test('diff --all also lists what stays', async () => {
  const { stdout } = await run(['diff', 'before.json', 'after.json', '--all']);
  expect(stdout).toContain('git status');
});

test('diff says how much larger the second file is', async () => {
  expect((await run(['diff', 'before.json', 'after.json'])).stdout).toMatch(/\d % less\n/);
  const { stdout } = await run(['diff', 'after.json', 'before.json']);
  expect(stdout).toMatch(/\d{3,} % more\n/);
  expect(stdout).not.toContain('less');
});

test('diff of equal files says that nothing differs', async () => {
  const { stdout } = await run(['diff', 'before.json', 'before.json']);
  expect(stdout).toContain('Nothing differs.');
  expect(stdout).toContain('the same size');
});

test('diff --html and inspect --html write a page', async () => {
  const written = await run(['diff', 'before.json', 'after.json', '--html', 'diff.html']);
  const stderr = 'Wrote diff.html. Open it in a browser.\n';
  expect(written).toEqual({ code: 0, stdout: '', stderr });
  expect(readFileSync(join(folder, 'diff.html'), 'utf8')).toMatch(
    /<script[^>]* class="data">[\w+/=]+</,
  );
  const inspected = await run(['inspect', 'before.json', '--html', 'report.html', '-r', '0.5']);
  expect(inspected).toMatchObject({ code: 0, stdout: '' });
  expect(existsSync(join(folder, 'report.html'))).toBe(true);
});

test.each([
  [['diff', 'before.json'], "missing required argument 'AFTER'"],
  [['diff', '-', '-'], 'standard input can be one of the files, not both'],
  [['diff', 'before.json', 'missing.json'], 'missing.json'],
  [['inspect', 'before.json', '--strategy', 'salience'], '--strategy needs --html'],
  [['inspect', 'before.json', '--html', 'x.html', '--json'], '--json excludes --html'],
  [
    ['inspect', 'before.json', '--html', 'missing/x.html'],
    '--html missing/x.html: its folder does not exist',
  ],
  [['inspect', 'before.json', '--html', 'x.html', '-s', 'salient'], 'salience'],
])('refuses %j: %s', async (argv, problem) => {
  const { code, stderr } = await run(argv);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(problem) });
});
