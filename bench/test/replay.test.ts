import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { describe, expect, test } from 'vitest';
import { estimateEntries } from '../src/replay/counted-entries.ts';
import { PRICES } from '@palimpsest/orchestrator';
import {
  CLEARED,
  nothing,
  ours,
  pruneEveryTurn,
  thresholdMasking,
  type Policy,
} from '../src/replay/policies.ts';
import { replayBudget } from '../src/replay/replay-corpus.ts';
import { replay } from '../src/replay/replay.ts';
import { sessionOf, untouchedPeak } from '../src/replay/turns.ts';
import type { ChatMessage } from '../src/retention/chat-message.ts';
import { call, result, user } from './example-session.ts';

const roomy = replayBudget(1_000_000);

/** Returns a session of five user turns, each with eight calls, their long results, and an answer. */
function longSession(): ChatMessage[] {
  const messages: ChatMessage[] = [{ role: 'system', content: 'Be brief.' }];
  for (let turn = 0; turn < 5; turn += 1) {
    messages.push(user(`Look into part ${turn}.`));
    for (let at = 0; at < 8; at += 1) {
      const id = `t${turn}c${at}`;
      messages.push(call(id, { path: `src/${id}.ts` }));
      messages.push(result(id, `only_in_${id}\n${'const value = 1;\n'.repeat(60)}`));
    }
    messages.push({ role: 'assistant', content: `Part ${turn} is fine.` });
  }
  return messages;
}

/** Returns the policy, and a list that receives every request it makes. */
function watched(policy: Policy): { policy: Policy; requests: (readonly IContent[])[] } {
  const requests: (readonly IContent[])[] = [];
  return {
    requests,
    policy: {
      name: policy.name,
      start(context) {
        const run = policy.start(context);
        return {
          async request(arrived, at) {
            const made = await run.request(arrived, at);
            requests.push([...made]);
            return made;
          },
          answered: (answer, usage) => run.answered(answer, usage),
        };
      },
    },
  };
}

const results = (entries: readonly IContent[]) =>
  entries.flatMap(({ blocks }) => blocks.filter((block) => block.type === 'tool_response'));

describe('the bill', () => {
  test.each(Object.entries(PRICES))(
    'of the policy that does nothing equals the closed formula: %s',
    async (_, prices) => {
      const made = sessionOf({ id: 'made up', messages: longSession() });
      const [cacheTtl] = prices.cacheTtls;
      let [expected, size, previous, last] = [0, 0, 0, Number.NEGATIVE_INFINITY];
      for (const { arrived, at, answer } of made.calls) {
        size += estimateEntries(arrived);
        const isFound = at - last < cacheTtl.milliseconds && previous >= prices.minimumPrefixTokens;
        const read = isFound ? previous : 0;
        const rate = size >= prices.minimumPrefixTokens ? cacheTtl.write : prices.input;
        const output = estimateEntries([answer]);
        expected += read * prices.cachedRead + (size - read) * rate + output * prices.output;
        [previous, last] = [size, at];
        size += output;
      }
      const { bill, tooLarge } = await replay(made, nothing, { prices, budget: roomy });
      expect(bill).toBeCloseTo(expected / 1e6, 9);
      expect(tooLarge).toBe(0);
    },
  );
});

describe('clearing old results', () => {
  const setting = {
    prices: PRICES.anthropic,
    budget: replayBudget(20_000),
  };

  test.each([pruneEveryTurn, thresholdMasking])(
    'by $name keeps pairs, the newest ten, and what was given',
    async (baseline) => {
      const made = sessionOf({ id: 'made up', messages: longSession() });
      const given = JSON.stringify(made);
      const { policy, requests } = watched(baseline);
      await replay(made, policy, setting);
      for (const entries of requests) {
        const all = results(entries);
        const calls = entries.flatMap(({ blocks }) =>
          blocks.flatMap((block) => (block.type === 'tool_call' ? [block.id] : [])),
        );
        expect(all.map(({ callId }) => callId)).toEqual(calls);
        for (const one of all.slice(-10)) expect(one.result).not.toBe(CLEARED);
      }
      expect(results(requests.at(-1)!)[0]!.result).toBe(CLEARED);
      // Also in the form that a host sends: a codec returns the provider's own message if it still has it.
      expect(JSON.stringify(openai.encode(requests.at(-1)!))).not.toContain('only_in_t0c0');
      expect(JSON.stringify(made)).toBe(given);
    },
  );

  test('loses needed values that only an old result contained', async () => {
    const messages = longSession();
    const needed = new Map([
      [messages.length - 1, ['only_in_t0c0', 'only_in_t4c7', 'src/t0c0.ts']],
    ]);
    const made = sessionOf({ id: 'made up', messages }, needed);
    const kept = async (policy: Policy) => await replay(made, policy, setting);
    expect(await kept(nothing)).toMatchObject({ needed: 3, held: 3 });
    expect(await kept(thresholdMasking)).toMatchObject({ needed: 3, held: 2 });
    expect(await kept(pruneEveryTurn)).toMatchObject({ needed: 3, held: 2 });
  });
});

describe('ours', () => {
  test('sends everything while it fits, and stays within the limit otherwise', async () => {
    const made = sessionOf({ id: 'made up', messages: longSession() });
    const { requests, policy } = watched(ours);
    const wide = { prices: PRICES.anthropic, budget: roomy };
    const untouched = await replay(made, policy, wide);
    expect(untouched).toEqual(await replay(made, nothing, wide));
    expect(requests.at(-1)).toHaveLength(longSession().length - 1);

    const narrow = { ...wide, budget: replayBudget(20_000) };
    expect(untouchedPeak(made)).toBeGreaterThan(narrow.budget.limit);
    expect((await replay(made, ours, narrow)).tooLarge).toBe(0);
  });
});
