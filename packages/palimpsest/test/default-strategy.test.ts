import { anthropic } from '@palimpsest/formats/anthropic';
import { gemini } from '@palimpsest/formats/gemini';
import { icontent } from '@palimpsest/formats/icontent';
import { openai } from '@palimpsest/formats/openai';
import { expect, test } from 'vitest';
import { compress, createPalimpsest, DEFAULT_STRATEGY } from '../src/index.ts';

test('the registry creates the default strategy, which starts from originals', () => {
  const { registry } = createPalimpsest();
  expect(registry.resolve(DEFAULT_STRATEGY)).toMatchObject({
    name: 'salience',
    requiresLLM: false,
    startsFromOriginals: true,
  });
  const plugin = registry.plugins().find(({ name }) => name === DEFAULT_STRATEGY);
  expect(plugin).toMatchObject({ humanText: 'last' });
});

const log = Array.from({ length: 80 }, (_, at) => `[${at}] gate ${at * 31} of the harbour opened`);
log.splice(40, 0, 'Error: openGate_4711 is not a function');

const messages = [
  { role: 'user', content: 'Check the gates.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'a', type: 'function', function: { name: 'bash', arguments: '{"command":"check"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'a', content: `${log.join('\n')}\nexit code 1` },
  { role: 'assistant', content: 'One of them is stuck.' },
  { role: 'user', content: 'Which one?' },
] as const;

test.each([
  ['openai', openai],
  ['anthropic', anthropic],
  ['gemini', gemini],
])('in messages of %s it keeps what failed, and says what the report is', async (_, codec) => {
  const given = codec.encode(openai.decode(messages)) as unknown[];
  const { messages: after, report } = await compress(given, { targetRatio: 0.4 });
  expect(report).toMatchObject({ kind: 'applied', strategy: 'salience' });
  const said = JSON.stringify(icontent.encode(codec.decode(after as never)));
  expect(said).toContain('Error: openGate_4711 is not a function');
  expect(said).toContain('exit code 1');
  expect(said).toContain('• Ran `check`, failed:\\n');
  expect(said).toMatch(/\\n…\\n/);
  expect(said.split('Report of the earlier part of this conversation')).toHaveLength(2);
  expect(report.tokensAfter).toBeLessThanOrEqual(report.targetTokens);
});
