import { checkAnthropic } from '../../formats/test/checker/check-anthropic.ts';
import type { AnthropicMessage } from '@palimpsest/formats/anthropic';
import { expect, test } from 'vitest';
import { anthropicAdapter } from '../src/index.ts';
import { resultOf, SMALL, TASK } from './agent.ts';

const anchor = { cache_control: { type: 'ephemeral' } };

function results(step: number, more: object) {
  return [{ type: 'tool_result', tool_use_id: `t${step}`, content: resultOf(step), ...more }];
}

/** Requests of a loop that sets a cache breakpoint on its last message only. */
function requests(steps: number): AnthropicMessage[][] {
  return Array.from({ length: steps }, (_, length) => [
    { role: 'user', content: TASK },
    ...Array.from({ length }, (__, step): AnthropicMessage[] => [
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: `t${step}`, name: 'bash', input: {} }],
      },
      { role: 'user', content: results(step, step === length - 1 ? anchor : {}) },
    ]).flat(),
  ]);
}

function withoutAnchors(messages: readonly AnthropicMessage[]): string {
  const mark = `,${JSON.stringify(anchor).slice(1, -1)}`;
  return JSON.stringify(messages).replaceAll(mark, '').slice(0, -1);
}

test('a cache breakpoint that moves with the end does not restart the conversation', async () => {
  const kinds: string[] = [];
  const { middleware } = anthropicAdapter({
    ...SMALL,
    onPrepared: ({ kind }) => void kinds.push(kind),
  });
  const sent: AnthropicMessage[][] = [];
  for (const messages of requests(14)) {
    const body = JSON.stringify({ messages });
    const url = 'https://api.anthropic.com/v1/messages';
    const request = { url, method: 'POST', headers: new Headers(), body };
    const keep = (given: { body?: unknown }) => {
      sent.push((JSON.parse(given.body as string) as { messages: AnthropicMessage[] }).messages);
      return Promise.resolve(new Response());
    };
    await middleware(request, keep, {} as Parameters<typeof middleware>[2]);
  }
  expect(kinds.filter((kind) => kind === 'unchanged').length).toBeGreaterThan(kinds.length / 3);
  let goesOn = 0;
  for (const [at, messages] of sent.entries()) {
    expect(checkAnthropic(messages)).toEqual([]);
    if (at === 0) continue;
    // The only cache breakpoint is the one that the client set.
    expect(JSON.stringify(messages).split('cache_control')).toHaveLength(2);
    expect(JSON.stringify(messages.at(-1))).toContain('cache_control');
    if (withoutAnchors(messages).startsWith(withoutAnchors(sent[at - 1]!))) goesOn += 1;
  }
  expect(goesOn).toBeGreaterThan(sent.length / 3);
});
