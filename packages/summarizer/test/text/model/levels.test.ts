import type { Summary } from '@palimpsest/core-types';
import type {
  GenerateRequest,
  LlmSummarizerOptions,
  SummaryOutcome,
} from '../../../src/text/model/options.ts';
import { llmSummarizer, summarizeText } from '@palimpsest/summarizer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RejectionReason } from '../../../src/text/model/options.ts';

const text = `Great, thanks for looking into this with me today, it was a long morning for both of us.
The PaymentService must never retry more than max_retries times, or queries pile up for 30 seconds.
After lunch we read src/queue.ts again and saw that flushQueue loses what comes in while it runs.
Nothing is decided about the dashboard yet, and nobody has asked for it so far either.`;
const budget = 200;
const own = summarizeText(text, budget);

const good = 'PaymentService must never retry more than max_retries times; flushQueue loses data.';
const bullets = '- PaymentService: never retry more than max_retries\n- flushQueue loses data';

interface Story {
  readonly summary: Summary;
  readonly outcomes: readonly SummaryOutcome[];
  readonly asked: readonly GenerateRequest[];
}

/** Summarizes a text with a model that answers, throws or rejects in turn. */
async function story(
  answers: readonly unknown[],
  asked: { text: string; budget: number } = { text, budget },
  options: Partial<LlmSummarizerOptions> = {},
): Promise<Story> {
  const outcomes: SummaryOutcome[] = [];
  const requests: GenerateRequest[] = [];
  const summarizer = llmSummarizer({
    generate: async (request) => {
      const answer = answers[requests.length];
      requests.push(request);
      if (answer instanceof Error) throw answer;
      return answer as string;
    },
    onOutcome: (outcome) => outcomes.push(outcome),
    ...options,
  });
  const summary = await summarizer.summarize(asked);
  return { summary, outcomes, asked: requests };
}

test('an accepted answer becomes the summary, with the entities that it omits', async () => {
  const { summary, outcomes, asked } = await story([`  ${good}\n`]);
  expect(summary).toEqual({
    text: good,
    entities: ['src/queue.ts', '30 seconds'],
    kind: 'model',
  });
  expect(outcomes).toEqual([
    {
      level: 'model',
      passedOver: [],
      calls: 1,
      textLength: text.length,
      summaryLength: good.length,
    },
  ]);
  expect(asked).toHaveLength(1);
});

describe('a request to the model', () => {
  test('contains the instructions, the text, and a prompt of both', async () => {
    const { asked } = await story([good]);
    const { instructions, text: quoted, prompt, maxCharacters, signal } = asked[0]!;
    expect(prompt).toBe(`${instructions}\n\n${quoted}`);
    expect(quoted).toContain(`\n${text}\n`);
    expect(instructions).not.toContain('PaymentService');
    expect(instructions).toContain(`at most ${maxCharacters} characters`);
    expect(maxCharacters).toBe(budget);
    expect(signal.aborted).toBe(false);
  });

  test.each(['files', 'numbers', '"must"', '"never"', 'negation', 'what was decided'])(
    'that %s has to stay',
    async (phrase) => {
      const { asked } = await story(['', '']);
      expect(asked).toHaveLength(2);
      for (const { instructions } of asked) expect(instructions).toContain(phrase);
    },
  );

  test('asks for plain sentences in the first call only', async () => {
    const { asked } = await story(['', bullets]);
    expect(asked[0]!.instructions).toContain('plain sentences');
    expect(asked[1]!.instructions).not.toContain('plain sentences');
  });

  test('asks for at most twice the length of the deterministic summary', async () => {
    const short = { text: `${'Thanks. '.repeat(50)}We use aB.`, budget: 400 };
    const ownLength = summarizeText(short.text, short.budget).text.length;
    const { asked } = await story(['We use aB.'], short);
    expect(asked[0]!.maxCharacters).toBe(2 * ownLength);
  });

  test('asks for half the length and bullet points after a rejected answer', async () => {
    const { summary, outcomes, asked } = await story(['', bullets]);
    expect(summary).toMatchObject({ text: bullets, kind: 'model' });
    expect(outcomes[0]).toMatchObject({
      level: 'escalation',
      passedOver: [{ level: 'model', reason: 'blank' }],
      calls: 2,
    });
    expect(asked[1]!.maxCharacters).toBe(budget / 2);
    expect(asked[1]!.instructions).toContain('bullet points');
    expect(asked[0]!.instructions).not.toContain('bullet points');
  });
});

