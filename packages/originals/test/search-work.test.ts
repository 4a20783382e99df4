import { memoryOriginals, openOriginals, type Originals } from '@palimpsest/originals';
import { createHistorySearch } from '@palimpsest/originals/search';
import { expect, test } from 'vitest';
import { createSessionSearch, SEARCH_LIMITS } from '../src/search/search-session.ts';
import { scanText } from '../src/search/scan-text.ts';
import { createSimilarWords } from '../src/search/similar-words.ts';
import { createWordAutomaton } from '../src/search/word-automaton.ts';
import { queryWords } from '../src/search/words.ts';

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

/** Counts the characters and the requests that are read from originals. */
function counted(originals: Originals): {
  readonly originals: Originals;
  readonly count: { characters: number; requests: number };
} {
  const count = { characters: 0, requests: 0 };
  const add = (recalled: unknown): void => {
    count.characters += JSON.stringify(recalled).length;
  };
  return {
    count,
    originals: {
      ...originals,
      async recall(id) {
        count.requests += 1;
        const recalled = await originals.recall(id);
        add(recalled);
        return recalled;
      },
      async recallAll(ids) {
        count.requests += 1;
        const recalled = await originals.recallAll(ids);
        for (const one of recalled) add(one);
        return recalled;
      },
    },
  };
}

const small = { characters: 20_000, perOriginal: 100, atOnce: 64 };
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
    expect(count.characters - before).toBeLessThan(1.2 * SEARCH_LIMITS.characters);
    answers.push(text);
    const [, next] = /to go on: (\{.*?\})/.exec(text) ?? [];
    offset = next === undefined ? undefined : (JSON.parse(next) as { offset: number }).offset;
  }
  expect(answers).toHaveLength(3);
  expect(answers[0]).toContain('searched were messages 1 to 10 of 25; to go on:');
  expect(answers[2]).toContain('the needle');
});

test.each<[string, string]>([
  ['hex words', fill('0f3a9c1e 7b2d4e88 ')],
  ['newlines', fill('\n')],
  ['lines of one letter', fill('a\n')],
  ['no spaces', fill('aB3xYz')],
  ['one letter', fill('a')],
  ['Chinese', fill('北京颐和园明天')],
  ['null characters', fill('\0')],
  ['words like the query', fill('capacitro capacito overflowedd ')],
])('a search of %s reads each character at most twice and holds few passages', async (_, text) => {
  const originals = await kept([text, text.slice(0, 100)]);
  const search = createSessionSearch(originals, small);
  for (const query of [
    'capacitor overflowed',
    'a aa aaa aaaa',
    '(a+)+$',
    '北京颐和园',
    '0f3a9c1e',
  ]) {
    const found = await search({ words: queryWords(query), limit: 8, offset: 0 });
    expect(found.characters).toBeLessThanOrEqual(2 * small.characters);
    // One group of passages for each combination of the 4 ways in which each of 4 words can match.
    expect(found.held).toBeLessThanOrEqual(8 * 4 ** 4);
    expect(found.passages.length).toBeLessThanOrEqual(8);
    expect(found.kept).toBeLessThanOrEqual(small.characters);
    expect(found).toMatchObject({ from: 0, to: 1, total: 2, cut: expect.any(String) as string });
  }
});

test('keeps only the texts of the last search', async () => {
  const { originals, count } = counted(
    await kept(Array.from({ length: 10 }, (_, index) => `${index}${fill('x ', 6_000)}`)),
  );
  const search = createSessionSearch(originals, small);
  const wish = { words: ['y'], limit: 8 };
  for (const [offset, requests] of [
    // Three originals are searched, and a fourth exceeds the limit.
    [0, 4],
    [0, 0],
    [3, 4],
    [0, 4],
  ] as const) {
    const before = count.requests;
    expect((await search({ ...wish, offset })).kept).toBeLessThanOrEqual(small.characters);
    expect(count.requests - before, `from ${offset}`).toBe(requests);
  }
});

