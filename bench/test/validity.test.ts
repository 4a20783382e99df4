import { describe, expect, test } from 'vitest';
import { conversations, hasCorpus } from '../src/corpus.ts';
import { type ChatMessage } from '../src/retention/chat-message.ts';
import { call, result, session, user } from '../src/retention/example-session.ts';
import type { RetentionMethod } from '../src/retention/method.ts';
import { findMethod, METHOD_NAMES, OWN_METHOD_NAMES } from '../src/retention/methods.ts';
import { askedHistories, generated } from '../src/validity/asked-histories.ts';
import { PROVIDERS, verdict } from '../src/validity/problem-kinds.ts';
import { measureValidity } from '../src/validity/validity-report.ts';

const instructions = { role: 'system', content: 'Be brief.' };
const said = { role: 'assistant', content: 'Hello.' };

describe('a request', () => {
  test.each([
    ['that is whole', [user('go'), call('1', {}), result('1', 'done')], [[], [], []]],
    ['with a call alone', [user('go'), call('1', {}), user('on')], twice('call-without-result')],
    ['with a result alone', [user('go'), result('1', 'done')], twice('result-without-call')],
    [
      'with a result too late',
      [user('go'), call('1', {}), user('on'), result('1', 'done')],
      [
        ['call-without-result', 'misplaced-result'],
        ['call-without-result', 'misplaced-result'],
        ['call-without-result', 'misplaced-result'],
      ],
    ],
    [
      'that begins with a call',
      [instructions, call('1', {}), result('1', 'done')],
      [[], ['starts-with-call'], ['starts-with-call']],
    ],
    ['without messages', [], twice('no-messages')],
    ['of instructions alone', [instructions], [[], ['no-messages'], ['no-messages']]],
  ] as const)('%s is judged alike or by its provider', (_name, messages, kinds) => {
    for (const [at, provider] of PROVIDERS.entries()) {
      expect(verdict(provider, messages)).toEqual({
        isRefused: kinds[at]!.length > 0,
        kinds: kinds[at],
      });
    }
  });

  test('that starts with a model message is refused by Anthropic and Gemini', () => {
    const kinds = PROVIDERS.map((provider) => verdict(provider, [said, user('go')]));
    expect(kinds).toEqual([
      { isRefused: false, kinds: [] },
      { isRefused: true, kinds: ['starts-with-model'] },
      { isRefused: true, kinds: ['starts-with-model'] },
    ]);
  });
});

function twice(kind: string): readonly string[][] {
  return PROVIDERS.map(() => [kind]);
}

const method = (
  name: string,
  change: (messages: readonly ChatMessage[]) => readonly ChatMessage[],
  sized?: boolean,
): RetentionMethod => ({
  name,
  ...(sized === undefined ? {} : { sized }),
  compress: (messages) => ({ messages: change(messages), size: 0, target: 1 }),
});

describe('the share of refused outputs', () => {
  const goesOn = [...session(), user('And now?')];

  test('is counted for each method, share and format', async () => {
    const { inputs, rows } = await measureValidity(
      [goesOn, goesOn],
      [
        method('tears', (messages) => messages.filter(({ role }) => role !== 'tool')),
        method('keeps', (messages) => messages, false),
      ],
    );
    const input = { outputs: 2, refused: 0, kinds: {} };
    expect(inputs).toEqual({ openai: input, anthropic: input, gemini: input });
    const torn = { method: 'tears', outputs: 2, refused: 2, onlyForStart: 0 };
    const whole = { method: 'keeps', outputs: 2, refused: 0, onlyForStart: 0, kinds: {} };
    expect(rows.filter(({ share }) => share !== 25)).toEqual([
      ...PROVIDERS.map((format) => ({
        ...torn,
        share: 50,
        format,
        // A call without its result directly precedes the next one.
        kinds: {
          'call-without-result': 2,
          ...(format === 'gemini' ? { 'call-after-model': 2 } : {}),
        },
      })),
      ...PROVIDERS.map((format) => ({ ...whole, format })),
    ]);
    expect(rows.filter(({ share }) => share === 25)).toHaveLength(PROVIDERS.length);
  });
});

/**
 * Methods that may remove the beginning: "newest only" may keep only an exchange, which starts with a call.
 */
const TEARS_BEGINNINGS = new Set(['newest only']);

async function refusedBy(
  histories: readonly (readonly ChatMessage[])[],
  names: readonly string[],
): Promise<readonly object[]> {
  const methods = names.map(findMethod);
  const { inputs, rows } = await measureValidity(histories, methods);
  expect(rows.length).toBeGreaterThanOrEqual(names.length * PROVIDERS.length);
  for (const row of rows) {
    const { outputs, refused } = inputs[row.format];
    expect(row.outputs).toBe(outputs - refused);
  }
  return rows.filter(({ refused }) => refused > 0);
}

describe('generated histories', () => {
  const histories = [...askedHistories(generated(12))];

  test('are refused only after methods that remove the beginning', async () => {
    const others = METHOD_NAMES.filter((name) => !TEARS_BEGINNINGS.has(name));
    expect(await refusedBy(histories, others)).toEqual([]);
    const torn = await refusedBy(histories, [...TEARS_BEGINNINGS]);
    expect(new Set(torn.map((row) => ('method' in row ? row.method : '')))).toEqual(
      TEARS_BEGINNINGS,
    );
  });
});

test.skipIf(!hasCorpus)(
  'recorded conversations (the sample) stay valid after our methods',
  async () => {
    const sessions = [...conversations(false)].map(({ messages }) => messages);
    const histories = [...askedHistories(sessions)];
    expect(histories.length).toBeGreaterThan(15);
    expect(await refusedBy(histories, OWN_METHOD_NAMES)).toEqual([]);
  },
);
