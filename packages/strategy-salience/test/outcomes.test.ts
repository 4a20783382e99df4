import type { IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressed, reloaded, responsesOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';

/** Plain words, worth less than names, and too long to fill a gap. */
const LOG = `the next part of it is done ${'and done '.repeat(7)}\n`.repeat(60);
/** Names enough to fill all room there is. */
const NOTES = linesOf('gate', 200);

type Run = readonly [command: string, result: unknown];

/** Commands with their results, oldest first, behind a request and a file that was read. */
function session(runs: readonly Run[], request = 'Build it.'): IContent[] {
  const built = history().human(request).call('read_file', { path: 'gate.ts' }).result(NOTES);
  for (const [command, result] of runs) {
    built.call('run_shell_command', { command }).result(result);
  }
  return built.human('Go on.').ai('Yes.').build();
}

/** What is left of the results of commands, once and again. */
async function leftOf(runs: readonly Run[], ratio: number): Promise<readonly unknown[]> {
  return responsesOf(await compressed(session(runs), { ratio }))
    .map(({ result }) => result)
    .slice(1);
}

test('a test run keeps its closing count, the oldest as the newest', async () => {
  const runs = [1, 2, 3].map((at): Run => ['npm test', `${LOG}=== ${at} passed in 0.5s ===`]);
  expect(await leftOf(runs, 0.2)).toEqual([
    '…60\n=== 1 passed in 0.5s ===',
    '…60\n=== 2 passed in 0.5s ===',
    '…60\n=== 3 passed in 0.5s ===',
  ]);
});

test('a failing test run names what failed and why', async () => {
  const failed = ['Open', 'Shut'].map(
    (name) => `--- FAIL: Test${name} (0.00s)\n    gate_test.go:30: the gate did not ${name}`,
  );
  const run: Run = ['go test', `${LOG}${failed.join(`\n${LOG}`)}\nFAIL`];
  const [result] = await leftOf([run], 0.2);
  for (const lines of failed) expect(result).toContain(lines);
});

test('a command keeps its last line, one that shows files does not', async () => {
  const runs: Run[] = [
    ['node write.js', `${LOG}the list is there`],
    ['cat write.log', `${LOG}${'the list is here '.repeat(5)}`],
  ];
  expect(await leftOf(runs, 0.2)).toEqual(['…60\nthe list is there', '…61']);
});

test('of results with the same last line the newest keeps it', async () => {
  const last = `${'waiting for '.repeat(7)}it`;
  const runs = ['one', 'two'].map((name): Run => [`node ${name}.js`, `${LOG}${last}`]);
  expect(await leftOf(runs, 0.2)).toEqual(['…61', `…60\n${last}`]);
});

test('a structured result keeps its exit code and the closing count in its output', async () => {
  const run: Run = ['npm test', { stdout: `${LOG}12 passed`, exitCode: 0, at: 'x'.repeat(90) }];
  expect(await leftOf([run], 0.2)).toEqual([{ stdout: '…60\n12 passed', exitCode: 0, '…': 1 }]);
});

test('the last line of a record that a command printed is no outcome', async () => {
  const record = { body: `${LOG}${'see you there '.repeat(6)}`, at: 'x'.repeat(90) };
  expect(await leftOf([['gh pr view', JSON.stringify(record)]], 0.2)).toEqual(['…62']);
});

test('outcomes take a small share of the target, the newest first', async () => {
  const passed = `${'in the hall and '.repeat(7)}12 passed`;
  const runs = Array.from({ length: 60 }, (): Run => ['make', `${LOG}${passed}`]);
  const left = await leftOf(runs, 0.2);
  const telling = left.map((result) => String(result).endsWith(passed));
  const count = telling.filter((tells) => tells).length;
  expect(telling.slice(-count)).not.toContain(false);
  expect(count).toBeGreaterThan(5);
  expect(count).toBeLessThan(40);
});

test('outcomes go before words of people do', async () => {
  const request = `The old hall is ${'broken and '.repeat(30)}rusty. Its gate is, too. The new one is not.`;
  const before = session([['npm test', `${LOG}12 passed`]], request);
  const kinds = new Set<string>();
  for (let targetTokens = 200; targetTokens < 420; targetTokens += 1) {
    const text = JSON.stringify(await compressed(before, { targetTokens }));
    kinds.add(`words ${text.includes(request)}, outcome ${text.includes('12 passed')}`);
  }
  expect([...kinds]).toEqual([
    'words false, outcome false',
    'words true, outcome false',
    'words true, outcome true',
  ]);
});

test.each([1, 120, 400])('nothing is left to do at %d tokens', async (targetTokens) => {
  const runs: Run[] = [
    ['npm test', `${LOG}12 passed`],
    ['node write.js', `${LOG}the list is there`],
    ['npm test', { stdout: `${LOG}13 passed`, exitCode: 0 }],
  ];
  const once = await compressed(session(runs), { targetTokens });
  expect(await compressed(reloaded(once), { targetTokens })).toEqual(once);
});
