import { PalimpsestError } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { compress, InvalidInputError, uncompress, type Message } from '../../src/cce.ts';
import { errorOf } from './error-of.ts';
import { prose } from './texts.ts';

const messages: Message[] = [{ id: 'm1', index: 0, role: 'user', content: 'Hello' }];
const withFunction = [{ ...messages[0]!, content: prose(), run: () => 1 }];
const withHole: Message[] = [];
withHole[1] = messages[0]!;

test.each([
  ['no list', 'hello', /Expected a list of messages .*, got "hello"/],
  ['nothing', undefined, /got undefined/],
  ['an entry that is null', [null], /messages\[0\]: expected an object with an id, got null\./],
  ['a hole', withHole, /messages\[0\]: expected an object with an id, got undefined\./],
  [
    'an entry that is a text',
    ['hello'],
    /messages\[0\]: expected an object with an id, got "hello"\./,
  ],
  [
    'an entry without id',
    [{ index: 0 }],
    /messages\[0\]\.id: expected a text or a number, got undefined/,
  ],
  [
    'an id that is null',
    [...messages, { id: null }],
    /messages\[1\]\.id: expected a text or a number, got null/,
  ],
  ['an id that is an object', [{ id: {} }], /messages\[0\]\.id: .*, got an empty object/],
])('%s is refused with a TypeError that says what was seen', (_, value, words) => {
  for (const call of [compress, (list: Message[]) => uncompress(list, {})]) {
    const error = errorOf(() => call(value as unknown as Message[]));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(PalimpsestError.isInstance(error)).toBe(true);
    expect(error.message).toMatch(words);
  }
});

test.each([
  ['options: null', null, 'INVALID_OPTIONS', /Expected options as an object, got null/],
  ['options that are a list', [], 'INVALID_OPTIONS', /got an array/],
  [
    'a window that is a text',
    { recencyWindow: '4' },
    'INVALID_OPTION',
    /recencyWindow: expected a number, got "4"\./,
  ],
  [
    'a budget that is no number',
    { tokenBudget: Number.NaN },
    'INVALID_OPTION',
    /tokenBudget: expected a number, got NaN\./,
  ],
  [
    'one role as a text',
    { preserve: 'system' },
    'INVALID_OPTION',
    /preserve: expected .+, got "system"\./,
  ],
  [
    'roles that are numbers',
    { preserve: [1] },
    'INVALID_OPTION',
    /preserve: expected .+, got an array/,
  ],
  ['a threshold in percent', { fuzzyThreshold: 85 }, 'INVALID_OPTION', /above 0, at most 1/],
  ['a threshold of 0', { fuzzyThreshold: 0 }, 'INVALID_OPTION', /above 0, at most 1/],
  ['a summarizer that is an object', { summarizer: {} }, 'INVALID_OPTION', /a function/],
  ['a switch that is a number', { dedup: 1 }, 'INVALID_OPTION', /true or false/],
  ['an option nobody knows', { recencyWindows: 4 }, 'UNKNOWN_OPTION', /no option "recencyWindows"/],
  ['an option of later versions', { trace: true }, 'UNKNOWN_OPTION', /no option "trace"/],
])('%s: refused, with what is accepted', (_, options, code, words) => {
  const error = errorOf(() => compress(messages, options as never));
  expect(error).toBeInstanceOf(TypeError);
  expect(error.code).toBe(code);
  expect(error.message).toMatch(words);
});

test('treats an undefined or null option as absent', () => {
  const nothing = { recencyWindow: undefined, tokenBudget: null, preserve: null, bogus: undefined };
  expect(compress(messages, nothing as never)).toEqual(compress(messages));
});

test.each([
  [Number.NaN, 'NaN'],
  [-1, '-1'],
  [Promise.resolve(1), 'an object'],
])('a token counter that answers %s is stopped', (answer, shown) => {
  const error = errorOf(() => compress(messages, { tokenCounter: () => answer as number }));
  expect(error.code).toBe('INVALID_TOKEN_COUNT');
  expect(error.message).toBe(
    `tokenCounter: expected a finite number of at least 0 for the message "m1", got ${shown}.`,
  );
});

test.each([
  ['nothing', undefined],
  ['a text', 'store'],
])('a store that is %s is refused', (_, store) => {
  expect(errorOf(() => uncompress(messages, store as never)).code).toBe('INVALID_STORE');
});

test('a replaced message that cannot be copied is refused', () => {
  const error = errorOf(() => compress(withFunction, { recencyWindow: 0 }));
  expect(error.code).toBe('MESSAGE_NOT_PLAIN');
  expect(error.message).toMatch(/^The message "m1" cannot be copied: .+ Hand in plain data\.$/);
});
