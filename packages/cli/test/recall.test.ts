import { openOriginals, type Originals } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';
import { deleteOriginals } from './delete-originals.ts';
import { session } from './sessions.ts';

const { folder, run } = createCommand();

let count = 0;

/** Compresses a session, and returns the folder with its originals. */
async function kept(...more: string[]): Promise<{
  readonly name: string;
  readonly originals: Originals;
}> {
  const name = `recalled-${(count += 1)}`;
  const argv = ['compress', '-', '-r', '0.4', '--originals', name, ...more];
  expect((await run(argv, { stdin: JSON.stringify(session()) })).code).toBe(0);
  const options = { session: more[1] ?? 'default' };
  return { name, originals: await openOriginals(fileOriginals(join(folder, name)), options) };
}

const result = session()[3]!;
const redact = (text: string): string => text.replaceAll('secret', '[…]');

test('prints an original by its short id, in full or by lines', async () => {
  const { name, originals } = await kept();
  const id = originals.idOf(result).slice(0, 8);
  const argv = ['recall', id, '--originals', name];
  expect(await run(argv)).toEqual({ code: 0, stdout: 'line 0\n'.repeat(400), stderr: '' });
  expect(await run([...argv, '--lines', '10-12'])).toEqual({
    code: 0,
    stdout: 'line 0\n'.repeat(3),
    stderr: 'lines 10 to 12 of 401\n',
  });
  expect((await run(['recall', `#${id}.1`, '-l', '7', '--originals', name])).stdout).toBe(
    'line 0\n',
  );
  expect((await run([...argv, '-l', '400-900'])).stderr).toBe('lines 400 to 401 of 401\n');
});

test('exits with 3 and the number of lines for a line after the last one', async () => {
  const { name, originals } = await kept();
  const id = originals.idOf(result).slice(0, 8);
  expect(await run(['recall', id, '-l', '9999', '--originals', name])).toEqual({
    code: 3,
    stdout: '',
    stderr: `palimpsest: --lines 9999: the original ${id} has only 401 lines.\n`,
  });
  expect((await run(['recall', id, '-l', '401', '--originals', name])).code).toBe(0);
});

test('escapes control characters on a terminal, but not in a pipe', async () => {
  const name = 'hostile';
  const originals = await openOriginals(fileOriginals(join(folder, name)), { session: 'default' });
  const content = 'a\t\u{1B}[31mred\u{202E}\r\nb\u{9B}\u{2028}';
  await originals.keep([{ role: 'user', content }], [{ role: 'user', content: '[note]' }]);
  const argv = ['recall', originals.list()[0]!.originals[0]!, '--originals', name];
  expect((await run(argv)).stdout).toBe(`${content}\n`);
  expect((await run(argv, { isTerminal: true })).stdout).toBe(
    'a\t\u{FFFD}[31mred\u{FFFD}\nb\u{FFFD}\u{FFFD}\n',
  );
});

test('reports that a text was redacted', async () => {
  const name = 'redacted';
  const options = { session: 'default', redact };
  const originals = await openOriginals(fileOriginals(join(folder, name)), options);
  await originals.keep([{ role: 'user', content: 'a secret' }], []);
  const argv = ['recall', originals.list()[0]!.originals[0]!, '--originals', name];
  expect(await run(argv)).toEqual({
    code: 0,
    stdout: 'a […]\n',
    stderr: 'redacted before it was stored\n',
  });
});

test('exits with 3 and one line when the original is missing', async () => {
  const { name, originals } = await kept('--session', 'ann');
  const id = originals.idOf(result).slice(0, 8);
  const argv = ['recall', id, '--originals', name, '--session'];
  expect((await run([...argv, 'ann'])).code).toBe(0);
  const other = await run([...argv, 'bob']);
  expect(other).toEqual({
    code: 3,
    stdout: '',
    stderr: `palimpsest: No original has the id ${id} in the session "bob". Name another session with --session.\n`,
  });
  expect((await run(['recall', `${id}.2`, ...argv.slice(2), 'ann'])).code).toBe(3);
  deleteOriginals(join(folder, name));
  const missing = await run([...argv, 'ann']);
  expect([missing.code, missing.stdout]).toEqual([3, '']);
  expect(missing.stderr).toMatch(
    /The original \w+ of the session "ann" is no longer in the folder\.\n$/,
  );
});

test('exits with 3 when several originals start with the id', async () => {
  const { name, originals } = await kept();
  const [{ id, originals: ids } = { id: '', originals: [] }] = originals.list();
  const beginning = ids[0]!.slice(0, 8);
  const run2 = { outputStart: 0, outputDigests: [], originals: [beginning.padEnd(64, '0')] };
  const facts = { runs: [run2], previousIds: [], facts: {} };
  const record = { number: 2, outputLength: 0, outputDigest: id, ...facts };
  const database = new DatabaseSync(join(folder, name, 'originals.sqlite'));
  database
    .prepare(
      'INSERT INTO palimpsest_record (session, text) SELECT session, ? FROM palimpsest_record',
    )
    .run(JSON.stringify({ version: 1, id: 'f'.repeat(64), ...record }));
  database.close();
  const { code, stderr } = await run(['recall', beginning, '--originals', name]);
  expect(stderr).toBe(`palimpsest: ${beginning} is the start of 2 ids. Give more digits.\n`);
  expect(code).toBe(3);
});

test.each([
  [['recall', '--originals', 'some'], /missing required argument 'ID'/],
  [['recall', '12345678'], /"palimpsest recall" needs --originals DIR/],
  [['recall', '12345678', '--originals', 'nowhere'], /nowhere does not exist/],
  [['recall', 'abc', '--originals', 'some'], /id: expected the first 8 or more .*, got "abc"\./],
  ...['0-3', '5-4', 'a-b', '1-', '-3', '1.5', '10 - 30'].map((lines) => [
    ['recall', '12345678', '--originals', 'some', `--lines=${lines}`],
    /is invalid\. Expected one line or two, counted from 1: 10, or 10-30\./,
  ]),
] as [string[], RegExp][])('rejects %j with 2', async (argv, message) => {
  await mkdir(join(folder, 'some'), { recursive: true });
  const { code, stdout, stderr } = await run(argv);
  expect(stderr).toMatch(message);
  expect([code, stdout]).toEqual([2, '']);
});
