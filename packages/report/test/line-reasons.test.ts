import { expect, test } from 'vitest';
import { describeReason } from '../src/line-reasons.ts';

const reason = {
  place: 7,
  density: 0.5,
  mentionedBy: [],
  messagesAgo: 12,
  inDefinition: false,
} as const;
const atom = { text: 'state.Lines', kind: 'dotted' } as const;

test.each([
  [
    { atom, mentionedBy: ['model'], inDefinition: true },
    'state.Lines — named by the model, 12 messages ago, in a definition',
  ],
  [
    { atom, mentionedBy: ['user', 'model', 'tool'], messagesAgo: 1 },
    'state.Lines — named by the user, the model and a tool, in the newest message',
  ],
  [{ mentionedBy: ['tool'], messagesAgo: 3 }, 'the whole line — said by a tool, 3 messages ago'],
  [{ density: 0 }, 'fills the remaining space'],
  [undefined, 'always kept'],
] as const)('describes %j: %s', (given, words) => {
  expect(describeReason(given === undefined ? {} : { reason: { ...reason, ...given } })).toBe(
    words,
  );
});
