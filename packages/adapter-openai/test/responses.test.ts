import { checkOpenAIResponses } from '../../formats/test/checker/check-openai-responses.ts';
import type OpenAI from 'openai';
import { expect, test } from 'vitest';
import { openaiAdapter } from '../src/index.ts';
import { BASH, bash, resultOf, SMALL, STEPS, TASK, worker } from './agent.ts';
import { CLIENTS, EACH } from './clients.ts';
import { scriptedResponses } from './scripted-api.ts';

type Input = OpenAI.Responses.ResponseInputItem[];

test.each(EACH)(
  'openai %i: sends a loop over responses reduced, and the input keeps the full results (streamed: %s)',
  async (...own) => {
    const [version, stream] = own;
    const api = scriptedResponses(({ input: items }, turn) => worker(JSON.stringify(items), turn));
    const adapter = openaiAdapter({ ...SMALL, fetch: api.fetch });
    const client = new CLIENTS[version]({ apiKey: 'none', maxRetries: 0, fetch: adapter.fetch });
    const input: Input = [{ role: 'user', content: TASK }];
    const answered = async (): Promise<OpenAI.Responses.Response> => {
      const request = {
        model: 'gpt-5',
        instructions: 'You mend builds.',
        input,
        store: false,
        include: ['reasoning.encrypted_content' as const],
        tools: [{ type: 'function' as const, strict: null, ...BASH }, adapter.responsesRecallTool],
      };
      if (!stream) return await client.responses.create(request);
      for await (const event of await client.responses.create({ ...request, stream: true })) {
        if (event.type === 'response.completed') return event.response;
      }
      throw new Error('The stream ended before its response.');
    };
    for (;;) {
      const { output } = await answered();
      input.push(...(output as Input));
      const calls = output.filter((item) => item.type === 'function_call');
      if (calls.length === 0) break;
      for (const { name, arguments: given, call_id } of calls) {
        const result = name === 'recall' ? (await adapter.recall(given)).text : bash(given);
        input.push({ type: 'function_call_output', call_id, output: result });
      }
    }

    expect(api.sent).toHaveLength(STEPS + 2);
    for (const { input: items } of api.sent) expect(checkOpenAIResponses(items)).toEqual([]);
    const largest = Math.max(...api.sent.map(({ input: items }) => JSON.stringify(items).length));
    expect(largest).toBeLessThan(JSON.stringify(input).length / 2);
    expect(api.sent.at(-1)!.input.at(-1)!['output']).toContain('ok 60 of suite 0 passed');
    for (let step = 0; step < STEPS; step += 1) {
      expect(JSON.stringify(api.sent.at(-1))).toContain(`Error: gate_${step} has no tariff`);
    }
    const results = input.flatMap((item) =>
      item.type === 'function_call_output' ? [item.output] : [],
    );
    expect(results.slice(0, STEPS)).toEqual(
      Array.from({ length: STEPS }, (_, step) => resultOf(step)),
    );
  },
);
