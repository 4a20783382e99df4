import { fromFunction } from '@palimpsest/providers/from-function';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { collect, request } from './collect.ts';

test('yields a returned text, then metadata', async () => {
  const provider = fromFunction('mine', () => 'Blue.');
  expect(provider.name).toBe('mine');
  expect(await collect(provider)).toEqual([
    { speaker: 'ai', blocks: [{ type: 'text', text: 'Blue.' }] },
    { speaker: 'ai', blocks: [], metadata: { provider: 'mine' } },
  ]);
});

test('passes the request to the function, with its messages as one text', async () => {
  const seen: Parameters<Parameters<typeof fromFunction>[1]>[0][] = [];
  const provider = fromFunction('mine', (given) => {
    seen.push(given);
    return '';
  });
  await collect(provider, { maxOutputTokens: 9 });
  const talk = history().human('One.').ai('Two.').human('Three.').build();
  await collect(provider, { contents: talk });
  expect(seen[0]).toMatchObject({
    contents: request.contents,
    text: 'Be brief.\n\nWhat is the door like?',
    maxOutputTokens: 9,
  });
  expect(seen[1]?.text).toBe('human: One.\n\nai: Two.\n\nhuman: Three.');
  expect(seen[1]).not.toHaveProperty('maxOutputTokens');
});

test('passes on errors of the function unchanged', async () => {
  const reason = Object.assign(new Error('no'), { isTransient: true });
  const failing = [
    fromFunction('mine', () => {
      throw reason;
    }),
    fromFunction('mine', () => Promise.reject(reason)),
    fromFunction('mine', async function* () {
      yield 'The door';
      throw reason;
    }),
  ];
  for (const provider of failing) await expect(collect(provider)).rejects.toBe(reason);
});

test('rejects a response that is not text', async () => {
  const numbers = {
    async *[Symbol.asyncIterator]() {
      yield 5;
    },
  };
  for (const value of [5, null, undefined, ['Blue.'], numbers]) {
    const provider = fromFunction('mine', () => value as unknown as string);
    await expect(collect(provider)).rejects.toMatchObject({
      name: 'ProviderError',
      code: 'BAD_STREAM',
      isTransient: false,
    });
  }
});

test('rejects at once when the caller aborts, even if the function continues', async () => {
  const never = new Promise<string>(() => {});
  const hanging = [
    fromFunction('mine', () => never),
    fromFunction('mine', async function* () {
      yield 'The door';
      yield await never;
    }),
  ];
  for (const provider of hanging) {
    const control = new AbortController();
    const answer = collect(provider, { signal: control.signal });
    setTimeout(() => control.abort('enough'), 10);
    await expect(answer).rejects.toBe('enough');
  }
  const signal = AbortSignal.abort('before');
  await expect(
    collect(
      fromFunction('mine', () => 'x'),
      { signal },
    ),
  ).rejects.toBe('before');
});

test('aborts the signal and ends the iterator of the function when the consumer stops', async () => {
  const heard: string[] = [];
  const provider = fromFunction('mine', async function* ({ signal }) {
    signal.addEventListener('abort', () => heard.push('signal'));
    try {
      yield 'The door';
      yield ' is blue.';
    } finally {
      heard.push('return');
    }
  });
  const chunks = provider.generateChatCompletion(request)[Symbol.asyncIterator]();
  expect((await chunks.next()).done).toBe(false);
  await chunks.return?.();
  await expect.poll(() => heard).toEqual(['signal', 'return']);
});
