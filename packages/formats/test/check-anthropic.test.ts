import { expect, test } from 'vitest';
import { checkAnthropic } from '../src/index.ts';
import type { AnthropicMessage } from '@palimpsest/formats/anthropic';

const text = { type: 'text', text: 'Hi' };
const user = { role: 'user', content: 'Hi' };
const call = (...ids: string[]): AnthropicMessage => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_use', id, name: 'f', input: {} })),
});
const result = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const answer = (...content: object[]): AnthropicMessage => ({ role: 'user', content });

const media = (type: string, media_type: string, data = 'QUJD'): object => ({
  type,
  source: { type: 'base64', media_type, data },
});
const MEDIA = ['0 media-content'];

const cases: readonly (readonly [string, readonly AnthropicMessage[], readonly string[]])[] = [
  ['results before text', [user, call('a', 'b'), answer(result('a'), result('b'), text)], []],
  [
    'results in neighbouring user messages',
    [user, call('a', 'b'), answer(result('a')), answer(result('b'), text)],
    [],
  ],
  ['calls pending at the end', [user, call('a')], []],
  [
    'a call without a result',
    [user, call('a', 'b'), answer(result('a'), text)],
    ['1 call-without-result'],
  ],
  ['a result without a call', [user, answer(result('a'))], ['1 result-without-call']],
  ['text before a result', [user, call('a'), answer(text, result('a'))], ['2 misplaced-result']],
  [
    'a result too late',
    [user, call('a'), user, call('b'), answer(result('b'), result('a'))],
    ['1 call-without-result', '4 misplaced-result'],
  ],
  [
    'a result that comes twice',
    [user, call('a'), answer(result('a'), result('a'))],
    ['2 duplicate-result'],
  ],
  [
    'an id that comes twice',
    [user, call('a'), answer(result('a')), call('a'), answer(result('a'))],
    ['3 duplicate-call'],
  ],
  ['a call that opens', [call('a'), answer(result('a'))], ['0 starts-with-call']],
  ['an empty message', [user, { role: 'assistant', content: [] }], ['1 empty-content']],
  [
    'an empty text',
    [user, { role: 'assistant', content: [{ type: 'text', text: '' }] }],
    ['1 empty-content'],
  ],
  ['an image', [answer(media('image', 'image/webp'))], []],
  ['an image of a type that is not accepted', [answer(media('image', 'image/tiff'))], MEDIA],
  ['audio as a document', [answer(media('document', 'audio/mpeg'))], MEDIA],
  ['an image whose data is cut', [answer(media('image', 'image/png', 'iV…Dpgn'))], MEDIA],
  ['an unknown role', [user, { role: 'tool', content: 'x' }], ['1 role']],
];
test.each(cases)('reports the expected problems of %s', (_name, messages, expected) => {
  const found = checkAnthropic(messages).map(({ index, rule }) => `${index} ${rule}`);
  expect(found).toEqual(expected);
});
