import { expect, test } from 'vitest';
import { bodyOf, messagesOf, startModel, type Received } from './provider.ts';
import { serve } from './serve.ts';

const STEPS = 36;

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

// Where a window has room for it: with 40 kB of prompt and 10,000 tokens of output, only one further result fits after a compression.
test.each([
  [16_000, 4_096, 3],
  [16_000, 10_000, 3],
  [30_000, 4_096, 3],
  [40_000, 10_000, 2],
  [52_000, 10_000, 2],
])(
  'with a system prompt of %i characters and %i tokens of output, a window of 40,000 tokens is compressed at most once in %i requests',
  async (length, output, apart) => {
    const model = await startModel((_, at) => ({
      text: `Step ${at}.`,
      calls: [{ id: `call_${at}`, name: 'bash', input: { command: `cat ${at}` } }],
    }));
    const { url } = await serve(model.url, { compression: { contextLimit: 40_000 } });
    const system = 'Be careful. '.repeat(length / 12);
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
    const changed = requests.filter((one, at) => at > 0 && !isContinued(one, requests[at - 1]!));
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThanOrEqual(STEPS / apart);
    // The newest result is whole in every request.
    for (const [at, request] of requests.slice(1).entries()) {
      const newest = JSON.stringify(messagesOf(request).at(-1));
      expect(newest).toContain(JSON.stringify(resultOf(at + 1)).slice(1, -1));
    }
  },
);
