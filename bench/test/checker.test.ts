import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkProvider, newlyBroken } from '../src/checker/check-provider.ts';
import { RULES, type CheckedProvider, type RuleName } from '../src/checker/rule.ts';

const FOLDER = new URL('../src/checker/', import.meta.url);
const PNG = 'iVBORw0KGgo=';

const user = { role: 'user', content: 'go' };
const said = { role: 'assistant', content: 'done' };

const chatCall = (id: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{}' } }],
});
const chatResult = (id: string, content: unknown = 'ok') => ({
  role: 'tool',
  tool_call_id: id,
  content,
});
const use = (id: string) => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'read', input: {} }],
});
const used = (id: string, content: unknown = 'ok', others: object = {}) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content, ...others }],
});
const gUser = { role: 'user', parts: [{ text: 'go' }] };
const gSaid = { role: 'model', parts: [{ text: 'done' }] };
const gCall = { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] };
const gResult = (response: unknown, parts?: unknown) => ({
  role: 'user',
  parts: [
    { functionResponse: { name: 'read', response, ...(parts === undefined ? {} : { parts }) } },
  ],
});
const item = (call_id: string) => ({
  type: 'function_call',
  call_id,
  name: 'read',
  arguments: '{}',
});
const output = (call_id: string, value: unknown = 'ok') => ({
  type: 'function_call_output',
  call_id,
  output: value,
});
/** A call that the provider executed: a turn only in a response without a message. */
const providerCall = { type: 'mcp_call', id: 'm', name: 'read', arguments: '{}', output: 'ok' };
const image = (data: string, media_type = 'image/png') => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
});

