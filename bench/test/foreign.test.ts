import { describe, expect, test } from 'vitest';
import { leftOf, type ProbedChat } from '../src/foreign/chats.ts';
import { evidenceRow } from '../src/foreign/foreign-report.ts';
import { kitRow, type KitSession } from '../src/foreign/kit.ts';

const talk = (count: number): { role: string; content: string }[] =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `On walk ${at} we saw the river and some of the birds.`,
  }));

const session: KitSession = {
  isRandom: true,
  messages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'The release deadline is 2027-03-01.' },
    { role: 'assistant', content: 'I see.' },
    ...talk(40),
    { role: 'user', content: 'The release deadline is 2027-04-15.' },
    { role: 'assistant', content: 'I see.' },
  ],
  items: { deadline: ['2027-04-15'], other: ['absent'] },
  stale: { deadline: ['2027-03-01'] },
  conflicts: ['deadline'],
};

describe('a session of the kit', () => {
  test('is scored by the words that stand, and by those of older statements', async () => {
    expect(await kitRow([session], { method: 'newest only', budget: 30 })).toEqual({
      method: 'newest only',
      budget: 30,
      survived: 50,
      resolved: 100,
      stale: 0,
      over: 0,
    });
    const { stale, resolved } = await kitRow([session], { method: 'newest only', budget: 100 });
    expect([stale, resolved]).toEqual([1, 0]);
  });

  test('is over its budget if a system message alone is', async () => {
    const { over } = await kitRow([session], { method: 'newest only', budget: 0.1 });
    expect(over).toBe(1);
  });
});

test('a known question is the newest message, and no evidence for itself', async () => {
  const question = 'Which birds did we see?';
  const chat: ProbedChat = {
    messages: talk(20),
    probes: [{ question, kept: ({ text }) => Number(text.includes('which birds')) }],
  };
  const job = { corpus: 'made', method: 'everything', budget: 100 };
  expect(await evidenceRow([chat], { ...job, every: 1 })).toMatchObject({ questions: 1, kept: 0 });
  expect(await evidenceRow([chat], { ...job, every: 2 })).toMatchObject({
    questions: 0,
    kept: null,
  });
});

test('what is left is read by lines, and as one text', () => {
  const { text, lines } = leftOf(talk(2));
  expect(text).toContain('on walk 1 we saw');
  expect(lines.say(new Set(['walk', 'saw', 'river']), 0.8)).toBe(true);
  expect(lines.say(new Set(['walk', 'mill', 'kitchen']), 0.8)).toBe(false);
});