test('reads many short originals with few requests, up to a limit per search', async () => {
  const { originals, count } = counted(
    await kept(Array.from({ length: 30_000 }, (_, index) => `short ${index}`)),
  );
  const ask = createHistorySearch(originals);
  const text = await ask({ query: '10239' });
  expect(text).toContain('short 10239');
  expect(text).toContain('searched were messages 1 to 10240 of 30000');
  expect(count.requests).toBeLessThan(60);
});

test('searches only the beginning of an original that exceeds the limit, and reports it', async () => {
  const originals = await kept([`needle ${fill('x ', 12_000_000)}`]);
  const ask = createHistorySearch(originals);
  const text = await ask({ query: 'needle' });
  const id = originals.list()[0]!.originals[0]!.slice(0, 8);
  expect(text).toContain(`only the beginning of ${id} was searched`);
  expect(text).toContain(`{"id":"${id}","offset":1,"limit":1} needle`);
});

test('reports the query words beyond the sixteenth', async () => {
  const ask = createHistorySearch(await kept(['seventeen']));
  const words = Array.from({ length: 16 }, (_, index) => `word${'abcdefghijklmnop'[index]!}`);
  const text = await ask({ query: [...words, 'seventeen'].join(' ') });
  expect(text).toContain('these words were too many and were left out: seventeen');
});

test.each([
  'overfloved',
  'overflowwed',
  'overfowed',
  'ovreflowed',
  'overlfowed',
  'overflwoed',
  'verflowed',
])('finds a word for a query with one typo: %s', async (query) => {
  const ask = createHistorySearch(await kept(['fine', 'it overflowed', 'over flowed']));
  expect(await ask({ query })).toMatch(/^\[one passage.*\n.* it overflowed$/);
});

test('a space or a line end is not a letter of a misspelled word', async () => {
  const ask = createHistorySearch(await kept([`${'line\n'.repeat(45)}it overflowd\nover flowed`]));
  const text = await ask({ query: 'overflowed' });
  expect(text).toMatch(/^\[one passage.*\n\{"id":"\w+","offset":41,"limit":7\} it overflowd$/);
});

test('finds a word when the query holds it both spelled correctly and misspelled', async () => {
  const ask = createHistorySearch(await kept(['it overflowed']));
  const text = await ask({ query: 'overflowed overflowwed' });
  expect(text).toMatch(/^\[one passage/);
});

test('stops comparing the words of a hostile text after a bounded number of comparisons', () => {
  const words = Array.from({ length: 16 }, (_, index) => `ov${'abcdefghijklmnop'[index]!}xyz`);
  const text = fill('ovqqqq ', 1_000_000);
  const similar = createSimilarWords(words);
  const automaton = createWordAutomaton(similar.halves);
  scanText(text, text.length, { automaton, similar }, () => undefined);
  expect(similar.open).toBe(0);
});

test('limits the number of positions that are checked for misspelled words in a hostile text', () => {
  const words = ['0', '1', '2', '3', '4', '5'].map((last) => `ab3xyz${last}`);
  const similar = createSimilarWords(words);
  const automaton = createWordAutomaton(similar.halves);
  // Each repetition contains the first half of all words, without a boundary where they end.
  const text = 'ab3xyzq'.repeat(150_000);
  scanText(text, text.length, { automaton, similar }, () => undefined);
  expect(similar.open).toBe(0);
});

test('ranks a whole word, also within an identifier, before a part of a word', async () => {
  const texts = ['undercapacity', 'capacityPlan', 'loadCapacity()', 'capa city'];
  const ask = createHistorySearch(await kept(texts));
  const text = await ask({ query: 'Capacity' });
  const lines = text
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/^\{.*\} /, ''));
  expect(lines).toEqual(['capacityPlan', 'loadCapacity()', 'undercapacity']);
});

test('matches words within HTTPServer2 and snake_case as whole words', async () => {
  const ask = createHistorySearch(await kept(['HTTPServer2', 'servers', 'a_server_b']));
  const text = await ask({ query: 'server', limit: 2 });
  expect(text).toContain('HTTPServer2');
  expect(text).toContain('a_server_b');
});
