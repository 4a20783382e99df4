import type { ContentBlock, IContent, ProvenanceRecord } from '@palimpsest/core-types';
import { checkInvariants, createIsProtected } from '@palimpsest/history';
import { expect, test } from 'vitest';

type Response = Extract<ContentBlock, { type: 'tool_response' }>;

const response = (change: Partial<Response> = {}): Response => ({
  type: 'tool_response',
  callId: 'a',
  toolName: 'Read',
  result: '',
  ...change,
});
const words: ContentBlock = { type: 'text', text: 'words' };

const tool = (blocks: readonly ContentBlock[]): IContent => ({ speaker: 'tool', blocks });

/** Returns the findings of law 7 when an entry with the blocks `before` becomes one with the blocks `after`. */
function found(
  before: readonly ContentBlock[],
  after: readonly ContentBlock[],
  record: ProvenanceRecord = { sources: [1], reason: 'reduced' },
): string[] {
  const human: IContent = { speaker: 'human', blocks: [words] };
  return checkInvariants({
    before: [human, tool(before), tool([words])],
    after: [human, tool(after), tool([words])],
    provenance: [{ sources: [0], reason: 'kept' }, record],
    isProtected: createIsProtected(),
    humanText: 'eligible',
    tokensBefore: 1,
    tokensAfter: 1,
  })
    .filter(({ law }) => law === 'law-7-failures')
    .map(({ index, message }) => `${index}: ${message}`);
}

const failureRemoved = ['1: the failure of Read (a) is gone'];
const lastLineGone = ['1: the last line of the failed Read (a) is gone'];
const long = 'x'.repeat(501);
const shot = `a\n<img src="data:image/png;base64,${'aB3+'.repeat(73)}" alt="x">\n`;
const named = '[Read: error]\n<img src="[image/png, 219 bytes]" alt="x">';

test.each<[string, Partial<Response>, Partial<Response>, string[]]>([
  ['an error that is the same', { error: 'ENOENT' }, { error: 'ENOENT' }, []],
  ['an error that says more now', { error: 'ENOENT' }, { error: 'ENOENT: no such file' }, []],
  ['an error that is gone', { error: 'ENOENT' }, {}, failureRemoved],
  ['a short error without its end', { error: 'ENOENT' }, { error: 'ENOEN' }, failureRemoved],
  ['an error that begins otherwise', { error: 'ENOENT' }, { error: '… ENOENT' }, failureRemoved],
  ['500 characters of a longer error', { error: long }, { error: long.slice(0, 500) }, []],
  [
    '499 characters of a longer error',
    { error: long },
    { error: long.slice(0, 499) },
    failureRemoved,
  ],
  ['half a character an error ends with', { error: 'E\ud83d' }, { error: 'E' }, failureRemoved],
  ['an error of blanks', { error: ' \n' }, {}, []],
  ['a mark that is the same', { isError: true }, { isError: true }, []],
  ['a mark that is gone', { isError: true }, {}, failureRemoved],
  [
    'a coloured last line without its colours',
    { isError: true, result: 'a\n\u001b[31m1 failed\u001b[0m\n\u001b[0m' },
    { isError: true, result: '[Read: error]\n1 failed' },
    [],
  ],
  [
    'a coloured last line that stays as it is',
    { isError: true, result: 'a\n\u001b[31m1 failed\u001b[0m' },
    { isError: true, result: '…1\n\u001b[31m1 failed\u001b[0m' },
    [],
  ],
  [
    'a coloured last line that is gone',
    { isError: true, result: 'a\n\u001b[31m1 failed\u001b[0m\n\u001b[0m' },
    { isError: true, result: 'a\n\u001b[0m' },
    lastLineGone,
  ],
  [
    'a mark in place of which an error stands',
    { isError: true },
    { error: 'failed' },
    failureRemoved,
  ],
  ['a mark beside an error', { isError: true, error: 'E' }, { error: 'E' }, failureRemoved],
  ['a mark that says there was none', { isError: false }, {}, []],
  [
    'the last line of a marked result',
    { isError: true, result: 'a\nb' },
    { isError: true, result: 'a' },
    lastLineGone,
  ],
  ['the last line of a result that did not fail', { result: 'a\nb' }, { result: 'a' }, []],
  [
    'base64 in a last line that stays',
    { error: 'E', result: shot },
    { error: 'E', result: shot },
    [],
  ],
  ['base64 named by its size', { error: 'E', result: shot }, { error: 'E', result: named }, []],
  [
    'base64 gone with the line it stood in',
    { error: 'E', result: shot },
    { error: 'E', result: 'a' },
    lastLineGone,
  ],
  ['a result that is no text', { error: 'E', result: { a: 1 } }, { error: 'E', result: '' }, []],
  ['a result of parts', { error: 'E', result: ['a', 'b'] }, { error: 'E', result: '' }, []],
  ['no result', { error: 'E', result: null }, { error: 'E', result: '' }, []],
  ['a text that became parts', { error: 'E', result: 'a' }, { error: 'E', result: ['b'] }, []],
  ['a text that became an object', { error: 'E', result: 'a' }, { error: 'E', result: {} }, []],
])('a failed call: %s', (_, before, after, expected) => {
  expect(found([response(before)], [response(after)])).toEqual(expected);
});

const failed = response({ error: 'E' });
const other = response({ callId: 'b', toolName: 'Bash' });

test.each<[string, readonly ContentBlock[], readonly ContentBlock[], string[]]>([
  ['behind one that is gone', [other, failed], [response()], failureRemoved],
  ['behind one that stays', [other, failed], [other, response()], failureRemoved],
  ['before one that stays', [failed, other], [response(), other], failureRemoved],
  ['gone, and the other stays', [failed, other], [other], []],
  ['behind words', [words, failed], [words, response()], failureRemoved],
  ['behind words that were not there', [failed], [words, response()], failureRemoved],
  ['in place of which words stand', [failed], [words], []],
  ['in place of which the answer to another call stands', [failed], [other], []],
  ['the second of two of one id', [response(), failed], [response(), response()], failureRemoved],
  ['the first of two of one id', [failed, response()], [response(), response()], failureRemoved],
  [
    'both of one id',
    [failed, failed],
    [response(), response()],
    [...failureRemoved, ...failureRemoved],
  ],
])('a failed call among others: %s', (_, before, after, expected) => {
  expect(found(before, after)).toEqual(expected);
});

test('ignores entries that represent several entries, or none', () => {
  expect(found([failed], [response()], { sources: [1, 2], reason: 'summary' })).toEqual([]);
  expect(found([failed], [response()], { sources: [], reason: 'repair' })).toEqual([]);
});
