import type { IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { aiSdk } from '@palimpsest/formats/ai-sdk';
import { anthropic } from '@palimpsest/formats/anthropic';
import { gemini } from '@palimpsest/formats/gemini';
import { genkit } from '@palimpsest/formats/genkit';
import { langchain } from '@palimpsest/formats/langchain';
import { openai } from '@palimpsest/formats/openai';
import { openaiAgents } from '@palimpsest/formats/openai-agents';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
import { pi } from '@palimpsest/formats/pi';

const notice: IContent = {
  speaker: 'human',
  blocks: [
    { type: 'text', text: '[3 entries between here and the newest 2 were dropped; 2 follow]' },
  ],
  metadata: { synthetic: true, reason: 'dropped-entries' },
};

test.each([openai, openaiResponses, openaiAgents, anthropic, gemini, genkit, pi, aiSdk, langchain])(
  '$name recognizes a generated entry by its message object, and not by a copy',
  (codec) => {
    const messages = codec.encode([notice]) as never[];
    expect(codec.decode(messages)[0]?.metadata).toEqual(notice.metadata);
    expect(codec.encode(codec.decode(messages))).toEqual(messages);
    const typed = structuredClone(messages);
    expect(codec.decode(typed)[0]?.metadata).toBeUndefined();
  },
);

test('does not recognize a user message with the text of a notice as generated', () => {
  const { metadata: _metadata, ...said } = notice;
  const messages = openai.encode([{ ...said, metadata: { name: 'Ann' } }]);
  expect(openai.decode(messages)[0]?.metadata).toEqual({ name: 'Ann' });
});
