import type { IContent } from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import { aiSdk } from '@palimpsest/formats/ai-sdk';
import { anthropic } from '@palimpsest/formats/anthropic';
import { getCodec, codecs, FormatError, type FormatName } from '../src/index.ts';
import { gemini } from '@palimpsest/formats/gemini';
import { genkit } from '@palimpsest/formats/genkit';
import { icontent } from '@palimpsest/formats/icontent';
import { langchain } from '@palimpsest/formats/langchain';
import { openai } from '@palimpsest/formats/openai';
import { openaiAgents } from '@palimpsest/formats/openai-agents';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
import { pi } from '@palimpsest/formats/pi';

const messages = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'I call' },
];

describe('messages of an unknown shape', () => {
  const cases = [
    ['openai', null, 'null'],
    ['openai', 'text', '"text"'],
    ['openai', { role: 'model', content: '' }, 'role "model"'],
    ['openai', { role: 'constructor', content: '' }, 'role "constructor"'],
    ['openai', { role: 'user', content: 5 }, 'content 5'],
    ['openai', { role: 'assistant', tool_calls: 'none' }, 'tool_calls "none"'],
    ['openai', { role: 'assistant', tool_calls: [null] }, 'tool_calls an array of 1'],
    ['anthropic', [], 'role undefined'],
    ['anthropic', { role: 'tool', content: 'x' }, 'role "tool"'],
    [
      'anthropic',
      { role: 'user', content: { type: 'text' } },
      'content an object with type "text"',
    ],
    ['gemini', { role: 'assistant', parts: [] }, 'role "assistant"'],
    ['gemini', { role: 'user', parts: 'text' }, 'parts "text"'],
    ['ai-sdk', { role: 'model', content: '' }, 'role "model"'],
    ['ai-sdk', { role: 'tool', content: 5 }, 'content 5'],
    ['ai-sdk', null, 'null'],
    ['langchain', { type: 'remove', id: 'a' }, 'type "remove"'],
    ['langchain', { type: 'human', content: 5 }, 'content 5'],
    ['langchain', { role: 'ai', tool_calls: [1] }, 'tool_calls an array of 1'],
    ['langchain', null, 'null'],
    ['icontent', { speaker: 'user', blocks: [] }, 'speaker "user"'],
    ['icontent', { speaker: 'ai', blocks: 'x'.repeat(90) }, 'blocks "x'],
    ['icontent', true, 'true'],
    ['claude-code', { uuid: 'a' }, 'type undefined'],
    ['openai-responses', 7, '7'],
    ['openai-responses', {}, 'type undefined'],
    ['openai-responses', { role: 'model', content: '' }, 'role "model"'],
    ['openai-responses', { type: 'message', role: 'user', content: 5 }, 'content 5'],
    ['openai-agents', [], 'an array of 0'],
    ['openai-agents', { role: 'tool', content: '' }, 'role "tool"'],
    ['genkit', null, 'null'],
    ['genkit', { role: 'assistant', content: [] }, 'role "assistant"'],
    ['genkit', { role: 'user', content: 'text' }, 'content "text"'],
    ['pi', 'text', '"text"'],
    ['pi', { role: 7 }, 'role 7'],
    ['pi', { role: 'toolResult', content: {} }, 'content an empty object'],
    ['codex', { payload: {} }, 'type undefined'],
    ['codex', { type: 'response_item', payload: { role: 'model' } }, 'role "model"'],
    [
      'claude-code',
      { type: 'user', message: { role: 'user', content: {} } },
      'content an empty object',
    ],
  ] as const;

  test.each(cases)(
    '%s rejects %j with its index and the accepted values',
    (name, message, seen) => {
      const valid = {
        openai: messages[0],
        'openai-responses': messages[0],
        'openai-agents': messages[0],
        anthropic: messages[0],
        gemini: {},
        genkit: { role: 'user' },
        pi: messages[0],
        codex: { type: 'x' },
        icontent: { speaker: 'ai', blocks: [] },
        'claude-code': { type: 'x' },
        'ai-sdk': messages[0],
        langchain: messages[0],
      };
      const decode = (): unknown => getCodec(name).decode([valid[name], message]);
      expect(decode).toThrow(FormatError);
      expect(decode).toThrow(`${name} message 1: found ${seen}`);
      expect(decode).toThrow('Accepted: ');
    },
  );
});

test('writes no message for an entry with only unknown blocks', () => {
  const opaque: IContent = { speaker: 'ai', blocks: [{ type: 'opaque', kind: 'novelty' }] };
  const codecsOfMessages = [
    openai,
    openaiResponses,
    openaiAgents,
    anthropic,
    gemini,
    genkit,
    pi,
    aiSdk,
    langchain,
  ];
  for (const codec of codecsOfMessages) expect(codec.encode([opaque])).toEqual([]);
  expect(icontent.encode([opaque])).toEqual([opaque]);
});

test('getCodec returns each codec by its name', () => {
  for (const name of Object.keys(codecs) as FormatName[]) {
    expect(getCodec(name)).toBe(codecs[name]);
    expect(codecs[name].name).toBe(name);
  }
});
