import { expect, test } from 'vitest';
import { createCommand } from './command.ts';

const { run } = createCommand();

const messages = Array.from({ length: 24 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Gate ${at}. ${`It was "slow" on day ${at}. `.repeat(20)}`,
}));
const stdin = JSON.stringify(messages);
const argv = ['compress', '-', '-s', 'top-down-truncation', '-r', '0.3', '--report', 'none'];

test('keeps messages that contain a text', async () => {
  const { stdout } = await run([...argv, '--keep', 'Gate 3.', '--keep', '"slow" on day 5.'], {
    stdin,
  });
  const after = JSON.parse(stdout) as unknown[];
  expect(after).toEqual(expect.arrayContaining([messages[3], messages[5]]));
  expect(JSON.parse((await run(argv, { stdin })).stdout)).not.toContainEqual(messages[3]);
});

test('rejects an empty text', async () => {
  const { code, stderr } = await run([...argv, '--keep', ''], { stdin });
  expect(code).toBe(2);
  expect(stderr).toContain("option '--keep <RULE>' argument '' is invalid.");
});

test('warns of a text that no message contains', async () => {
  const { code, stderr } = await run([...argv, '--keep', 'Gate 3.', '--keep', 'Gate 33'], {
    stdin,
  });
  expect(code).toBe(0);
  expect(stderr).toContain('--keep "Gate 33" has no effect: no message contains this text.');
  expect(stderr).not.toContain('Gate 3.');
});

test('does not match the names of roles and block types', async () => {
  const { stderr } = await run([...argv, '--keep', 'user', '--keep', 'text'], { stdin });
  expect(stderr).toContain('--keep "user" has no effect');
  expect(stderr).toContain('--keep "text" has no effect');
});

test('does not warn of a text in the preserved tail', async () => {
  const { stderr } = await run([...argv, '--keep', 'Gate 23.'], { stdin });
  expect(stderr).toBe('');
});

test('keeps messages that match a regular expression', async () => {
  const { stdout, stderr } = await run([...argv, '--keep', String.raw`/gate 3\./i`], { stdin });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toContainEqual(messages[3]);
});

test('rejects an invalid regular expression', async () => {
  const { code, stderr } = await run([...argv, '--keep', '/gate (/'], { stdin });
  expect(code).toBe(2);
  expect(stderr).toContain(
    '--keep: expected a valid regular expression (Invalid regular expression: /gate (/',
  );
});

const call = (id: string, name: string, input: object): object => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
});

const result = (id: string): object => ({
  role: 'tool',
  tool_call_id: id,
  content: `result ${id} `.repeat(300),
});

test('keeps the calls and results of a tool, and of files', async () => {
  const steps = [
    [call('a', 'read_file', { path: '/app/docs/rules.md' }), result('a')],
    [call('b', 'read_file', { path: '/app/src/a.ts' }), result('b')],
    [call('c', 'deploy', {}), result('c')],
  ].flat();
  const given = [messages[0], ...steps, ...messages.slice(1)];
  const rules = ['--keep', 'file:docs/*.md', '--keep', 'tool:dep*'];
  const { stdout, stderr } = await run([...argv, ...rules], { stdin: JSON.stringify(given) });
  const after = JSON.parse(stdout) as unknown[];
  expect(after).toEqual(expect.arrayContaining([steps[0], steps[1], steps[4], steps[5]]));
  expect(after).not.toContainEqual(steps[3]);
  expect(stderr).toBe('');
});
