import type { IContent, ModelRequest } from '@palimpsest/core-types';
import { history, scriptedProvider, type ScriptedProvider } from '@palimpsest/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const request: ModelRequest = { contents: history().human('Hello').build() };
const usage = { promptTokens: 3, completionTokens: 2, totalTokens: 5 };

async function ask(provider: ScriptedProvider, asked: ModelRequest = request): Promise<IContent[]> {
  const chunks: IContent[] = [];
  for await (const chunk of provider.generateChatCompletion(asked)) chunks.push(chunk);
  return chunks;
}

const textOf = (chunks: readonly IContent[]): string =>
  chunks
    .flatMap(({ blocks }) => blocks)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('');

test('returns a text in chunks, followed by its finish reason and usage', async () => {
  expect(await ask(scriptedProvider(['Hello'], usage))).toEqual([
    { speaker: 'ai', blocks: [{ type: 'text', text: 'Hel' }] },
    { speaker: 'ai', blocks: [{ type: 'text', text: 'lo' }] },
    { speaker: 'ai', blocks: [], metadata: { finishReason: 'stop', usage } },
  ]);
  expect(await ask(scriptedProvider(['']))).toEqual([
    { speaker: 'ai', blocks: [], metadata: { finishReason: 'stop' } },
  ]);
});

test('the chunks join to the text and split no character', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const chunks = await ask(scriptedProvider([text]));
      expect(textOf(chunks)).toBe(text);
      for (const chunk of chunks) expect(textOf([chunk]).isWellFormed()).toBe(true);
    }),
  );
});

test('returns chunks unchanged', async () => {
  const chunks: IContent[] = [{ speaker: 'ai', blocks: [{ type: 'thinking', thought: 'hm' }] }];
  expect(await ask(scriptedProvider([chunks], usage))).toEqual(chunks);
});

test('throws an error', async () => {
  const error = new Error('529');
  await expect(ask(scriptedProvider([error]))).rejects.toBe(error);
  await expect(ask(scriptedProvider([async () => error]))).rejects.toBe(error);
});

test('calls a function with the request', async () => {
  const provider = scriptedProvider([
    ({ contents }) => `${contents.length}`,
    async () => () => 'later',
  ]);
  expect(textOf(await ask(provider))).toBe('1');
  expect(textOf(await ask(provider))).toBe('later');
});

test('returns responses in order of the requests, and repeats the last one', async () => {
  const provider = scriptedProvider(['1', '2']);
  const waiting = [provider.generateChatCompletion(request), ask(provider), ask(provider)] as const;
  const first: IContent[] = [];
  for await (const chunk of waiting[0]) first.push(chunk);
  expect([first, await waiting[1], await waiting[2]].map(textOf)).toEqual(['1', '2', '2']);
});

test('records its requests', async () => {
  const provider = scriptedProvider(['x', new Error('529')]);
  expect(provider.requests).toEqual([]);
  const second = { ...request, maxOutputTokens: 7 };
  await ask(provider);
  await expect(ask(provider, second)).rejects.toThrow('529');
  expect(provider.requests).toEqual([request, second]);
  expect(provider.requests[1]).toBe(second);
});

describe('rejects an aborted request with the reason of its signal', () => {
  const reason = new Error('went on');

  test('before it starts', async () => {
    const signal = AbortSignal.abort(reason);
    for (const answer of ['x', () => new Promise<string>(() => {})])
      await expect(ask(scriptedProvider([answer]), { ...request, signal })).rejects.toBe(reason);
  });

  test('while it awaits a function', async () => {
    const controller = new AbortController();
    const asked = ask(scriptedProvider([() => new Promise(() => {})]), {
      ...request,
      signal: controller.signal,
    });
    queueMicrotask(() => controller.abort(reason));
    await expect(asked).rejects.toBe(reason);
  });

  test('between two chunks', async () => {
    const controller = new AbortController();
    const provider = scriptedProvider(['Hello']);
    const chunks = provider.generateChatCompletion({ ...request, signal: controller.signal });
    const seen: IContent[] = [];
    const reading = async (): Promise<void> => {
      for await (const chunk of chunks) {
        seen.push(chunk);
        controller.abort(reason);
      }
    };
    await expect(reading()).rejects.toBe(reason);
    expect(textOf(seen)).toBe('Hel');
  });
});

test('rejects a script without a response', () => {
  expect(() => scriptedProvider([])).toThrow('script: expected at least one response, got none.');
});