const faults: readonly (readonly [string, RejectionReason, unknown])[] = [
  ['empty', 'blank', ''],
  ['blank', 'blank', ' \n\u3000'],
  ['no text', 'blank', undefined],
  ['a number', 'blank', 7],
  ['a scratchpad alone', 'blank', `<think>${good}</think>`],
  ['cut off while it thinks', 'blank', `${good}<thinking>so the`],
  ['with a thought that something else ends', 'blank', `<think>so</analysis>${good}`],
  ['the text itself', 'not-shorter', text],
  ['over the budget', 'over-budget', good.padEnd(budget + 1, '.')],
  ['without the names', 'names-lost', 'A service must not retry for ever, and a queue loses data.'],
  [
    'with names of its own',
    'names-invented',
    'PaymentService, max_retries, flushQueue, RetryPolicy, src/policy.ts.',
  ],
];

describe('a rejected answer', () => {
  test.each(faults)('%s: %s', async (_, reason, answer) => {
    const escalated = await story([answer, bullets]);
    expect(escalated.summary).toMatchObject({ text: bullets, kind: 'model' });
    expect(escalated.outcomes[0]!.passedOver).toEqual([{ level: 'model', reason }]);

    const given = await story([answer, answer]);
    expect(given.summary).toEqual(own);
    expect(given.outcomes[0]).toMatchObject({
      level: 'deterministic',
      passedOver: [
        { level: 'model', reason },
        { level: 'escalation', reason },
      ],
      calls: 2,
    });
  });

  test('is more than twice as long as the deterministic summary', async () => {
    const chat = { text: `${'Thanks. '.repeat(50)}We use aB.`, budget: 400 };
    const ownLength = summarizeText(chat.text, chat.budget).text.length;
    const twice = 'We use aB'.padEnd(2 * ownLength, '.');
    const { outcomes } = await story([`${twice}.`, twice], chat);
    expect(outcomes[0]).toMatchObject({
      level: 'escalation',
      passedOver: [{ level: 'model', reason: 'long-winded' }],
      summaryLength: 2 * ownLength,
    });
  });

  test('is not an answer that fills the budget exactly', async () => {
    const { summary } = await story([good.padEnd(budget, '.')]);
    expect(summary).toMatchObject({ text: good.padEnd(budget, '.'), kind: 'model' });
  });

  test('contains the delimiter', async () => {
    const { outcomes } = await story([`${good} zz99`, bullets], undefined, {
      createNonce: () => 'zz99',
    });
    expect(outcomes[0]!.passedOver).toEqual([{ level: 'model', reason: 'repeats-fence' }]);
  });
});

