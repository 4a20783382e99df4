import { describe, expect, test } from 'vitest';
import { createAdapter } from '../src/index.ts';
import { stepsOf } from './agent.ts';

/** Formats in which only the text of a result shows that the call failed. */
const FORMATS = ['openai', 'openai-agents'] as const;
const FAILED_AT = 6;

const SAID = [
  'An error occurred while running the tool. Please try again. Error: Error: order 7781 has no tariff',
  'Error: order 7781 has no tariff',
  'HTTP 503 from billing.internal: order 7781 has no tariff',
  `Error: order 7781 has no tariff ${'and no contract '.repeat(10)}`.trim(),
];

const printed = (at: number): string =>
  `${`row of suite ${at} passed and tells little\n`.repeat(300)}gate_${at} has a tariff`;

/** Forty calls of a tool with a long output, one of which failed. */
function work(format: (typeof FORMATS)[number], name: string, failure: string): object[] {
  const steps = Array.from({ length: 40 }, (_, at) => {
    const [id, args] = [`call_${at}`, JSON.stringify({ at })];
    const text = at === FAILED_AT ? failure : printed(at);
    if (format === 'openai') {
      const call = { id, type: 'function', function: { name, arguments: args } };
      return [
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: id, content: text },
      ];
    }
    return [
      { type: 'function_call', callId: id, name, arguments: args, status: 'completed' },
      {
        type: 'function_call_result',
        callId: id,
        name,
        status: 'completed',
        output: { type: 'text', text },
      },
    ];
  });
  return [
    { role: 'user', content: 'Fix all orders.' },
    ...steps.flat(),
    { role: 'user', content: 'Go on.' },
  ];
}

describe.each(FORMATS)('%s', (format) => {
  test.each(['lookup_order', 'bash'])(
    'keeps the failure text of %s, and says that it failed, when the request is compressed',
    async (name) => {
      for (const failure of SAID) {
        const settings = { maxOutputTokens: 200 };
        const adapter = createAdapter({ settings, contextLimit: 6_000 });
        const { messages } = await adapter.adapt(format, work(format, name, failure));
        expect(JSON.stringify(messages).length).toBeLessThan(24_000);
        const failed = stepsOf(messages).filter((step) => step.includes(`\n${failure}`));
        expect(failed).toEqual([expect.stringMatching(/^• .*, failed.*\n/)]);
      }
    },
  );
});
