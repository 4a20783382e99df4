import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { createAgent, fakeModel } from 'langchain';
import { expect, test } from 'vitest';
import { langchainAdapter } from '../src/index.ts';
import type { LangChainAdapterOptions } from '../src/langchain-adapter.ts';
import { bash, SMALL, task } from './agent.ts';

/** Signed reasoning as each provider package formats it. */
const BOUND: Readonly<Record<string, (seal: string) => object>> = {
  anthropic: (seal) => ({ type: 'thinking', thinking: 'Hm.', signature: seal }),
  langchain: (seal) => ({ type: 'reasoning', reasoning: 'Hm.', signature: seal }),
  'langchain, sealed': (seal) => ({
    type: 'non_standard',
    value: { type: 'redacted_thinking', data: seal },
  }),
  bedrock: (seal) => ({
    type: 'reasoning_content',
    reasoningText: { text: 'Hm.', signature: seal },
  }),
  'bedrock, sealed': (seal) => ({ type: 'reasoning_content', redactedContent: seal }),
};

const said = (messages: readonly BaseMessage[]): string =>
  JSON.stringify(messages.map((message) => [message.getType(), message.content]));

/**
 * Runs an agent whose model rejects reasoning when the messages before it have changed. Returns the rejected reasoning and the request lengths.
 */
async function worked(
  boundBy: (seal: string) => object,
  options: LangChainAdapterOptions,
): Promise<{ readonly refused: readonly string[]; readonly lengths: readonly number[] }> {
  const before = new Map<string, string>();
  const refused: string[] = [];
  const lengths: number[] = [];
  const model = fakeModel();
  const answer = (at: number) => (sent: readonly BaseMessage[]) => {
    lengths.push(said(sent).length);
    for (const [place, message] of sent.entries()) {
      const [seal] = /seal-\d+/.exec(JSON.stringify(message.content)) ?? [];
      if (seal !== undefined && before.get(seal) !== said(sent.slice(0, place))) refused.push(seal);
    }
    before.set(`seal-${at}`, said(sent));
    const calls = [{ id: `c${at}`, name: 'bash', args: { at }, type: 'tool_call' as const }];
    const content = [boundBy(`seal-${at}`)];
    return new AIMessage({ content: content as never, tool_calls: at < 11 ? calls : [] });
  };
  for (let at = 1; at <= 11; at += 1) model.respond(answer(at));
  const { middleware } = langchainAdapter(options);
  const agent = createAgent({ model, tools: [bash], middleware: [middleware] });
  await agent.invoke({ messages: [task()] }, { recursionLimit: 100 });
  return { refused, lengths };
}

test.each(Object.entries(BOUND))(
  'removes signed reasoning after a change: %s',
  async (_name, boundBy) => {
    const { refused, lengths } = await worked(boundBy, SMALL);
    expect(refused).toEqual([]);
    expect(lengths.some((length, at) => length < (lengths[at - 1] ?? 0))).toBe(true);
  },
);

test.each(Object.entries(BOUND))(
  '`keep-append-only` rewrites nothing: %s',
  async (_name, boundBy) => {
    const { refused, lengths } = await worked(boundBy, { ...SMALL, thinking: 'keep-append-only' });
    expect(refused).toEqual([]);
    expect(lengths).toEqual(lengths.toSorted((left, right) => left - right));
  },
);
