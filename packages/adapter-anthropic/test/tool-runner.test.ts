import { checkAnthropic } from '../../formats/test/checker/check-anthropic.ts';
import { expect, test } from 'vitest';
import { FAILS, resultOf, SMALL, STEPS, TASK } from './agent.ts';
import { EACH, run } from './run.ts';

test.each(EACH)(
  '%i.x: sends the requests of a tool runner reduced, and the runner keeps full results (streamed: %s)',
  async (...own) => {
    const { sent, last, messages } = await run(SMALL, own);
    expect(last.content).toMatchObject([{ type: 'text', text: 'Done.' }]);
    expect(sent).toHaveLength(STEPS + 2);
    for (const body of sent) expect(checkAnthropic(body.messages)).toEqual([]);
    const sizes = sent.map((body) => JSON.stringify(body.messages).length);
    expect(Math.max(...sizes)).toBeLessThan(JSON.stringify(messages).length / 2);

    // The model recalled a text by the id it was shown.
    const answer = JSON.stringify(sent.at(-1)!.messages.at(-1));
    expect(answer).toContain('tool_result');
    expect(answer).toContain('ok 60 of suite 0 passed');
    expect(answer).not.toContain('is_error');

    // The failed result stays marked as an error; once it is a step of the record, the step says that it failed. Its cause is kept.
    const step = new RegExp(`• Ran \\x60make test-${FAILS}\\x60, failed #`);
    const later = sent.slice(FAILS + 1).map(({ messages: of }) => {
      const flagged = of
        .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
        .find((block) => block['tool_use_id'] === `toolu_${FAILS}_0`);
      const text = JSON.stringify(of);
      expect(text).toContain(`gate_${FAILS} has no tariff`);
      return flagged === undefined ? step.test(text) : flagged['is_error'];
    });
    expect(new Set(later)).toEqual(new Set([true]));
    expect(JSON.stringify(sent.at(-1)!.messages)).toMatch(step);

    // The runner keeps the full tool results.
    expect(messages[0]).toEqual({ role: 'user', content: TASK });
    const held = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
    const results = held.filter((block) => block?.type === 'tool_result');
    expect(JSON.stringify(results[0])).toContain(JSON.stringify(resultOf(0)).slice(1, -1));
    expect(JSON.stringify(results.at(-2))).toContain(
      JSON.stringify(resultOf(STEPS - 1)).slice(1, -1),
    );
  },
);
