import { expect, test } from 'vitest';
import type { RequestReport } from '../src/index.ts';
import { bodyOf, messagesOf, startModel, type Received } from './provider.ts';
import { serve } from './serve.ts';

const STEPS = 36;
const WINDOW = 40_000;

/** Requests between two compressions, where as many results fit. */
const APART = 3;

/** A result of 20 kB, of which every line says something else. */
function resultOf(turn: number): string {
  const lines = Array.from(
    { length: 500 },
    (_, line) => `line ${line} of file ${turn}: value_${(line * turn * 7919) % 100_003} is set`,
  );
  return lines.join('\n').slice(0, 20_000);
}

function isContinued(later: Received, earlier: Received): boolean {
  const [all, start] = [messagesOf(later), messagesOf(earlier)];
  return start.every((message, at) => JSON.stringify(message) === JSON.stringify(all[at]));
}

interface Step {
  readonly isChanged: boolean;
  readonly tokens: number;
}

/** Runs an agent that reads a file in each step. Returns what became of each request. */
async function runAgent(systemLength: number, output: number): Promise<readonly Step[]> {
  const model = await startModel((_, at) => ({
    text: `Step ${at}.`,
    calls: [{ id: `call_${at}`, name: 'bash', input: { command: `cat ${at}` } }],
  }));
  const reports: RequestReport[] = [];
  const { url } = await serve(model.url, {
    compression: { contextLimit: WINDOW },
    onRequest: (report) => void reports.push(report),
  });
  const system = 'Be careful. '.repeat(systemLength / 12);
  const tools = [{ name: 'bash', input_schema: { type: 'object' } }];
  const messages: object[] = [{ role: 'user', content: 'Read every file.' }];
  for (let turn = 1; turn <= STEPS; turn += 1) {
    const body = JSON.stringify({ model: 'm', max_tokens: output, system, tools, messages });
    const response = await fetch(`${url}/v1/messages`, { method: 'POST', body });
    const { content } = bodyOf({ bytes: Buffer.from(await response.arrayBuffer()) }) as {
      readonly content: readonly { readonly id?: string }[];
    };
    const result = { type: 'tool_result', tool_use_id: content.at(-1)?.id };
    messages.push(
      { role: 'assistant', content },
      { role: 'user', content: [{ ...result, content: resultOf(turn) }] },
    );
  }
  const { requests } = model;
  // The newest result is whole in every request.
  for (const [at, request] of requests.slice(1).entries()) {
    const newest = JSON.stringify(messagesOf(request).at(-1));
    expect(newest).toContain(JSON.stringify(resultOf(at + 1)).slice(1, -1));
  }
  return requests.map((request, at) => ({
    isChanged: at > 0 && !isContinued(request, requests[at - 1]!),
    tokens: reports[at]!.tokensSent!,
  }));
}

// New results stay whole, so `n` requests between two compressions need room for `n - 1` results above what a compression leaves. In the last two
// rows there is room for one. For two, a compression would have to leave a third of what it leaves of the older messages.
test.each([
  [16_000, 4_096, STEPS / 3],
  [16_000, 10_000, STEPS / 3],
  [30_000, 4_096, STEPS / 3],
  [40_000, 10_000, STEPS / 2],
  [52_000, 10_000, STEPS / 2],
])(
  'with a system prompt of %i characters and %i tokens of output, at most %i of 36 requests change the prefix: each third one, or where the next result does not fit',
  async (systemLength, output, most) => {
    const steps = await runAgent(systemLength, output);
    const limit = 0.995 * (WINDOW - output);
    const changes = steps.flatMap(({ isChanged }, at) => (isChanged ? [at] : []));
    // Before the first compression, the provider had reported little.
    const growths = steps.flatMap(({ tokens, isChanged }, at) =>
      at > changes[0]! && !isChanged ? [tokens - steps[at - 1]!.tokens] : [],
    );
    const growth = Math.max(...growths);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.length).toBeLessThanOrEqual(most);
    const early = changes.filter((change, at) => at > 0 && change - changes[at - 1]! < APART);
    for (const change of early) {
      expect(steps[change - 1]!.tokens + growth).toBeGreaterThan(limit);
    }
  },
);
