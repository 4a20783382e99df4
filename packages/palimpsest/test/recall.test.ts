import { memoryOriginals, openOriginals, recall, type Originals } from 'palimpsest';
import { expect, test } from 'vitest';

const note = { role: 'user', content: '[note]' };

/** Saves messages in a new session, and returns it with their ids. */
async function keeping(
  ...messages: readonly object[]
): Promise<{ readonly originals: Originals; readonly ids: readonly string[] }> {
  const originals = await openOriginals(memoryOriginals(), { session: 's' });
  await originals.keep(messages, [note]);
  return { originals, ids: messages.map((message) => originals.idOf(message)) };
}

const tool = (content: unknown): object => ({ role: 'tool', tool_call_id: 'a', content });
const numbered = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join('\n');

test('finds the text by its id or the first digits, also with # or a position', async () => {
  const { originals, ids } = await keeping(tool(numbered));
  const whole = { kind: 'found', text: numbered, lines: 20, from: 1, to: 20, isRedacted: false };
  const id = ids[0]!;
  for (const asked of [id, id.slice(0, 8), `#${id.slice(0, 8)}`, `${id.slice(0, 12)}.1`]) {
    expect(await recall(originals, asked)).toEqual(whole);
  }
});

test('splits lines at every kind of line end, and keeps the line ends', async () => {
  const { originals, ids } = await keeping(tool('a\r\nb\rc\u2028d\n'));
  const some = await recall(originals, ids[0]!, { lines: [2, 4] });
  expect(some).toMatchObject({ text: 'b\rc\u2028d', lines: 5, from: 2, to: 4 });
  expect(await recall(originals, ids[0]!, { lines: [1, 2] })).toMatchObject({ text: 'a\r\nb' });
  expect(await recall(originals, ids[0]!, { lines: [5, 5] })).toMatchObject({ text: '' });
});

test.each([
  [[0, 5]],
  [[5, 4]],
  [[1.5, 4]],
  [[1]],
  [[1, 2, 3]],
  [['1', '2']],
  [[1, Number.POSITIVE_INFINITY]],
  ['1-2'],
])('lines that cannot be meant are refused: %j', async (lines) => {
  const { originals, ids } = await keeping(tool(numbered));
  await expect(recall(originals, ids[0]!, { lines: lines as never })).rejects.toMatchObject({
    name: 'OptionError',
    option: 'lines',
    message: expect.stringMatching(/^lines: expected two whole numbers of at least 1.+, got .+\./),
  });
});

test.each(['', '#', 'abc', '1234567', '#XYZ12345', '12345678.0', '12345678.', '12345678.12345'])(
  'an id that is none is refused: %j',
  async (id) => {
    const { originals } = await keeping(tool('x'));
    await expect(recall(originals, id)).rejects.toThrow(/^id: expected the first 8.+, got .+\./);
  },
);

test('rejects other invalid arguments', async () => {
  const { originals, ids } = await keeping(tool('x'));
  const id = ids[0]!;
  await expect(recall({} as never, id)).rejects.toThrow('openOriginals()');
  await expect(recall(originals, id, { line: [1, 2] } as never)).rejects.toThrow('lines, format');
  await expect(recall(originals, id, { format: 'gpt' as never })).rejects.toThrow(
    /format: expected one of .+, got "gpt"\./,
  );
  await expect(recall(originals, id, { format: 'gemini' })).rejects.toMatchObject({
    name: 'FormatError',
  });
  await expect(recall(originals, 7 as never)).rejects.toThrow(/id: expected .+, got 7\./);
});

test('reports an unknown, ambiguous or missing id, and never invents a text', async () => {
  const { originals, ids } = await keeping(tool('x'));
  expect(await recall(originals, '00000000')).toEqual({ kind: 'unknown' });
  expect(await recall(originals, `${ids[0]!.slice(0, 8)}.2`)).toEqual({ kind: 'unknown' });
  const ambiguous: Originals = {
    ...originals,
    recall: () => Promise.resolve({ kind: 'ambiguous', candidates: 2 }),
  };
  expect(await recall(ambiguous, '00000000')).toEqual({ kind: 'ambiguous', candidates: 2 });
  const inner = memoryOriginals();
  const lossy = await openOriginals({ ...inner, get: () => [undefined] }, { session: 's' });
  await lossy.keep([tool('x')], [note]);
  const missing = await recall(lossy, ids[0]!.slice(0, 8));
  expect(missing).toEqual({ kind: 'missing', reason: 'absent' });
});
