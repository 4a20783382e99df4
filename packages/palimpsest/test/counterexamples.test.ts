// Inputs that random tests found, and that once failed.
import { checkGemini } from '../../formats/test/checker/check-gemini.ts';
import { expect, test } from 'vitest';
import { compress } from '../src/index.ts';

const IMAGE = { inlineData: { mimeType: 'image/png', data: 'aGVsbG8=' } };

function resultOf(id: string): object {
  return { functionResponse: { id, name: 'read_file', response: { output: id } } };
}

test('groups a late result with the others in one content, as Gemini requires', async () => {
  const messages = [
    { role: 'user', parts: [{ text: 'Read both.' }] },
    {
      role: 'model',
      parts: ['a', 'b'].map((id) => ({ functionCall: { id, name: 'read_file', args: {} } })),
    },
    { role: 'user', parts: [resultOf('a'), IMAGE] },
    { role: 'user', parts: [resultOf('b')] },
  ];
  expect(checkGemini(messages)).not.toEqual([]);
  const { messages: repaired, report } = await compress<object>(messages, { targetRatio: 0.9 });
  expect(report.repaired).toMatchObject([{ kind: 'misplaced-response' }]);
  expect(checkGemini(repaired)).toEqual([]);
  expect(repaired.slice(2)).toEqual([
    { role: 'user', parts: [resultOf('a'), resultOf('b'), IMAGE] },
  ]);
  expect(repaired.slice(0, 2).every((message, index) => message === messages[index])).toBe(true);
});

test('a session log whose entries all became summaries is written as a compaction', async () => {
  const words = 'The worker pool holds twelve connections at a time. ';
  const record = {
    type: 'assistant',
    uuid: 'a1',
    parentUuid: null,
    sessionId: 's1',
    message: { role: 'assistant', content: words.repeat(40) },
  };
  const { messages, report } = await compress([record], {
    strategy: 'extractive',
    settings: { 'compression.extractive.recencyWindow': 0 },
    targetRatio: 0.4,
  });
  expect(report).toMatchObject({ format: 'claude-code', kind: 'applied' });
  const [same, boundary, ...summaries] = messages;
  expect(same).toBe(record);
  expect(boundary).toMatchObject({ subtype: 'compact_boundary', sessionId: 's1' });
  expect(summaries).toMatchObject([{ type: 'assistant', sessionId: 's1' }]);
  expect(JSON.stringify(summaries).length).toBeLessThan(JSON.stringify([record]).length / 2);
});

test('groups a generated result with the others in one content, as Gemini requires', async () => {
  const messages = [
    { role: 'user', parts: [{ text: 'Read both.' }] },
    {
      role: 'model',
      parts: ['a', 'b'].map((id) => ({ functionCall: { id, name: 'read_file', args: {} } })),
    },
    { role: 'user', parts: [resultOf('b')] },
    { role: 'user', parts: [{ text: 'Go on.' }] },
  ];
  const { messages: repaired, report } = await compress<object>(messages, { targetRatio: 0.9 });
  expect(report.repaired).toMatchObject([{ kind: 'unanswered-call' }]);
  expect(checkGemini(repaired)).toEqual([]);
  expect(repaired).toHaveLength(4);
});

test('a log keeps all records if nothing of it can be sent', async () => {
  const at = '2026-01-01T00:00:00.000Z';
  const log = [
    { timestamp: at, type: 'session_meta', payload: { id: 's', cwd: '/work' } },
    {
      timestamp: at,
      type: 'response_item',
      payload: { type: 'function_call_output', call_id: 'lost', output: 'no call before it' },
    },
  ];
  const { messages } = await compress(log, { format: 'codex', targetTokens: 1 });
  expect(messages).toEqual(log);
});

test('a member that JSON cannot express does not stop a compression', async () => {
  const result = 'The gate is closed at noon. '.repeat(400);
  const messages = [
    { role: 'user', content: 'Look around.' },
    ...['a', 'b', 'c'].flatMap((id) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: id, content: result, meta: { size: 1n } },
    ]),
    { role: 'user', content: 'And now?' },
  ];
  const { report } = await compress(messages, {
    format: 'openai',
    strategy: 'high-density',
    targetRatio: 0.5,
  });
  expect(report.kind).toBe('applied');
});
