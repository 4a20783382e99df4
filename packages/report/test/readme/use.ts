import { reportSession } from '@palimpsest/report';
import { createPalimpsest } from 'palimpsest';

const log = Array.from({ length: 300 }, (_, at) => `test ${at} passed`).join('\n');
const messages = [
  { role: 'user', content: 'Make the tests green. Never touch main.ts.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: 'a',
        type: 'function',
        function: { name: 'bash', arguments: '{"command":"npm test"}' },
      },
    ],
  },
  { role: 'tool', tool_call_id: 'a', content: `${log}\ntest 300 FAILED in parse.ts` },
  { role: 'assistant', content: 'One test fails, in parse.ts. I will read it.' },
];

const comparison = await reportSession(
  { id: 'my session', format: 'openai', messages },
  createPalimpsest(),
  { targetTokens: 400 },
);
for (const { index, kind, change } of comparison.entries) console.log(index, kind, change);
for (const { text, state } of comparison.demands) console.log(state, text);
