import { memoryOriginals, openOriginals, type Originals } from '@palimpsest/originals';
import { answerRecall } from '@palimpsest/originals/recall';
import { createHistorySearch } from '@palimpsest/originals/search';
import { expect, test } from 'vitest';

const tool = (content: string, index: number): object => ({
  role: 'tool',
  tool_call_id: `${index}`,
  content,
});

async function kept(texts: readonly string[]): Promise<Originals> {
  const originals = await openOriginals(memoryOriginals({ maxBytes: Infinity }), { session: 's' });
  await originals.keep(texts.map(tool), [{ role: 'user', content: 'note' }]);
  return originals;
}

/** Counts the characters that are read from originals. */
function counted(originals: Originals): { originals: Originals; count: { characters: number } } {
  const count = { characters: 0 };
  const recallAll: Originals['recallAll'] = async (ids) => {
    const recalled = await originals.recallAll(ids);
    for (const one of recalled) count.characters += JSON.stringify(one).length;
    return recalled;
  };
  return { count, originals: { ...originals, recallAll } };
}

const fill = (part: string, size = 50_000): string =>
  part.repeat(Math.ceil(size / part.length)).slice(0, size);

test('one search reads a bounded number of characters, and returns where the next one continues', async () => {
  const texts = Array.from({ length: 24 }, (_, index) => `${index} ${fill('filler ', 1_000_000)}`);
  const { originals, count } = counted(await kept([...texts, 'the needle']));
  const ask = createHistorySearch(originals);
  let offset: number | undefined = 0;
  const answers: string[] = [];
  while (offset !== undefined) {
    const before = count.characters;
    const text = await ask({ query: 'needle', offset });
    expect(count.characters - before).toBeLessThan(2 * 10_485_760);
    answers.push(text);
    const [, next] = /to go on: (\{.*?\})/.exec(text) ?? [];
    offset = next === undefined ? undefined : (JSON.parse(next) as { offset: number }).offset;
  }
  expect(answers).toHaveLength(3);
  expect(answers[0]).toContain('searched were messages 1 to 11 of 25; to go on:');
  expect(answers[2]).toContain('the needle');
});

test('places passages with more of the words first, then those with rarer words', async () => {
  const texts = ['a pool', 'a pool', 'the timeout', 'a pool timeout'];
  const ask = createHistorySearch(await kept(texts));
  const lines = (await ask({ query: 'pool timeout' })).split('\n').slice(1);
  expect(lines.map((line) => line.replace(/^\{.*\} /, ''))).toEqual([
    'a pool timeout',
    'the timeout',
    'a pool',
    'a pool',
  ]);
});

test('reports the query words beyond the sixteenth', async () => {
  const ask = createHistorySearch(await kept(['seventeen']));
  const words = Array.from({ length: 16 }, (_, index) => `word${'abcdefghijklmnop'[index]!}`);
  const text = await ask({ query: [...words, 'seventeen'].join(' ') });
  expect(text).toContain('these words were too many and were left out: seventeen');
});

test.each<[string, readonly string[], readonly string[]]>([
  [
    'Capacity',
    ['undercapacity', 'capacityPlan', 'loadCapacity()', 'capa city'],
    ['capacityPlan', 'loadCapacity()', 'undercapacity'],
  ],
  ['server', ['servers', 'HTTPServer2', 'a_server_b'], ['HTTPServer2', 'a_server_b', 'servers']],
  ['中文字', ['文字', '中文字', '字'], ['中文字', '文字']],
  ['foo_bar bar_baz', ['foo bar', 'foo_bar_baz'], ['foo_bar_baz', 'foo bar']],
  ['if', ['life', 'if', 'iffy'], ['if']],
])(
  '%s ranks whole words, also within identifiers, before parts of words',
  async (query, texts, found) => {
    const ask = createHistorySearch(await kept(texts));
    const lines = (await ask({ query })).split('\n').slice(1);
    expect(lines.map((line) => line.replace(/^\{.*\} /, ''))).toEqual(found);
  },
);

test('the arguments of a passage recall the word, also far into a long line', async () => {
  const filler = '{"a":1},'.repeat(1_000);
  const originals = await kept([`${filler} needle ${filler}`]);
  const text = await createHistorySearch(originals)({ query: 'needle' });
  const [, place] = /\n(\{.*?\}) /.exec(text)!;
  expect(JSON.parse(place!)).toMatchObject({ offset: 1, column: expect.any(Number) as number });
  const { text: recalled } = await answerRecall(originals, JSON.parse(place!), {
    maxCharacters: 2_500,
  });
  expect(recalled).toContain('needle');
});

test('letters that are longer in lower case do not move what is found after them', async () => {
  const originals = await kept(['a portable one', 'İ, the port', `${'İ'.repeat(1_000)} needle`]);
  const ask = createHistorySearch(originals);
  const best = (await ask({ query: 'port' })).split('\n').find((line) => line.includes('port'));
  expect(best).toContain('the port');
  expect(await ask({ query: 'needle' })).toMatch(/İ needle$/m);
  expect(await ask({ query: 'İ' })).toContain('the port');
});
