import { OptionError } from '@palimpsest/core-types';
import { answerRecall } from '@palimpsest/originals/recall';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keeping, say } from './keeping.ts';

const numbered = Array.from({ length: 500 }, (_, index) => `line ${index + 1}`).join('\n');
const linesTo = (from: number, to: number): string =>
  numbered
    .split('\n')
    .slice(from - 1, to)
    .join('\n');

test('accepts a whole id, its prefix, uppercase digits, a leading # and JSON text', async () => {
  const { originals, ids } = await keeping([say('one\ntwo')]);
  const [id = ''] = ids;
  const short = id.slice(0, 8);
  for (const asked of [id, short, short.toUpperCase(), `#${short}`, ` ${short} `, `${short}.1`]) {
    const name = asked === id ? id : short;
    const answer = { text: `[${name}: all 2 lines]\none\ntwo`, isError: false };
    expect(await answerRecall(originals, { id: asked })).toEqual(answer);
    expect(await answerRecall(originals, JSON.stringify({ id: asked }))).toEqual(answer);
  }
});

test('returns a range with its position and the arguments for the next range', async () => {
  const { originals, ids } = await keeping([say(numbered)]);
  const id = ids[0]!.slice(0, 8);
  expect((await answerRecall(originals, { id })).text).toBe(
    `[${id}: lines 1 to 200 of 500; to go on: {"id":"${id}","offset":201}]\n${linesTo(1, 200)}`,
  );
  expect((await answerRecall(originals, { id, offset: 7, limit: 2 })).text).toBe(
    `[${id}: lines 7 to 8 of 500; to go on: {"id":"${id}","offset":9,"limit":2}]\nline 7\nline 8`,
  );
  // Some models send numbers as text, and `null` for omitted arguments.
  expect((await answerRecall(originals, { id, offset: '500', limit: null })).text).toBe(
    `[${id}: line 500 of 500]\nline 500`,
  );
});

test('returns one long line in pieces', async () => {
  const { originals, ids } = await keeping([say(`a\n${'x'.repeat(250)}\nb`)]);
  const id = ids[0]!.slice(0, 8);
  const options = { maxCharacters: 100 };
  expect((await answerRecall(originals, { id, offset: 2 }, options)).text).toBe(
    `[${id}: line 2 of 3, line 2 from character 1 to 100 of 250; to go on: {"id":"${id}","offset":2,"column":101}]\n${'x'.repeat(100)}`,
  );
  expect((await answerRecall(originals, { id, offset: 2, column: 201 }, options)).text).toBe(
    `[${id}: lines 2 to 3 of 3, line 2 from character 201 to 250 of 250]\n${'x'.repeat(50)}\nb`,
  );
});

const result = (content: string): object => ({ type: 'tool_result', tool_use_id: 'a', content });

test('returns each result of a message as a part, and names the next part', async () => {
  const message = { role: 'user', content: [result('one'), result('two')] };
  const { originals, ids } = await keeping([message]);
  const id = ids[0]!.slice(0, 8);
  expect((await answerRecall(originals, { id })).text).toBe(
    `[${id}: the one line there is; part 1 of 2; next part: {"id":"${id}.2"}]\none`,
  );
  expect((await answerRecall(originals, { id: `#${id}.2` })).text).toBe(
    `[${id}.2: the one line there is; part 2 of 2]\ntwo`,
  );
  expect(await answerRecall(originals, { id: `${id}.3` })).toEqual({
    text: `id: expected a part from .1 to .2, got part 3 of ${id}.`,
    isError: true,
  });
});

test('reports that an original was redacted', async () => {
  const { originals, ids } = await keeping([say('a secret')], {
    redact: (text) => text.replaceAll('secret', '[…]'),
  });
  expect((await answerRecall(originals, { id: ids[0] })).text).toBe(
    `[${ids[0]}: the one line there is; redacted before it was kept]\na […]`,
  );
});

const NO_ID =
  'id: expected the first 8 or more of 64 digits 0-9 and a-f, as in 1f0c9a3e or 1f0c9a3e.2';
const NO_COUNT = 'expected a whole number of at least 1';
const ARGUMENTS = 'id, offset, limit, column';

