import { expect, test } from 'vitest';
import { compress } from '../src/index.ts';

const remark = (at: number): string =>
  `Remark ${at}: ${'the gate of the harbour opens late, and nobody knows why. '.repeat(25)}`;

test.each([
  ['white space', ' '.repeat(1_000_000)],
  ['an open code fence with blank lines', `\`\`\`ts\n${'\n'.repeat(1_000_000)}`],
])(
  'reduces user text although a result is %s, which a marker would not shorten',
  async (_, content) => {
    const messages = [
      ...[0, 1, 2, 3].flatMap((at) => [
        { role: 'user', content: remark(at) },
        { role: 'assistant', content: 'Yes, it does.' },
      ]),
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'a',
            type: 'function',
            function: { name: 'bash', arguments: '{"command":"cat x"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content },
      { role: 'user', content: 'Go on.' },
    ];
    const { report } = await compress(messages, { targetTokens: 300 });
    expect(report.tokensAfter).toBeLessThan(report.tokensBefore);
  },
);