describe('names', () => {
  const named = 'It is aB, cD, eF, gH, and so it goes on and on, for as long as anybody listens.';
  test.each([
    ['aB, cD', 'model'],
    ['aB only', 'deterministic'],
    ['AB and CD', 'model'],
  ])('half of the most telling ones do, however they are written: %s', async (answer, level) => {
    const { outcomes } = await story([answer, answer], { text: named, budget: 60 });
    expect(outcomes[0]!.level).toBe(level);
  });

  test.each([
    ['aB, cD, eF, iJ', 'model'],
    ['aB, cD, iJ', 'deterministic'],
  ])('a quarter of those of an answer may be new: %s', async (answer, level) => {
    const { outcomes } = await story([answer, answer], { text: named, budget: 60 });
    expect(outcomes[0]!.level).toBe(level);
  });

  test.each([
    ['wait 10 seconds', 'model'],
    ['wait 10seconds', 'model'],
    ['wait 110 seconds', 'deterministic'],
    ['wait 0 seconds', 'deterministic'],
    ['wait 10 seconds for 2.5.1', 'deterministic'],
    ['wait 10 seconds for 2.5.12', 'model'],
  ])('a number is the same only as a whole: %s', async (answer, level) => {
    const waiting =
      'Then we all wait for quite some time, because 10 seconds is what 2.5.12 takes.';
    const { outcomes } = await story([answer, answer], { text: waiting, budget: 60 });
    expect(outcomes[0]!.level).toBe(level);
  });

  test('two of five names are fewer than half, so the answer is rejected', async () => {
    const five = 'It is aB, cD, eF, gH and iJ, and so it goes on and on for quite a while.';
    const { outcomes } = await story(['aB, cD', 'aB, cD, eF'], { text: five, budget: 60 });
    expect(outcomes[0]!.level).toBe('escalation');
  });

  test.each([
    ['aB, cD', 'deterministic'],
    ['aB, cD, eF', 'model'],
  ])('half of six, however many there are: %s', async (answer, level) => {
    const many = 'It is aB, cD, eF, gH, iJ, kL, mN and oP, and so it goes on for quite a while.';
    const { outcomes } = await story([answer, answer], { text: many, budget: 60 });
    expect(outcomes[0]!.level).toBe(level);
  });

  test.each([
    [31, 'deterministic'],
    [32, 'model'],
  ])(
    'those that fill more than half of the room are not looked for: %d of 62',
    async (length, level) => {
      const long = 'aB'.padEnd(length, 'c');
      const asked = { text: `It is ${long} that stands here, as it always did.`, budget: 62 };
      expect(summarizeText(asked.text, asked.budget).text.length).toBeGreaterThan(31);
      const { outcomes } = await story(['It is long.', 'It is long.'], asked);
      expect(outcomes[0]!.level).toBe(level);
    },
  );
});

test.each([
  ['<scratchpad>a</scratchpad>'],
  ['<thinking>\nsrc/invented.ts\n</thinking>\n'],
  ['<analysis kind="x">a<think>b</analysis>'],
  ['<THINK>a</THINK><think>b</think>'],
  ['what I thought before anybody listened</think>'],
  ['at first <think>a</think> and then</think>'],
])('what a model writes for itself is no part of the summary: %j', async (scratch) => {
  expect((await story([`${scratch}${good}`])).summary.text).toBe(good);
});

test.each([
  ['wait (5 minutes)', []],
  ['wait /5 minutes', []],
  ['wait :5 minutes', []],
  ['wait 05 minutes', ['names-lost', 'names-lost']],
  ['wait 95 minutes', ['names-lost', 'names-lost']],
])('only a digit before a number makes another of it: %s', async (answer, reasons) => {
  const waiting =
    'Then we all wait for quite some time, because 5 minutes is what all of it takes.';
  const { outcomes } = await story([answer, answer], { text: waiting, budget: 60 });
  expect(outcomes[0]!.passedOver.map(({ reason }) => reason)).toEqual(reasons);
});

test('asks for one character with a budget of 1', async () => {
  const { summary, asked } = await story(['I'], { text: 'It went on and off.', budget: 1 });
  expect(asked[0]!.maxCharacters).toBe(1);
  expect(summary).toMatchObject({ text: 'I', kind: 'model' });
});

test('calls the model for a text of maxTextLength characters, and not for a longer one', async () => {
  expect((await story([good], undefined, { maxTextLength: text.length })).asked).toHaveLength(1);
  expect((await story([good], undefined, { maxTextLength: text.length - 1 })).asked).toEqual([]);
});

