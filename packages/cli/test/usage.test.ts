import { expect, test } from 'vitest';
import { createCommand } from './command.ts';

const { run } = createCommand();

const input = { stdin: '[]' };

test.each([
  [
    ['compress', '--target-tokns', '5'],
    /unknown option '--target-tokns' \(Did you mean --target-tokens\?\)/,
  ],
  [['compress', ''], /argument 'FILE'.* Expected a value\./],
  [['compress', '-', '--originals', ''], /'--originals <DIR>' argument '' is invalid/],
  [['compress', '-', '--out='], /--out <FILE>' argument '' is invalid/],
  [['compress', '-', '--out', '--strict'], /--out <FILE>' argument '--strict' is invalid/],
  [
    ['compress', '-', '--report'],
    /--report <KIND>' argument missing\. Expected: .*text \(default\), json .* or none\. See/,
  ],
  [['compress', '-', '-t', '5', '-t', '6'], /argument '6' .* Expected one value, got "5" before\./],
  [['compress', '-', '-f', 'pi', '-f', 'auto'], /argument 'auto' .* got "pi" before\./],
  [['install', 'codex'], /Expected one of claude-code, opencode, kilo, pi\./],
  [['uninstall'], /missing required argument 'HOST'/],
  [['compress', '--__proto__'], /unknown option '--__proto__'/],
  [['compress', '-', 'other'], /too many arguments for 'compress'\. Expected 1 argument but got 2/],
  [
    ['compress', '-', '-t', '5', '-r', '0.5'],
    /--target-tokens, --target-ratio: expected one of them, got both/,
  ],
  [['compress', '-', '-t', '0'], /argument '0' is invalid\. Expected a whole number of at least 1/],
  [['compress', '-', '-t', '999999999999999999999'], /is invalid\. Expected a whole number/],
  [
    ['compress', '-', '--report', 'jsn'],
    /--report <KIND>' argument 'jsn' is invalid\. Expected one of text, json, none\./,
  ],
  [
    ['compress', '-', '--format', 'gpt'],
    /Expected one of auto, openai, openai-responses, .*, icontent, claude-code, codex/,
  ],
  [
    ['compress', '-', '--strategy', 'high-densty'],
    /Unknown compression strategy: "high-densty".*Did you mean "high-density"\?/,
  ],
  [['compress', '-', '--set', 'compression.strategy=x'], /Unknown compression strategy: "x"/],
  [['compress', '-', '--set', 'context-limit'], /--set: expected KEY=VALUE, got "context-limit"/],
  [
    ['compress', '-', '--set', 'context-limt=5'],
    /"context-limt" is not a known setting\. Did you mean "context-limit"\?/,
  ],
  [
    ['compress', '-', '--set', 'context-limit=-5'],
    /"context-limit" must be a whole number of at least 1, but is -5\./,
  ],
  [['inspect'], /missing required argument 'FILE'/],
  [['handoff', '-'], /required option '--to <AGENT>' not specified/],
  [['compres'], /unknown command 'compres' \(Did you mean compress\?\)/],
  [['\u{1B}[31mred'], /^palimpsest: unknown command ' \[31mred'/],
] as const)('rejects %j in one line', async (argv, sentence) => {
  const { code, stdout, stderr } = await run(argv, input);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(sentence);
  expect(stderr).toMatch(/^palimpsest: [^\n]+\n$/);
});

test('prints help to stderr without arguments, and to stdout with --help', async () => {
  const nothing = await run([]);
  const asked = await run(['--help']);
  expect([nothing.code, nothing.stdout, asked.code, asked.stderr]).toEqual([2, '', 0, '']);
  expect(nothing.stderr).toBe(asked.stdout);
  for (const name of ['compress', 'restore', 'recall', 'inspect', 'strategies']) {
    expect(asked.stdout).toContain(`\n  ${name} `);
    const help = await run([name, '--help']);
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toContain(`palimpsest ${name}`);
  }
  expect((await run(['compress', '-', '-h'])).stdout).toContain('--skip-bad');
  expect((await run(['help', 'recall'])).stdout).toContain('--lines');
});

test('prints help in 80 columns', async () => {
  for (const argv of [
    ['--help'],
    ['compress', '-h'],
    ['recall', '-h'],
    ['inspect', '-h'],
    ['strategies', '-h'],
  ]) {
    const { stdout } = await run(argv);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  }
});

test('prints the version of the package', async () => {
  expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
});

test('asks for a file instead of waiting for input on a terminal', async () => {
  const { code, stderr } = await run(['compress'], { isInputTerminal: true });
  expect(code).toBe(2);
  expect(stderr).toContain('give a file, or pipe a conversation in');
});

test('lists strategies and settings as text and as JSON', async () => {
  const { stdout } = await run(['strategies']);
  expect(stdout).toMatch(/^\n {2}salience · needs no model · default\n/);
  expect(stdout).toMatch(/compression\.extractive\.recencyWindow +4\n +0 <= whole n/);
  expect(stdout).toMatch(/context-limit +200000\n +1 <= whole n/);
  const listed = JSON.parse((await run(['strategies', '--json'])).stdout) as {
    readonly strategies: readonly { readonly name: string; readonly requiresLLM: boolean }[];
  };
  expect(listed.strategies).toContainEqual(
    expect.objectContaining({ name: 'top-down-truncation', requiresLLM: false }),
  );
});
