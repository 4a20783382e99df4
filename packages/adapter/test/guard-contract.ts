import { describe, expect, test } from 'vitest';
import {
  LEGITIMATE,
  MARKS,
  WRITES,
  type ToolCall,
} from '../../engine/test/history/copied-marks.ts';

/** Steps that fill the window, so that the first ones are taken out. */
const STEPS = 14;
const STOPPED = 'The call did not run. It contains a mark';

interface ScriptedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a model and its tools do in a run. */
export interface GuardScript {
  /** The first message. */
  readonly task: string;
  readonly settings: Readonly<Record<string, number | boolean>>;
  readonly toolNames: readonly string[];
  /** Takes the messages of a request. Returns the call of the model; `undefined` at the end of the run. */
  readonly next: (messages: readonly unknown[]) => ScriptedCall | undefined;
  /** Runs a tool. Returns its result. */
  readonly run: (name: string, input: unknown) => string;
}

interface GuardedRun {
  /** Lines that the conversation has. @default none */
  readonly shown?: string;
  /** The step whose result has them. @default none: a person wrote them */
  readonly shownAt?: number;
  readonly settings?: GuardScript['settings'];
}

const COPIED = MARKS.map((mark, at) => toCall(WRITES[at % (WRITES.length - 1)]!(`a\n${mark}\nb`)));
const READING = MARKS.map((mark, at) =>
  toCall(at % 2 === 0 ? ['Read', { file_path: mark }] : ['Grep', { pattern: mark }]),
);
const ALLOWED = [...LEGITIMATE.map(([, call]) => toCall(call)), ...READING];

function toCall([name, input]: ToolCall): ScriptedCall {
  return { name, input: input as ScriptedCall['input'] };
}

/**
 * Checks that a member of the family stops calls that copy a mark, and no others.
 *
 * @param play runs an agent with the script: each request of its model is answered by `next`, each call that reaches a tool by `run`. Returns
 * problems of the run, if it looks for some.
 */
export function describeGuard(
  name: string,
  play: (script: GuardScript) => Promise<readonly unknown[] | void>,
): void {
  /** Returns, for each call after the steps, whether its tool ran, and the newest message that the model then got. */
  async function playCalls(
    calls: readonly ScriptedCall[],
    { shown = '', shownAt, settings = {} }: GuardedRun = {},
  ): Promise<readonly { readonly hasRun: boolean; readonly answer: string }[]> {
    const asked: boolean[] = [];
    const answers: string[] = [];
    const steps = Array.from({ length: STEPS }, (_, at) =>
      toCall(['Read', { file_path: `${at}.txt` }]),
    );
    const all = [...steps, ...calls];
    const problems = await play({
      task: `Make the build green.${shownAt === undefined ? `\n${shown}` : ''}`,
      settings: { 'context-limit': 6_000, maxOutputTokens: 200, ...settings },
      toolNames: [...new Set(all.map((call) => call.name))],
      next(messages) {
        if (asked.length > 0) answers.push(JSON.stringify(messages.at(-1)));
        const call = all[asked.length];
        if (call !== undefined) asked.push(false);
        return call;
      },
      run() {
        const at = asked.length - 1;
        asked[at] = true;
        if (at >= STEPS) return 'done';
        const noise = Array.from({ length: 120 }, (_, line) => `ok ${line} of suite ${at} passed`);
        return [...(at === shownAt ? [shown] : []), ...noise].join('\n');
      },
    });
    expect(problems ?? []).toEqual([]);
    expect(asked).toHaveLength(all.length);
    return asked.map((hasRun, at) => ({ hasRun, answer: answers[at]! })).slice(STEPS);
  }

  describe(`the guard of ${name}`, () => {
    test('answers each call that copies a mark by an error that says what to do, and runs all others', async () => {
      const calls = ALLOWED.flatMap((call, at) => [...COPIED.slice(at, at + 1), call]);
      const played = await playCalls(calls);
      const outcomes = played.map(({ hasRun, answer }, at) => {
        const advice = `call ${calls[at]!.name} again with the whole text`;
        return [calls[at], hasRun, answer.includes(STOPPED) && answer.includes(advice)];
      });
      const expected = calls.map((call) => [call, !COPIED.includes(call), COPIED.includes(call)]);
      expect(outcomes).toEqual(expected);
    });

    test.each([
      ['that a tool showed last', { shownAt: STEPS - 1 }],
      ['that the model no longer sees', { shownAt: 0 }],
      ['that a person wrote', {}],
    ])('lets a mark pass %s', async (_case, place) => {
      const played = await playCalls(COPIED, { ...place, shown: `a\n${MARKS.join('\nb\n')}\nb` });
      expect(played.map(({ hasRun }) => hasRun)).toEqual(COPIED.map(() => true));
    });

    test.each([
      ['with the setting off', { 'compression.guard': false }],
      ['where nothing was taken out', { 'context-limit': 200_000 }],
    ])('lets every call pass %s', async (_case, settings) => {
      const played = await playCalls(COPIED, { settings });
      expect(played.map(({ hasRun }) => hasRun)).toEqual(COPIED.map(() => true));
    });
  });
}