test.each([
  ['a blank text', { text: ' \n\u3000 ', budget: 60 }],
  ['no room for the output of a program', { text: 'OK\n'.repeat(6), budget: 0 }],
])('each time it is told that there is no room: %s', async (_, request) => {
  const outcomes: SummaryOutcome[] = [];
  const summarizer = llmSummarizer({
    generate: async () => good,
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  await summarizer.summarize(request);
  await summarizer.summarize(request);
  const passedOver = [{ level: 'model', reason: 'no-room' }];
  expect(outcomes).toMatchObject([{ passedOver }, { passedOver }]);
});

describe('makes no model call for', () => {
  const listing = Array.from({ length: 8 }, (_, index) => `src/a${index}.ts:${index}: x`).join(
    '\n',
  );
  test.each([
    ['the output of a program', 'structured', { text: listing, budget: 60 }],
    ['a text beyond maxTextLength', 'too-long', { text: text.repeat(3), budget: 200 }],
    ['a blank text', 'no-room', { text: ' \n ', budget: 200 }],
    ['an empty text', 'no-room', { text: '', budget: 200 }],
    ['no budget', 'no-room', { text, budget: 0 }],
    ['a budget that is no number', 'no-room', { text, budget: Number.NaN }],
    ['a budget nothing fits into', 'no-room', { text: '山水', budget: 1 }],
  ])('%s', async (_, reason, request) => {
    const { summary, outcomes, asked } = await story([good], request, { maxTextLength: 500 });
    const longest = Math.min(request.budget, Math.max(0, request.text.length - 1));
    expect(summary).toEqual(summarizeText(request.text, longest));
    expect(outcomes).toMatchObject([
      { level: 'deterministic', passedOver: [{ level: 'model', reason }], calls: 0 },
    ]);
    expect(asked).toEqual([]);
  });
});

describe('a call that fails', () => {
  const error = new Error('529 overloaded');
  test.each<[string, LlmSummarizerOptions['generate']]>([
    ['is rejected', () => Promise.reject(error)],
    [
      'throws',
      () => {
        throw error;
      },
    ],
  ])('%s, and is not tried again', async (_, generate) => {
    const { summary, outcomes } = await story([], undefined, { generate });
    expect(summary).toEqual(own);
    expect(outcomes[0]).toMatchObject({
      level: 'deterministic',
      passedOver: [{ level: 'model', reason: 'failed', error }],
      calls: 1,
    });
  });

  test('leads to the deterministic summary when it is the second call', async () => {
    const { summary, outcomes } = await story(['', error]);
    expect(summary).toEqual(own);
    expect(outcomes[0]!.passedOver.map(({ reason }) => reason)).toEqual(['blank', 'failed']);
  });
});

test('an error thrown by onOutcome does not affect the summary', async () => {
  const { summary } = await story([good], undefined, {
    onOutcome: () => {
      throw new Error('report');
    },
  });
  expect(summary.text).toBe(good);
});

const pieces = fc.constantFrom(
  ...text.split(/(?<= )/),
  '\n\n',
  '<think>',
  '</think>',
  '\uD800',
  '山',
  '👩‍👩‍👧',
);

test('for any answers, the summary is shorter than the text, fits the budget and is well-formed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(pieces, { minLength: 1, maxLength: 40 }),
      fc.array(fc.oneof(fc.array(pieces), fc.constant(undefined)), { minLength: 2, maxLength: 2 }),
      fc.nat(120),
      async (parts, answers, units) => {
        const request = { text: parts.join(''), budget: units };
        const said = answers.map((answer) => answer?.join('') ?? new Error('x'));
        const { summary, outcomes } = await story(said, request);
        expect(summary.text.length).toBeLessThanOrEqual(units);
        expect(summary.text.length).toBeLessThan(request.text.length);
        expect(summary.text.isWellFormed()).toBe(true);
        expect(summary.kind === 'model').toBe(outcomes[0]!.level !== 'deterministic');
        for (const name of summary.entities) expect(summary.text).not.toContain(name);
      },
    ),
    { numRuns: 500 },
  );
});
