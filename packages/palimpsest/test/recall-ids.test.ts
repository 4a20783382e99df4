import type { IContent } from '@palimpsest/core-types';
import { groupResultsWithCalls, repairHistory } from '@palimpsest/engine/history';
import { getCodec, type FormatName } from '@palimpsest/formats';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { createPalimpsest, recall, type Originals } from 'palimpsest';
import { expect, test } from 'vitest';
import { createRecallIdLookup } from '../src/recall-id-lookup.ts';
import { everyNthLine } from './every-nth-line.ts';

const open = (): Promise<Originals> => openOriginals(memoryOriginals(), { session: 's' });

const lines = (name: string): string =>
  Array.from({ length: 30 }, (_, line) => `${name} ${line + 1}`).join('\n');

const openaiMessages = [
  { role: 'user', content: 'Look.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: ['a', 'b'].map((id) => ({
      id,
      type: 'function',
      function: { name: 'read', arguments: '{}' },
    })),
  },
  { role: 'tool', tool_call_id: 'a', content: lines('a') },
  { role: 'tool', tool_call_id: 'b', content: lines('b') },
  { role: 'user', content: 'Thanks.' },
];

const anthropicMessages = [
  { role: 'user', content: 'Look.' },
  {
    role: 'assistant',
    content: ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'read', input: {} })),
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'a', content: lines('a') },
      { type: 'text', text: 'And?' },
      { type: 'tool_result', tool_use_id: 'b', content: lines('b') },
    ],
  },
  { role: 'user', content: 'Thanks.' },
];

const geminiMessages = [
  { role: 'user', parts: [{ text: 'Look.' }] },
  { role: 'model', parts: ['a', 'b'].map(() => ({ functionCall: { name: 'read', args: {} } })) },
  {
    role: 'user',
    parts: ['a', 'b'].map((name) => ({
      functionResponse: { name: 'read', response: { output: lines(name) } },
    })),
  },
  { role: 'user', parts: [{ text: 'Thanks.' }] },
];

const icontentMessages = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'Look.' }] },
  {
    speaker: 'ai',
    blocks: ['a', 'b'].map((id) => ({ type: 'tool_call', id, name: 'read', parameters: {} })),
  },
  {
    speaker: 'tool',
    blocks: ['a', 'b'].map((callId) => ({
      type: 'tool_response',
      callId,
      toolName: 'read',
      result: lines(callId),
    })),
  },
  { speaker: 'human', blocks: [{ type: 'text', text: 'Thanks.' }] },
];

const logMessages = anthropicMessages.map((message, index) => ({
  type: message.role,
  uuid: `uuid-${index}`,
  parentUuid: index === 0 ? null : `uuid-${index - 1}`,
  sessionId: 'session',
  message,
}));

const sessions: readonly (readonly [FormatName, readonly object[], readonly string[]])[] = [
  ['openai', openaiMessages, ['2', '3']],
  ['anthropic', anthropicMessages, ['2', '2.2']],
  ['gemini', geminiMessages, ['2', '2.2']],
  ['icontent', icontentMessages, ['2', '2.2']],
  ['claude-code', logMessages, ['2', '2.2']],
];

test.each(sessions)(
  'identifies a tool result by the id of its message, from the second result on with its position: %s',
  async (format, messages, expected) => {
    const originals = await open();
    const codec = getCodec(format);
    const history = groupResultsWithCalls(repairHistory(codec.decode(messages)).history).history;
    const idOf = createRecallIdLookup(originals, messages, codec);
    // Copies of entries, as strategies create them, belong to the same message.
    const copies = history.map((entry): IContent => ({ ...entry, blocks: [...entry.blocks] }));
    const found = copies.flatMap((entry) =>
      entry.blocks.flatMap(({ type }, index) =>
        type === 'tool_response' ? [idOf(entry, index)] : [],
      ),
    );
    const names = expected.map((name) => {
      const [index, position] = name.split('.');
      const id = originals.idOf(messages[Number(index)]).slice(0, 8);
      return position === undefined ? id : `${id}.${position}`;
    });
    expect(found).toEqual(names);
  },
);

test.each(sessions)(
  'the ids that a strategy writes can be recalled: %s',
  async (format, messages) => {
    const palimpsest = createPalimpsest();
    palimpsest.registry.register(everyNthLine());
    const originals = await open();
    const options = { strategy: 'every-nth-line', targetTokens: 100, format, originals };
    const { messages: after } = await palimpsest.compress(messages, options);
    const ids = JSON.stringify(after).match(/#[\da-f]{8}(?:\.\d)?/g) ?? [];
    const texts = await Promise.all(ids.map((id) => recall(originals, id)));
    expect(texts).toMatchObject(
      ['a', 'b'].map((name) => ({ kind: 'found', text: lines(name), lines: 30 })),
    );
  },
);

test('identifies a text when its message has no tool results', async () => {
  const originals = await open();
  for (const [format, messages] of sessions.slice(0, 4)) {
    const codec = getCodec(format);
    const history = codec.decode(messages);
    const idOf = createRecallIdLookup(originals, messages, codec);
    expect(idOf(history[0]!, 0)).toBe(originals.idOf(messages[0]).slice(0, 8));
    expect(idOf(history[0]!, 1)).toBeUndefined();
    expect(idOf(history[1]!, 0)).toBeUndefined();
    const named = history.filter((entry) =>
      entry.blocks.some(({ type }, index) => type === 'text' && idOf(entry, index) !== undefined),
    );
    expect(named).toHaveLength(2);
  }
});
