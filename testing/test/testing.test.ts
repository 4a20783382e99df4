import type { IContent, ModelRequest } from '@palimpsest/core-types';
import { history, scriptedProvider } from '@palimpsest/testing';
import { expect, test } from 'vitest';

test('a history assigns results to the oldest pending calls', () => {
  const [, first, second] = history()
    .calls(['Read', { path: 'a' }], ['Bash'], ['Bash'])
    .result('1')
    .results('2', '3')
    .build();
  expect(first!.blocks).toEqual([
    { type: 'tool_response', callId: 'call-1', toolName: 'Read', result: '1' },
  ]);
  expect(second!.blocks).toMatchObject([
    { callId: 'call-2', result: '2' },
    { callId: 'call-3', result: '3' },
  ]);
  expect(() => history().result('x')).toThrow('result: expected a pending call, got none.');
});

async function ask(request: Partial<ModelRequest>, provider = scriptedProvider(['Hello'])) {
  const chunks: IContent[] = [];
  for await (const chunk of provider.generateChatCompletion({ contents: [], ...request }))
    chunks.push(chunk);
  return chunks;
}

test('a scripted provider returns its responses in order, in chunks, and records the requests', async () => {
  const error = new Error('529');
  const provider = scriptedProvider(['Hello', ({ contents }) => `${contents.length}`, error]);
  expect(await ask({}, provider)).toEqual([
    { speaker: 'ai', blocks: [{ type: 'text', text: 'Hel' }] },
    { speaker: 'ai', blocks: [{ type: 'text', text: 'lo' }] },
    { speaker: 'ai', blocks: [], metadata: { finishReason: 'stop' } },
  ]);
  expect((await ask({}, provider))[0]).toMatchObject({ blocks: [{ text: '0' }] });
  await expect(ask({}, provider)).rejects.toBe(error);
  await expect(ask({}, provider)).rejects.toBe(error);
  expect(provider.requests).toHaveLength(4);
});

test('a scripted provider rejects an aborted request with the reason of its signal', async () => {
  const reason = new Error('went on');
  await expect(ask({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  const waiting = ask(
    { signal: controller.signal },
    scriptedProvider([() => new Promise(() => {})]),
  );
  queueMicrotask(() => controller.abort(reason));
  await expect(waiting).rejects.toBe(reason);
});
