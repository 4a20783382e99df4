import { describe, expect, test } from 'vitest';
import { BASELINES } from '../src/retention/baselines.ts';
import { messageCharacters } from '../src/retention/characters.ts';
import { session } from '../src/retention/example-session.ts';
import { searchableText, survives } from '../src/retention/survival.ts';

describe('baselines', () => {
  const messages = session();
  const whole = messageCharacters(messages);
  const names = Object.keys(BASELINES);

  test.each(names)(
    '%s keeps system messages, order, JSON, and calls with their results',
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

  test.each(names.filter((name) => name !== 'identifier list'))(
    '%s leaves what fits as it is',
    (name) => {
      expect(BASELINES[name]!(messages, whole)).toEqual(messages);
    },
  );

  test.each([
    // One exchange, one character of every string, one result, one exchange: what a step costs at most.
    ['newest only', 0.05, 2_000],
    ['head and tail', 0.1, 400],
    ['mask old results', 0.55, 2_000],
    ['results to one line', 0.6, 2_000],
    ['call skeleton and newest', 0.3, 2_000],
  ])('%s reaches its target and stays near it', (name, least, step) => {
    for (const share of [0.9, 0.7, 0.5, 0.35, 0.25, 0.15, 0.1]) {
      if (share < least) continue;
      const target = Math.floor(whole * share);
      const size = messageCharacters(BASELINES[name]!(messages, target));
      expect(size).toBeLessThanOrEqual(target);
      expect(size).toBeGreaterThan(target - step);
    }
  });

  test('the identifier list names every file at a fraction of the size', () => {
    const after = BASELINES['identifier list']!(messages, Math.floor(whole * 0.1));
    const text = searchableText(after);
    for (let at = 0; at < 40; at += 1) expect(survives(`part_${at}/file${at}.ts`, text)).toBe(true);
    expect(messageCharacters(after)).toBeLessThan(whole / 5);
  });
});
