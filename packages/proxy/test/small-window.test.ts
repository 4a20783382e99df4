import { expect, test } from 'vitest';
import { CLIENTS } from './clients.ts';
import { messagesOf, startModel, type Received } from './provider.ts';
import { serve } from './serve.ts';

const REQUESTS = 36;

/** A result of 20 kB, of which every line says something else. */
function resultOf(turn: number): string {
  const lines = Array.from(
    { length: 420 },
    (_, line) => `line ${line} of file ${turn}: value_${(line * turn * 7919) % 100_003} is set`,
  );
  return lines.join('\n').slice(0, 20_000);
}

function isContinued(later: Received, earlier: Received): boolean {
  const [all, start] = [messagesOf(later), messagesOf(earlier)];
  return start.every((message, at) => JSON.stringify(message) === JSON.stringify(all[at]));
}

test.each([
  ['anthropic', 40_000],
  ['openai', 52_000],
  ['gemini', 52_000],
])(
  'in a small window at most every third request rewrites the history: %s, with a prompt of %i characters',
  async (name, promptLength) => {
    const client = CLIENTS.find((one) => one.name === name)!;
    const model = await startModel((_, at) => ({
      text: `Step ${at}.`,
      calls: [{ id: `call_${at}`, name: 'bash', input: { command: `cat ${at}` } }],
    }));
    const proxy = await serve(model.url, {
      compression: { contextLimit: 40_000, settings: { maxOutputTokens: 10_000 } },
    });
    const prompt = 'Be careful. '.repeat(promptLength / 12);
    const history: object[] = [client.user(`${prompt}Read every file. Never touch c.txt.`)];
    for (let turn = 1; turn <= REQUESTS; turn += 1) {
      const { messages, calls } = await client.ask(proxy.url, history, false);
      history.push(...messages, ...client.results(calls, resultOf(turn)));
    }
    const changed = model.requests.flatMap((one, at) =>
      at > 0 && !isContinued(one, model.requests[at - 1]!) ? [at] : [],
    );
    // The first compaction cannot know how much follows.
    const gaps = changed.map((at, index) => at - (changed[index - 1] ?? -3)).toSpliced(1, 1);
    expect(Math.min(...gaps), changed.join()).toBeGreaterThanOrEqual(3);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThanOrEqual(REQUESTS / 3);
  },
  60_000,
);
