import type { IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { aiSdk, anthropic, gemini, langchain, openai } from '../src/index.ts';

const notice: IContent = {
  speaker: 'human',
  blocks: [
    { type: 'text', text: '[3 entries between here and the newest 2 were dropped; 2 follow]' },
  ],
  metadata: { synthetic: true, reason: 'dropped-entries' },
};

test.each([openai, anthropic, gemini, aiSdk, langchain])(
  '$name knows an entry that was made here by its message, and only by that',
  (codec) => {
    const messages = codec.encode([notice]) as never[];
    expect(codec.decode(messages)[0]?.metadata).toEqual(notice.metadata);
    expect(codec.encode(codec.decode(messages))).toEqual(messages);
    const typed = structuredClone(messages);
    expect(codec.decode(typed)[0]?.metadata).toBeUndefined();
  },
);

test('an entry somebody said is not remembered', () => {
  const { metadata: _metadata, ...said } = notice;
  const messages = openai.encode([{ ...said, metadata: { name: 'Ann' } }]);
  expect(openai.decode(messages)[0]?.metadata).toEqual({ name: 'Ann' });
});
