import { findDirectives } from '@palimpsest/engine/directives';
import { indexExchanges } from '@palimpsest/engine/history';
import { expect, test } from 'vitest';
import { CONSTRAINTS } from '../src/constraints/constraints.ts';
import { FRAMING_NAMES, FRAMINGS } from '../src/constraints/framings.ts';
import { sessionPieces } from '../src/constraints/run-session.ts';
import type { ChatMessage } from '../src/retention/chat-message.ts';
import { call, result, user } from './example-session.ts';

const conversation = (name: string): ChatMessage[] => [
  { role: 'system', content: 'Be brief.' },
  user(`Look at ${name}.`),
  call('1', { path: name }),
  result('1', `${name}\n`.repeat(400)),
  { role: 'assistant', content: `That was ${name}.` },
];
const conversations = [conversation('one'), conversation('two')];

test('a constraint is recognized in every framing as a binding directive', () => {
  for (const framing of FRAMING_NAMES) {
    for (const sentence of CONSTRAINTS) {
      const found = findDirectives(FRAMINGS[framing](sentence));
      const directive = found.find(({ text }) => text.includes(sentence));
      expect(['must-not', 'must', 'only']).toContain(directive?.level);
    }
  }
});

test('a session goes on with other conversations, with a unique id for each call', () => {
  const pieces = sessionPieces(conversations, 1);
  const entries = Array.from({ length: 12 }, () => pieces.next().value).flat();
  const { exchanges, unmatchedResults } = indexExchanges(entries);
  expect(unmatchedResults).toEqual([]);
  const ids = exchanges.flatMap(({ calls }) => calls.map(({ call: made }) => made.id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(2);
});
