import { expect, test } from 'vitest';
import { detectFormat } from '../src/index.ts';

const user = { role: 'user', content: 'Hi' };

const cases: readonly (readonly [string, readonly unknown[], string | undefined])[] = [
  [
    'plain texts',
    [{ role: 'system', content: 'Be brief' }, user, { role: 'assistant', content: 'Hi' }],
    'openai',
  ],
  ['tool calls of OpenAI', [user, { role: 'assistant', content: null, tool_calls: [] }], 'openai'],
  ['a developer', [{ role: 'developer', content: 'x' }, user], 'openai'],
  [
    'an image of OpenAI',
    [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'u' } }] }],
    'openai',
  ],
  [
    'tool use of Anthropic',
    [user, { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] }],
    'anthropic',
  ],
  [
    'an image of Anthropic',
    [{ role: 'user', content: [{ type: 'image', source: {} }] }],
    'anthropic',
  ],
  [
    'a cached text',
    [user, { role: 'user', content: [{ type: 'text', text: 'x', cache_control: {} }] }],
    'anthropic',
  ],
  [
    'a cached text among tool calls of OpenAI',
    [
      { role: 'user', content: [{ type: 'text', text: 'x', cache_control: {} }] },
      { role: 'tool', content: 'x' },
    ],
    'openai',
  ],
  ['parts without types', [{ role: 'user', parts: [{ text: 'Hi' }] }], 'gemini'],
  ['a model without parts', [{ role: 'model', parts: [] }], 'gemini'],
  ['speakers and blocks', [{ speaker: 'human', blocks: [] }], 'icontent'],
  [
    'a session log',
    [
      { type: 'summary', summary: 'x', leafUuid: 'y' },
      { type: 'user', uuid: 'a', sessionId: 's', message: user },
    ],
    'claude-code',
  ],
  ['a log with nothing said', [{ type: 'file-history-snapshot', snapshot: {} }], 'claude-code'],
  ['nothing', [], undefined],
  ['values that are no messages', [5, null], undefined],
  [
    'messages for a user interface',
    [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
    undefined,
  ],
  [
    'messages of the AI SDK',
    [user, { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a' }] }],
    'ai-sdk',
  ],
  [
    'a call of the AI SDK',
    [user, { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a' }] }],
    'ai-sdk',
  ],
  [
    'a thought of the AI SDK',
    [user, { role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }] }],
    'ai-sdk',
  ],
  ['options of the AI SDK', [{ ...user, providerOptions: { anthropic: {} } }], 'ai-sdk'],
  [
    'a file of the AI SDK',
    [{ role: 'user', content: [{ type: 'file', data: 'aGk=', mediaType: 'text/plain' }] }],
    'ai-sdk',
  ],
  [
    'a picture of the AI SDK',
    [{ role: 'user', content: [{ type: 'image', image: 'u' }] }],
    'ai-sdk',
  ],
  ['a stored message of LangChain', [{ type: 'human', data: { content: 'Hi' } }], 'langchain'],
  [
    'a serialized message of LangChain',
    [{ lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'AIMessage'], kwargs: {} }],
    'langchain',
  ],
  ['a dumped message of LangChain', [{ type: 'ai', content: '' }], 'langchain'],
  ['a role of LangChain', [{ role: 'human', content: 'Hi' }], 'langchain'],
  [
    'a call of LangChain',
    [user, { role: 'assistant', content: '', tool_calls: [{ id: 'a', name: 'f', args: {} }] }],
    'langchain',
  ],
  [
    'a file of OpenAI',
    [{ role: 'user', content: [{ type: 'file', file: { file_id: 'f' } }] }],
    'openai',
  ],
  ['items of the Responses API', [{ type: 'function_call', call_id: 'a' }], 'openai-responses'],
  [
    'texts of the Responses API behind a plain one',
    [user, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] }],
    'openai-responses',
  ],
  [
    'items of the Agents SDK',
    [user, { type: 'function_call', callId: 'a', name: 'f', arguments: '{}' }],
    'openai-agents',
  ],
  [
    'reasoning that the Agents SDK tells of by what follows',
    [
      { type: 'reasoning', id: 'rs', content: [] },
      { type: 'function_call_result', callId: 'a', output: 'x' },
    ],
    'openai-agents',
  ],
  [
    'a log of Codex',
    [
      { timestamp: 't', type: 'session_meta', payload: { id: 's' } },
      { timestamp: 't', type: 'response_item', payload: { type: 'message', role: 'user' } },
    ],
    'codex',
  ],
  [
    'messages of pi',
    [
      { ...user, timestamp: 1 },
      { role: 'toolResult', toolCallId: 'a', content: [] },
    ],
    'pi',
  ],
  [
    'an answer of pi',
    [{ role: 'assistant', content: [{ type: 'text', text: 'x' }], stopReason: 'stop' }],
    'pi',
  ],
  [
    'a message of an application of pi',
    [{ role: 'bashExecution', command: 'ls', timestamp: 1 }],
    'pi',
  ],
  [
    'an image of pi',
    [{ role: 'user', content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] }],
    'pi',
  ],
  ['a model of Genkit', [user, { role: 'model', content: [{ text: 'x' }] }], 'genkit'],
  [
    'a tool of Genkit',
    [{ role: 'tool', content: [{ toolResponse: { name: 'f', output: 1 } }] }],
    'genkit',
  ],
  ['a content of a wrong kind', [{ role: 'user', content: 7 }], 'openai'],
];

test.each(cases)('detects the expected format of %s', (_name, messages, expected) => {
  expect(detectFormat(messages)).toBe(expected);
});