const BROKEN: readonly (readonly [CheckedProvider, RuleName, readonly object[]])[] = [
  ['openai', 'role', [{ role: 'robot', content: 'x' }]],
  ['openai', 'alternation', [user, chatCall('1'), chatResult('1'), user, said]],
  ['openai', 'neighbours', [user, user, said]],
  ['openai', 'neighbours', [user, said, { role: 'system', content: 'x' }, said]],
  ['openai-responses', 'alternation', [user, said, { type: 'reasoning', summary: [] }, said]],
  ['openai-responses', 'alternation', [user, item('1'), said, output('1'), user]],
  ['openai-responses', 'alternation', [user, said, said, item('1'), output('1')]],
  [
    'openai-responses',
    'alternation',
    [user, said, said, { type: 'reasoning', summary: [] }, item('1'), output('1')],
  ],
  ['openai-responses', 'alternation', [user, said, said, item('1'), output('1'), user]],
  ['openai-responses', 'alternation', [user, providerCall, user, user]],
  ['openai-responses', 'alternation', [user, providerCall, said, said]],
  ['openai', 'call-without-result', [user, chatCall('1'), user]],
  ['openai', 'result-without-call', [user, chatResult('1')]],
  ['openai', 'duplicate-result', [user, chatCall('1'), chatResult('1'), chatResult('1')]],
  ['openai', 'empty-content', [user, { role: 'assistant', content: null }]],
  ['openai', 'result-shape', [user, chatCall('1'), chatResult('1', null)]],
  ['openai', 'result-shape', [user, chatCall('1'), chatResult('1', [])]],
  ['openai', 'result-shape', [user, chatCall('1'), chatResult('1', [image(PNG)])]],
  [
    'openai',
    'media-bytes',
    [
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,iVB…Kg==` } }],
      },
    ],
  ],
  ['anthropic', 'first-message', [said, user]],
  ['anthropic', 'call-without-result', [user, use('1'), user]],
  ['anthropic', 'result-without-call', [user, used('1')]],
  ['anthropic', 'duplicate-call', [user, use('1'), used('1'), use('1'), used('1')]],
  [
    'anthropic',
    'result-after-text',
    [
      user,
      use('1'),
      { role: 'user', content: [{ type: 'text', text: 'x' }, ...used('1').content] },
    ],
  ],
  ['anthropic', 'empty-content', [user, { role: 'assistant', content: '' }, user]],
  ['anthropic', 'blank-text', [user, { role: 'assistant', content: ' \n' }, user]],
  ['anthropic', 'trailing-whitespace', [user, { role: 'assistant', content: 'so ' }]],
  ['anthropic', 'result-shape', [user, use('1'), used('1', [{ type: 'input_image' }])]],
  [
    'anthropic',
    'failed-result-media',
    [user, use('1'), used('1', [image(PNG)], { is_error: true })],
  ],
  [
    'anthropic',
    'alternation',
    [user, use('1'), { role: 'user', content: [...used('1').content, image(PNG)] }],
  ],
  ['anthropic', 'media-type', [user, use('1'), used('1', [image(PNG, 'image/bmp')])]],
  [
    'anthropic',
    'media-type',
    [{ role: 'user', content: [{ ...image(PNG, 'audio/mpeg'), type: 'document' }] }],
  ],
  ['anthropic', 'media-bytes', [user, use('1'), used('1', [image('iVBORw0…Kgo=')])]],
  [
    'anthropic',
    'reasoning-alone',
    [user, { role: 'assistant', content: [{ type: 'thinking', thinking: 'x' }] }, user],
  ],
  [
    'gemini',
    'alternation',
    [gUser, gCall, { role: 'user', parts: [...gResult({}).parts, { text: 'Go on.' }] }],
  ],
  ['gemini', 'first-message', [gSaid, gUser]],
  ['gemini', 'first-message', [gCall, gResult({})]],
  ['gemini', 'call-after-model', [gUser, gSaid, gCall, gResult({})]],
  ['gemini', 'call-after-model', [gUser, gSaid, { ...gUser, role: 'system' }, gCall, gResult({})]],
  ['gemini', 'call-without-result', [gUser, gCall, gUser]],
  ['gemini', 'result-without-call', [gUser, gResult({})]],
  [
    'gemini',
    'result-name',
    [gUser, gCall, { role: 'user', parts: [{ functionResponse: { name: 'x', response: {} } }] }],
  ],
  ['gemini', 'result-shape', [gUser, gCall, gResult('text')]],
  [
    'gemini',
    'media-bytes',
    [gUser, gCall, gResult({}, [{ inlineData: { mimeType: 'image/png', data: '' } }])],
  ],
  ['gemini', 'empty-content', [gUser, { role: 'model', parts: [] }]],
  ['openai-responses', 'call-without-result', [user, item('1'), user]],
  ['openai-responses', 'result-without-call', [user, output('1')]],
  ['openai-responses', 'reasoning-without-follower', [user, { type: 'reasoning', id: 'r' }, user]],
  [
    'openai-responses',
    'content-part',
    [{ role: 'user', content: [{ type: 'output_text', text: 'x' }] }],
  ],
  [
    'openai-responses',
    'result-shape',
    [user, item('1'), output('1', [{ type: 'text', text: 'x' }])],
  ],
  ['openai-responses', 'arguments-shape', [user, { ...item('1'), arguments: {} }, output('1')]],
];

const WHOLE: Readonly<Record<CheckedProvider, readonly object[]>> = {
  openai: [user, chatCall('1'), chatResult('1'), said, user, chatCall('2')],
  anthropic: [
    user,
    use('1'),
    used('1', [image(PNG), { type: 'text', text: 'x' }]),
    said,
    user,
    use('2'),
  ],
  gemini: [
    gUser,
    gCall,
    gResult({}, [{ inlineData: { mimeType: 'image/png', data: PNG } }]),
    gSaid,
    gUser,
    gCall,
  ],
  'openai-responses': [
    user,
    providerCall,
    user,
    providerCall,
    said,
    user,
    said,
    providerCall,
    user,
    { type: 'reasoning', id: 'r' },
    item('1'),
    { type: 'reasoning', id: 'r' },
    said,
    output('1', [{ type: 'input_image', image_url: `data:image/png;base64,${PNG}` }]),
    said,
    user,
    item('2'),
  ],
};

describe('the independent checker', () => {
  test.each(Object.entries(WHOLE))('accepts a valid conversation of %s', (provider, messages) => {
    expect(checkProvider(provider as CheckedProvider, messages)).toEqual([]);
  });

  test.each(BROKEN)('%s: reports a violation of %s', (provider, rule, messages) => {
    expect(checkProvider(provider, messages).map((problem) => problem.rule)).toContain(rule);
  });

  test('has an example for every rule', () => {
    expect(new Set(BROKEN.map(([, rule]) => rule))).toEqual(new Set(Object.keys(RULES)));
  });

  test('reports only rules that the input kept', () => {
    expect(newlyBroken('openai', [user, user], [user, user, user])).toEqual([]);
    expect(newlyBroken('openai', [user, said], [user, user])).not.toEqual([]);
    const system = { role: 'system', parts: [{ text: 'x' }] };
    const begun = [gSaid, system, gCall, gResult({})];
    expect(newlyBroken('gemini', begun, begun.slice(1))).toEqual([]);
  });

  test('imports nothing from outside its folder', () => {
    for (const name of readdirSync(FOLDER)) {
      const source = readFileSync(new URL(name, FOLDER), 'utf8');
      for (const [, from] of source.matchAll(/from '([^']+)'/g)) expect(from).toMatch(/^\.\//);
    }
  });
});
