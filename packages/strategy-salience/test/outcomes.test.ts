import type { IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressed, reloaded, stepsOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';

/** Plain words, which score lower than names and are too long to fill a gap. */
const LOG = `the next part of it is done ${'and done '.repeat(7)}\n`.repeat(60);
/** Enough names to use up the whole budget. */
const NOTES = linesOf('gate', 200);

type Run = readonly [command: string, result: unknown];

/** Commands with their results, oldest first, after a request and a file read. */
function session(runs: readonly Run[], request = 'Build it.'): IContent[] {
  const built = history().human(request).call('read_file', { path: 'gate.ts' }).result(NOTES);
  for (const [command, result] of runs) {
    built.call('run_shell_command', { command }).result(result);
  }
  return built.human('Go on.').ai('Yes.').build();
}

/** Returns what the record says of the commands: the title of each, and its lines. */
async function leftOf(runs: readonly Run[], ratio: number): Promise<readonly string[]> {
  return stepsOf(await compressed(session(runs), { ratio }))
    .slice(1)
    .map(({ title, lines }) => [title, ...lines].join('\n'));
}

test('every test run keeps its closing count, the oldest and the newest alike', async () => {
  const runs = [1, 2, 3].map((at): Run => ['npm test', `${LOG}=== ${at} passed in 0.5s ===`]);
  expect(await leftOf(runs, 0.2)).toEqual([
    'Ran `npm test`:\n…\n=== 1 passed in 0.5s ===',
    'Ran `npm test`:\n…\n=== 2 passed in 0.5s ===',
    'Ran `npm test`:\n…\n=== 3 passed in 0.5s ===',
  ]);
});

test('a failing test run names the failed tests and the reasons', async () => {
  const failed = ['Open', 'Shut'].map(
    (name) => `--- FAIL: Test${name} (0.00s)\n    gate_test.go:30: the gate did not ${name}`,
  );
  const run: Run = ['go test', `${LOG}${failed.join(`\n${LOG}`)}\nFAIL`];
  const [result] = await leftOf([run], 0.2);
  expect(result).toMatch(/^Ran `go test`, failed:\n/);
  for (const lines of failed) expect(result).toContain(lines);
});

test('a command keeps its last line, but a command that shows a file does not', async () => {
  const runs: Run[] = [
    ['node write.js', `${LOG}the list is there`],
    ['cat write.log', `${LOG}${'the list is here '.repeat(5)}`],
  ];
  expect(await leftOf(runs, 0.2)).toEqual([
    'Ran `node write.js`:\n…\nthe list is there',
    'Ran `cat write.log`',
  ]);
});

test('only the newest of several results with the same last line keeps it', async () => {
  const last = `${'waiting for '.repeat(7)}it`;
  const runs = ['one', 'two'].map((name): Run => [`node ${name}.js`, `${LOG}${last}`]);
  expect(await leftOf(runs, 0.2)).toEqual([
    'Ran `node one.js`',
    `Ran \`node two.js\`:\n…\n${last}`,
  ]);
});

test('a structured result keeps its exit code and the closing count in its output', async () => {
  const run: Run = ['npm test', { stdout: `${LOG}12 passed`, exitCode: 0, at: 'x'.repeat(90) }];
  expect(await leftOf([run], 0.2)).toEqual([
    'Ran `npm test`:\n{"stdout":"…60\\n12 passed"…,"exitCode":0,…1}',
  ]);
});

test('the last line of a JSON record that a command printed is not an outcome', async () => {
  const record = { body: `${LOG}${'see you there '.repeat(6)}`, at: 'x'.repeat(90) };
  expect(await leftOf([['gh pr view', JSON.stringify(record)]], 0.2)).toEqual(['Ran `gh pr view`']);
});

test('outcomes take a small share of the target, newest first', async () => {
  const passed = `${'in the hall and '.repeat(7)}12 passed`;
  const runs = Array.from({ length: 60 }, (): Run => ['make', `${LOG}${passed}`]);
  const telling = (await leftOf(runs, 0.2)).filter((step) => step.endsWith(passed));
  const count = telling.length;
  expect(count).toBeGreaterThan(5);
  expect(count).toBeLessThan(40);
});

test('omits outcomes before user text', async () => {
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

test.each([1, 120, 400])(
  'a second compression changes nothing at %d tokens',
  async (targetTokens) => {
    const runs: Run[] = [
      ['npm test', `${LOG}12 passed`],
      ['node write.js', `${LOG}the list is there`],
      ['npm test', { stdout: `${LOG}13 passed`, exitCode: 0 }],
    ];
    const once = await compressed(session(runs), { targetTokens });
    expect(await compressed(reloaded(once), { targetTokens })).toEqual(reloaded(once));
  },
);
