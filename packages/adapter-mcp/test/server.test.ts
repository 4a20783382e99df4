import { OptionError } from '@palimpsest/core-types';
import { memoryOriginals, openOriginals, type Originals } from '@palimpsest/originals';
import { createRecallServer } from '@palimpsest/adapter-mcp';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { expect, test } from 'vitest';
import { connected } from './connected.ts';

const store = memoryOriginals();
const result = (name: string, content: string): object => ({
  role: 'tool',
  tool_call_id: 'a',
  name,
  content,
});
const log = Array.from({ length: 300 }, (_, index) =>
  index === 211 ? 'the flux capacitor in loadSession() overflowed' : `line ${index + 1}`,
).join('\n');

async function kept(
  session: string,
): Promise<{ readonly originals: Originals; readonly id: string }> {
  const originals = await openOriginals(store, { session });
  const messages = [{ role: 'user', content: 'Please read the log.' }, result('read_file', log)];
  await originals.keep(messages, [{ role: 'user', content: `[note of ${session}]` }]);
  return { originals, id: originals.idOf(messages[1]).slice(0, 8) };
}

test('offers three tools; `recall` equals `RECALL_TOOL` and is read-only', async () => {
  const { originals } = await kept('offered');
  const { client } = await connected({ originals });
  expect(client.getServerCapabilities()).toEqual({ tools: {} });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['recall', 'list_originals', 'search_history']);
  const { annotations, ...recall } = tools[0]!;
  expect(JSON.stringify(recall)).toBe(JSON.stringify(RECALL_TOOL));
  expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
});

test('lists all originals, a page of them, and none after the last', async () => {
  const { originals, id } = await kept('listed');
  const { call } = await connected({ originals });
  const first = originals.list()[0]!.originals[0]!.slice(0, 8);
  expect(await call('list_originals')).toEqual({
    text: `[messages 1 to 2 of 2]\n${first} user (1 line, 20 characters): Please read the log.\n${id} tool read_file (300 lines, ${log.length} characters): line 1`,
    isError: false,
  });
  expect((await call('list_originals', { limit: 1 })).text).toMatch(
    /^\[messages 1 to 1 of 2; to go on: {"offset":1,"limit":1}\]\n.*$/,
  );
  expect((await call('list_originals', { offset: 2 })).text).toBe(
    '[there are 2 messages, and none behind them]',
  );
});

test.each(['flux capacitor', 'capacit', 'loadses', 'Session overflowed', 'FLUX'])(
  'a search for %j finds its line, and returns the arguments to recall it',
  async (query) => {
    const { originals, id } = await kept('searched');
    const { call } = await connected({ originals });
    const { text } = await call('search_history', { query });
    const [, place, shown] = /^\[.*\]\n(\{.*?\}) (.*)/.exec(text)!;
    expect(shown).toBe('the flux capacitor in loadSession() overflowed');
    const found = await call('recall', { ...(JSON.parse(place!) as object), limit: 20 });
    expect(found.text).toContain(`[${id}: lines 201 to 220`);
    expect(found.text).toContain('flux capacitor');
  },
);

test('does not list, find or recall originals of another session', async () => {
  const { id } = await kept('theirs');
  const originals = await openOriginals(store, { session: 'mine' });
  const { call } = await connected({ originals });
  expect((await call('list_originals')).text).toBe('[nothing was taken out yet]');
  expect((await call('search_history', { query: 'flux' })).text).not.toContain('capacitor');
  expect(await call('recall', { id })).toEqual({
    text: expect.stringContaining(`Unknown id ${id}`) as string,
    isError: true,
  });
});

test('finds originals that were stored later, and none that were deleted', async () => {
  const { originals } = await kept('growing');
  const { call } = await connected({ originals });
  expect((await call('search_history', { query: 'heron' })).text).toContain('nothing that');
  const other = await openOriginals(store, { session: 'growing' });
  await other.keep([result('run', 'a grey heron')], [{ role: 'user', content: 'later' }]);
  expect((await call('search_history', { query: 'heron' })).text).toContain('a grey heron');
  expect((await call('list_originals')).text).toContain('of 3]');
  await other.delete();
  expect((await call('search_history', { query: 'heron' })).text).toContain('nothing that');
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  [
    'recall',
    {},
    'id: expected the first 8 or more of 64 digits 0-9 and a-f, as in 1f0c9a3e or 1f0c9a3e.2, got undefined.',
  ],
  [
    'recall',
    { id: '__proto__' },
    'id: expected the first 8 or more of 64 digits 0-9 and a-f, as in 1f0c9a3e or 1f0c9a3e.2, got "__proto__".',
  ],
  [
    'recall',
    { id: ['1f0c9a3e'] },
    'id: expected the first 8 or more of 64 digits 0-9 and a-f, as in 1f0c9a3e or 1f0c9a3e.2, got an array of 1.',
  ],
  ['list_originals', { offset: -1 }, 'offset: expected a whole number of at least 0, got -1.'],
  [
    'list_originals',
    { limit: 1e9 },
    'limit: expected a whole number from 1 to 200, got 1000000000.',
  ],
  [
    'list_originals',
    { session: 'theirs' },
    'arguments: expected one of offset, limit, got "session".',
  ],
  [
    'search_history',
    {},
    'query: expected text with a word in it, up to 500 characters, got undefined.',
  ],
  [
    'search_history',
    { query: '***' },
    'query: expected text with a word in it, up to 500 characters, got "***".',
  ],
  [
    'search_history',
    { query: 'x'.repeat(1e6) },
    'query: expected text with a word in it, up to 500 characters, got "xxx',
  ],
  [
    'search_history',
    { query: 'x', limit: 'many' },
    'limit: expected a whole number from 1 to 50, got "many".',
  ],
])('%s returns an error text for %j', async (tool, input, text) => {
  const { originals } = await kept('hostile');
  const { call } = await connected({ originals });
  const answer = await call(tool, input);
  expect(answer).toEqual({ text: expect.stringContaining(text) as string, isError: true });
  expect(answer.text.length).toBeLessThan(400);
});

test('an unknown tool is a protocol error', async () => {
  const { originals } = await kept('unknown tool');
  const { call } = await connected({ originals });
  await expect(call('delete_originals')).rejects.toThrow(
    'Unknown tool "delete_originals"; expected one of recall, list_originals, search_history.',
  );
});

test('reports the error code of a failed store without its paths', async () => {
  const { originals } = await kept('failing');
  const { call } = await connected({
    originals: {
      ...originals,
      refresh: () =>
        Promise.reject(Object.assign(new Error("EACCES: '/home/alice/kept'"), { code: 'EACCES' })),
    },
  });
  expect(await call('list_originals')).toEqual({
    text: 'Removed content could not be read (EACCES). Trying again may help.',
    isError: true,
  });
});

test('returns at most `maxCharacters` characters of an original', async () => {
  const { originals, id } = await kept('bounded');
  const { call } = await connected({ originals, maxCharacters: 100 });
  const { text } = await call('recall', { id });
  expect(text.slice(text.indexOf('\n') + 1).length).toBeLessThanOrEqual(100);
});

test.each([
  { originals: {} },
  { maxCharacters: 99 },
  { name: '' },
  { version: 1 },
  { session: 's' },
])('rejects options with %j', async (wrong) => {
  const { originals } = await kept('refused');
  expect(() => createRecallServer({ originals, ...(wrong as object) })).toThrow(OptionError);
});
