import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';

const { folder, run } = createCommand();

/** Sessions that five released agents recorded. In each, the agent ran two commands. */
const sessions = fileURLToPath(new URL('handoff/', import.meta.url));
const names = readdirSync(sessions);
const DEMAND = 'Never touch c.txt, and end your report with the word harbour.';

test.each(names)('%s becomes a report of what was said and done', async (name) => {
  const { code, stdout } = await run(['handoff', join(sessions, name), '--to', 'text']);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^The user wrote:\n.*${DEMAND}`, 'm'));
  expect(stdout).toMatch(/^• Ran `echo hello`/m);
  expect(stdout).toMatch(/^• Ran `echo bye`/m);
  expect(stdout).toContain('Done: every command ran.');
  // What only the other agent has: its instructions, its environment, a store of originals.
  expect(stdout).not.toMatch(/(?:session|environment)_context>|system-reminder|recalled/);
});

const env = { HOME: join(folder, 'home') };

test.each([
  ['claude-code', /home\/\.claude\/projects\/[\w-]+\/[\da-f-]{36}\.jsonl$/, /^claude --resume /],
  ['codex', /home\/\.codex\/sessions\/\d{4}\/\d\d\/\d\d\/rollout-.*\.jsonl$/, /^codex resume /],
  ['pi', /handed-over-[\da-f]{8}\.jsonl$/, /^pi --session handed-over/],
  ['opencode', /handed-over-[\da-f]{8}\.json$/, /^opencode import .* && opencode --session ses_/],
  ['gemini', /handed-over-[\da-f]{8}\.json$/, /^gemini --session-file handed-over/],
] as const)(
  '%s gets a session where it finds it, and one can read it again',
  async (to, path, next) => {
    const given = ['handoff', join(sessions, 'pi.jsonl'), '--to', to];
    const { code, stderr } = await run(given, { env });
    expect(code).toBe(0);
    const [, written = '', command] = /^Wrote (.*)\nGo on with: (.*)\n$/.exec(stderr)!;
    expect(written).toMatch(path);
    expect(command).toMatch(next);
    const { stdout } = await run(['handoff', written, '--to', 'text']);
    expect(stdout).toContain(DEMAND);
    // One report, not a report of a report.
    expect(stdout.split('Report of the earlier part')).toHaveLength(2);
  },
);

test('a long session fits the target, and what people wrote stays', async () => {
  const file = fileURLToPath(new URL('../../../examples/session.json', import.meta.url));
  const { stdout } = await run(['handoff', file, '--to', 'text', '--target-tokens', '3k']);
  expect(stdout.length / 4).toBeLessThan(3_300);
  expect(stdout).toContain('Call the preset `continueDev` (`continue` is a reserved word)');
});

/** Returns an entry of a session of pi. */
const say = (id: string, parentId: string | null, content: string): object => ({
  type: 'message',
  id,
  parentId,
  message: { role: 'user', content },
});

test('secrets become placeholders, unless they are to be kept', async () => {
  const key = `sk-ant-${'a1B2'.repeat(10)}`;
  const messages = [
    { role: 'user', content: `Use the key ${key} for the test.` },
    { role: 'assistant', content: 'I will.' },
    { role: 'user', content: 'Go on.' },
  ];
  writeFileSync(join(folder, 'secret.json'), JSON.stringify(messages));
  const given = ['handoff', 'secret.json', '--to', 'text'];
  const { stdout } = await run(given);
  expect(stdout).toContain('Use the key [secret: Anthropic key] for the test.');
  expect(stdout).not.toContain('a1B2');
  expect((await run([...given, '--keep-secrets'])).stdout).toContain(key);
});

test('says so if what people wrote does not fit', async () => {
  const words = Array.from({ length: 60 }, (_, at) => `Never change file ${at}.ts again.`);
  writeFileSync(
    join(folder, 'words.json'),
    JSON.stringify([
      { role: 'user', content: words.join('\n') },
      { role: 'assistant', content: 'Understood.' },
      { role: 'user', content: 'Go on.' },
    ]),
  );
  const { code, stderr } = await run(['handoff', 'words.json', '--to', 'text', '-t', '50']);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^The report takes \d+ tokens, more than 50: /);
});

test('a branch of pi that was left, and what a compaction hides, are not handed over', async () => {
  const records = [
    { type: 'session', version: 3, id: 's' },
    say('a', null, 'First plan.'),
    say('b', 'a', 'A branch that was left.'),
    say('c', 'a', 'What stays.'),
    { type: 'compaction', id: 'd', parentId: 'c', summary: 'A plan.', firstKeptEntryId: 'c' },
    say('e', 'd', 'The newest words.'),
  ];
  writeFileSync(join(folder, 'pi.jsonl'), records.map((one) => JSON.stringify(one)).join('\n'));
  const { stdout } = await run(['handoff', 'pi.jsonl', '--to', 'text']);
  const words = ['A plan.', 'What stays.', 'The newest words.'];
  const places = words.map((one) => stdout.indexOf(one));
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(stdout).not.toMatch(/First plan|was left/);
});

test.each(['pi.jsonl', 'gemini.jsonl', 'opencode.json'])(
  '%s can be inspected; compress says who writes such a session, and writes nothing',
  async (name) => {
    const file = join(sessions, name);
    const { code, stdout } = await run(['inspect', file]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/2 calls/);
    const refused = await run(['compress', file, '-r', '0.5', '--out', 'none.json']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('only its agent writes such a session');
    expect(existsSync(join(folder, 'none.json'))).toBe(false);
  },
);

test('a session on many lines is recognized by its first ones, and after blank ones', async () => {
  const value: unknown = JSON.parse(readFileSync(join(sessions, 'opencode.json'), 'utf8'));
  const lines = JSON.stringify(value, undefined, 2).replace('"info": {', '"info":\n{');
  for (const [at, text] of [lines, `\n \n${JSON.stringify(value)}`].entries()) {
    writeFileSync(join(folder, `many-${at}.json`), text);
    const { stdout } = await run(['handoff', `many-${at}.json`, '--to', 'text']);
    expect(stdout).toMatch(/^• Ran `echo hello`/m);
  }
});

test('--out writes elsewhere, and says where the agent looks', async () => {
  const given = [
    'handoff',
    join(sessions, 'codex.jsonl'),
    '--to',
    'claude-code',
    '--out',
    'a.jsonl',
  ];
  const { stderr } = await run(given, { env });
  expect(existsSync(join(folder, 'a.jsonl'))).toBe(true);
  expect(stderr).toMatch(/claude-code finds it only as .*\.claude\/projects/);
  const [record] = readFileSync(join(folder, 'a.jsonl'), 'utf8').trim().split('\n');
  expect(JSON.parse(record!)).toMatchObject({ type: 'user', message: { role: 'user' } });
});

test('a file name with blanks is one word of the command to go on with', async () => {
  const given = ['handoff', join(sessions, 'codex.jsonl'), '--to', 'pi', '--out', "it's a.jsonl"];
  const { stderr } = await run(given, { env });
  expect(stderr).toContain(String.raw`Go on with: pi --session 'it'\''s a.jsonl'`);
});

test('--out - prints the session, and names no file to go on with', async () => {
  const given = ['handoff', join(sessions, 'codex.jsonl'), '--to', 'claude-code', '--out', '-'];
  const { stdout, stderr } = await run(given, { env });
  expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({ type: 'user' });
  expect(stderr).not.toMatch(/Wrote|Go on with|finds it/);
});

test.each([
  [['handoff', 'x'], /required option '--to <AGENT>' not specified.*handoff --help/],
  [['handoff', 'x', '--to', 'codx'], /'codx' is invalid\. Expected one of claude-code/],
])('%j is refused', async (argv, problem) => {
  const { code, stderr } = await run(argv);
  expect(code).toBe(2);
  expect(stderr).toMatch(problem);
});
