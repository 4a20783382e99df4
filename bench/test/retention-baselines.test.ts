import { describe, expect, test } from 'vitest';
import { messageCharacters } from '../src/retention/chat-message.ts';
import { BASELINES } from '../src/retention/methods.ts';
import { session } from './example-session.ts';

describe('baselines', () => {
  const messages = session();
  const whole = messageCharacters(messages);

  test.each(Object.keys(BASELINES))(
    '%s keeps system messages, order, valid JSON, and calls with their results',
    (name) => {
      const given = JSON.stringify(messages);
      for (const share of [1, 0.5, 0.25, 0.1, 0]) {
        const after = BASELINES[name]!(messages, Math.floor(whole * share));
        expect(after.filter(({ role }) => role === 'system')).toEqual([messages[0]]);
        const calls = after.flatMap(({ tool_calls: made = [] }) => made);
        const answers = after.flatMap(({ tool_call_id: id }) => (id === undefined ? [] : [id]));
        expect(answers).toEqual(calls.map(({ id }) => id));
        expect(answers).toEqual(
          answers.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))),
        );
        for (const { function: made } of calls) JSON.parse(made.arguments);
      }
      expect(JSON.stringify(messages)).toBe(given);
    },
  );
});
