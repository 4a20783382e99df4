import { expect, test } from 'vitest';
import { compress } from '../src/index.ts';

const DEMAND = 'Never push to main, and do not change the tests.';

const messages = [
  { role: 'user', content: `Fix the harbour service. ${DEMAND}` },
  ...Array.from({ length: 12 }, (_, at) => [
    { role: 'assistant', content: `I looked at gate ${at}. ${`It opens at ${at}. `.repeat(20)}` },
    { role: 'user', content: `And gate ${at + 1}? ${`It was slow on day ${at}. `.repeat(20)}` },
  ]).flat(),
];

const WITHOUT_MODEL = ['salience', 'high-density', 'extractive', 'top-down-truncation'] as const;

test.each(WITHOUT_MODEL)('%s keeps the directives of a user word for word', async (strategy) => {
  const { messages: after, report } = await compress(messages, { strategy, targetRatio: 0.3 });
  expect(report.kind).toBe('applied');
  expect(JSON.stringify(after)).toContain(DEMAND);
});

test('compression.pinDirectives: false allows directives to be removed', async () => {
  const settings = { 'compression.pinDirectives': false };
  const options = { strategy: 'top-down-truncation', targetRatio: 0.3, settings };
  const { messages: after } = await compress(messages, options);
  expect(JSON.stringify(after)).not.toContain(DEMAND);
});