test.each<[unknown, string]>([
  [undefined, `${NO_ID}, got undefined.`],
  [{ id: '../../etc/passwd' }, `${NO_ID}, got "../../etc/passwd".`],
  [{ id: 'f'.repeat(1e6) }, `${NO_ID}, got "fff`],
  [{ id: `${'f'.repeat(8)}.0` }, `${NO_ID}, got "ffffffff.0".`],
  ['1f0c9a3e', `arguments: expected an object of ${ARGUMENTS}, got "1f0c9a3e".`],
  [[], `arguments: expected an object of ${ARGUMENTS}, got an array of 0.`],
  [{ id: '1f0c9a3e', lines: [1, 2] }, `arguments: expected one of ${ARGUMENTS}, got "lines".`],
  [{ id: '1f0c9a3e', offset: 0 }, `offset: ${NO_COUNT}, got 0.`],
  [{ id: '1f0c9a3e', column: 1.5 }, `column: ${NO_COUNT}, got 1.5.`],
  [{ id: '1f0c9a3e', limit: {} }, `limit: ${NO_COUNT}, got an empty object.`],
  [{ id: '1f0c9a3e' }, 'Unknown id 1f0c9a3e: nothing was kept under it in this session.'],
])('returns an error text for the input %j', async (input, text) => {
  const { originals } = await keeping([say('one')]);
  const answer = await answerRecall(originals, input);
  expect(answer).toEqual({ text: expect.stringContaining(text) as string, isError: true });
  expect(answer.text.length).toBeLessThan(400);
});

test('rejects a line or a character after the end, and names the last one', async () => {
  const { originals, ids } = await keeping([say('one\ntwo')]);
  const [id] = ids;
  const text = async (input: object): Promise<string> =>
    (await answerRecall(originals, { id, ...input })).text;
  expect(await text({ offset: 3 })).toContain(
    'offset: expected a line from 1 to 2, the last line, got 3.',
  );
  expect(await text({ offset: 2, column: 4 })).toContain(
    'column: expected a character from 1 to 3, the last of line 2, got 4.',
  );
});

test.each([
  [{ kind: 'ambiguous', candidates: 3 } as const, 'could be any of 3 originals'],
  [{ kind: 'missing', reason: 'absent' } as const, 'does not have it any more'],
  [{ kind: 'missing', reason: 'corrupt' } as const, 'is damaged in the store'],
])('returns an error text when the store returns %j', async (recalled, text) => {
  const answer = await answerRecall({ recall: async () => recalled }, { id: '1f0c9a3e' });
  expect(answer).toEqual({ text: expect.stringContaining(text) as string, isError: true });
});

test.each([[0], [99], [100.5], ['200']])('rejects maxCharacters of %j', async (maxCharacters) => {
  const { originals } = await keeping([]);
  const asking = answerRecall(originals, {}, { maxCharacters: maxCharacters as number });
  await expect(asking).rejects.toThrow(OptionError);
});

test('following each continuation reads every character once, and splits none', async () => {
  const units = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\n',
    '😀',
    'é',
    '👩‍👩‍👧',
    '\u0301',
    'x'.repeat(90),
    '\u0301'.repeat(150),
    '😀'.repeat(60),
  );
  const texts = fc.array(units, { minLength: 1, maxLength: 40 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 5 }), async (text, limit) => {
      const { originals, ids } = await keeping([say(text)]);
      const pieces: string[] = [];
      let next: unknown = { id: ids[0], limit };
      while (next !== undefined) {
        const { text: answer } = await answerRecall(originals, next, { maxCharacters: 100 });
        // The first line is the header.
        const [header, piece] = answer.split(/\n([^]*)/);
        expect(piece!.isWellFormed() && piece!.length <= 100).toBe(true);
        const [, found] = /; to go on: (\{.*\})\]$/.exec(header!) ?? [];
        next = found === undefined ? undefined : (JSON.parse(found) as object);
        // Otherwise a line break was between the two answers.
        const continuesInLine = next !== undefined && 'column' in (next as object);
        pieces.push(piece!, continuesInLine || next === undefined ? '' : '\n');
      }
      expect(pieces.join('')).toBe(text);
    }),
    { numRuns: 60 },
  );
});
