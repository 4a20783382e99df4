import { expect, test } from 'vitest';
import { describeReason } from '../src/describe-reason.ts';
import { createLevels, type ValueLevel, type WhyLine } from '../src/explain-session.ts';

const reason = {
  place: 7,
  density: 0.5,
  saidBy: [],
  messagesAgo: 12,
  inDefinition: false,
} as const;
const atom = { text: 'state.Lines', kind: 'dotted' } as const;
test.each<[Partial<NonNullable<WhyLine['reason']>> | undefined, ValueLevel, string]>([
  [
    { atom, saidBy: ['model'], inDefinition: true },
    4,
    'state.Lines — named by the model, 12 messages ago, in a definition',
  ],
  [
    { atom, saidBy: ['user', 'model', 'tool'], messagesAgo: 1 },
    1,
    'state.Lines — named by the user, the model and a tool, in the newest message',
  ],
  [{ saidBy: ['tool'], messagesAgo: 3 }, 2, 'the whole line — said by a tool, 3 messages ago'],
  [{ density: 0 }, 0, 'fills the remaining space'],
  [undefined, 0, 'always kept'],
])('describes %j of level %i: %s', (given, level, words) => {
  const line = { gap: 0, text: 'x', level };
  const whole = given === undefined ? line : { ...line, reason: { ...reason, ...given } };
  expect(describeReason(whole, '—')).toBe(words);
});

test('returns quartiles as levels, and 0 for a density of 0', () => {
  const levelOf = createLevels([0, 8, 1, 7, 2, 6, 3, 5, 4, 0]);
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map(levelOf)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
});
