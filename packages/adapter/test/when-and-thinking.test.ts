import { isDeepStrictEqual } from 'node:util';
import { checkAnthropic } from '../../formats/test/checker/check-anthropic.ts';
import type { AnthropicMessage } from '@palimpsest/formats/anthropic';
import { expect, test } from 'vitest';
import { createAdapter, type AdapterOptions } from '../src/index.ts';
import { requests, SMALL, user, WINDOW } from './agent.ts';

/** A session with signed reasoning before each tool call. */
function thoughtful(steps: number): AnthropicMessage[] {
  const messages: AnthropicMessage[] = [{ role: 'user', content: 'Make it green.' }];
  for (let at = 0; at < steps; at += 1) {
    const id = `toolu_${at}`;
    const lines = Array.from({ length: 120 }, (_, line) => `ok ${line} of suite ${at} passed`);
    messages.push(
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: `Suite ${at} next.`, signature: `c2ln${at}` },
          { type: 'tool_use', id, name: 'bash', input: { command: `make test-${at}` } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: lines.join('\n') }],
      },
    );
  }
  return messages;
}

async function sentBy(
  options: AdapterOptions,
  all: AnthropicMessage[],
): Promise<(readonly AnthropicMessage[])[]> {
  const adapter = createAdapter({ ...SMALL, ...options });
  const sent: (readonly AnthropicMessage[])[] = [];
  for (let length = 1; length <= all.length; length += 2) {
    sent.push((await adapter.adapt('anthropic', all.slice(0, length))).messages);
  }
  return sent;
}

const hasThinking = (messages: readonly unknown[]) => JSON.stringify(messages).includes('c2ln');

test('removes signed reasoning when the messages before it change', async () => {
  const sent = await sentBy({}, thoughtful(14));
  for (const [at, messages] of sent.entries()) {
    expect(checkAnthropic(messages)).toEqual([]);
    const before = sent[at - 1] ?? [];
    const isAppendOnly = isDeepStrictEqual(messages.slice(0, before.length), before);
    expect(isAppendOnly || !hasThinking(messages.slice(0, -2))).toBe(true);
  }
  expect(hasThinking(sent[2]!)).toBe(true);
});

test('`provider-drop` keeps signed reasoning in a compressed request', async () => {
  const sent = await sentBy({ thinking: 'provider-drop' }, thoughtful(14));
  expect(hasThinking(sent.at(-1)!)).toBe(true);
  expect(JSON.stringify(sent.at(-1)).length).toBeLessThan(JSON.stringify(thoughtful(14)).length);
});

test('`keep-append-only` never changes a sent message, even when the window is full', async () => {
  const all = thoughtful(14);
  const sent = await sentBy({ thinking: 'keep-append-only' }, all);
  expect(sent.at(-1)).toEqual(all);
  const settings = { ...WINDOW, 'compression.ingestTokens': 200 };
  const reduced = await sentBy({ thinking: 'keep-append-only', settings }, all);
  for (const [at, messages] of reduced.entries()) {
    expect(messages.slice(0, reduced[at - 1]?.length ?? 0)).toEqual(reduced[at - 1] ?? []);
  }
  expect(JSON.stringify(reduced.at(-1)).length).toBeLessThan(JSON.stringify(all).length / 2);
});

test('`turn-boundary` rewrites nothing within a tool loop below the limit', async () => {
  const adapter = createAdapter({ ...SMALL, when: 'turn-boundary' });
  let turns = 0;
  for (const messages of requests(12)) {
    const inLoop = await adapter.adapt('openai', messages);
    const { kind, tokensBefore, budget } = inLoop.outcome!;
    expect(kind === 'unchanged' || tokensBefore > budget.limit).toBe(true);
    const spoken = [...messages, { role: 'assistant', content: 'Done.' }, user('And now?')];
    const turn = await createAdapter({ ...SMALL, when: 'turn-boundary' }).adapt('openai', spoken);
    if (turn.outcome?.kind === 'compressed') turns += 1;
  }
  expect(turns).toBeGreaterThan(0);
});

test('`ingest` reduces results before they are first sent, and rewrites nothing below the limit', async () => {
  const adapter = createAdapter({
    settings: { 'context-limit': 60_000, 'compression.ingestTokens': 300 },
    when: 'ingest',
  });
  let before: readonly unknown[] = [];
  for (const messages of requests(14)) {
    const { messages: sent } = await adapter.adapt('openai', messages);
    expect(sent.slice(0, before.length)).toEqual(before);
    before = sent;
  }
  expect(JSON.stringify(before).length).toBeLessThan(
    JSON.stringify(requests(14).at(-1)).length / 2,
  );
});
