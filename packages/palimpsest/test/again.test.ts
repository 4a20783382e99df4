import { expect, test } from 'vitest';
import { createPalimpsest } from '../src/index.ts';

const STRATEGIES = ['top-down-truncation', 'high-density', 'extractive', 'salience'];

const exchange = (at: number) => [
  {
    role: 'assistant',
    content: `Step ${at}: reading the file of module ${at}.`,
    tool_calls: [
      {
        id: `call_${at}`,
        type: 'function',
        function: { name: 'read_file', arguments: `{"path":"src/module-${at}.ts"}` },
      },
    ],
  },
  {
    role: 'tool',
    tool_call_id: `call_${at}`,
    content: `export const value${at} = ${at};\n`.repeat(20),
  },
];

const conversation = (exchanges: number) => [
  { role: 'user', content: 'Read every module.' },
  ...Array.from({ length: exchanges }, (_, at) => exchange(at)).flat(),
];

test.each(STRATEGIES)('%s sees a message that was edited in place', async (strategy) => {
  const messages = conversation(40);
  const palimpsest = createPalimpsest();
  const options = { strategy, targetRatio: 0.5 };
  await palimpsest.compress(messages, options);
  const [, called, result] = messages;
  result!.content = 'Permission denied.\n'.repeat(90);
  called!.content = 'Must I read this one?';
  const again = await palimpsest.compress(messages, options);
  const anew = await createPalimpsest().compress(structuredClone(messages), options);
  expect(again).toEqual(anew);
});
