import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { describe, expect, test } from 'vitest';
import { growthReport } from '../src/speed/growth/growth-report.ts';
import type { GrowthMethod } from '../src/speed/growth/method.ts';
import { OTHERS } from '../src/speed/growth/others.ts';
import { OURS } from '../src/speed/growth/ours.ts';
import { measurePass } from '../src/speed/growth/passes.ts';
import { measureTurns } from '../src/speed/growth/turns.ts';
import { keepWatch, onlyStop, StoppedError } from '../src/speed/growth/watch.ts';
import { reportOf, tableOf } from '../src/speed/report.ts';
import { makeTranscript } from '../src/transcript.ts';

const bounds = { looks: 10_000_000, seconds: 60 };
const small = { passes: [100, 400], turns: [100], bounds, seconds: 0 };

interface Counted {
  readonly method: string;
  readonly messages: number;
  readonly looksPerMessage: number;
}

const QUADRATIC = [
  'LangChain trimMessages, characters',
  'LangChain trimMessages, messages',
  'LangChain ClearToolUsesEdit',
];

describe('the number of looks', async () => {
  const { figures } = await growthReport(small);
  const passes = figures.counts['passes'] as readonly Counted[];
  const perMessage = (name: string, size: number): number =>
    passes.find(({ method, messages }) => method === name && messages === size)!.looksPerMessage;

  test('is the same in every run', async () => {
    expect((await growthReport(small)).figures.counts).toEqual(figures.counts);
  });

  test.each(OURS.map(({ name }) => name))(
    '%s looks at each message fewer than six times, at any size',
    (name) => {
      expect(perMessage(name, 400)).toBeLessThan(6);
      expect(perMessage(name, 400) / perMessage(name, 100)).toBeLessThan(1.2);
    },
  );

  test('per message grows with the size only for the known quadratic methods', () => {
    const growing = OTHERS.filter(
      ({ name }) => perMessage(name, 400) / perMessage(name, 100) > 2,
    ).map(({ name }) => name);
    expect(growing).toEqual(QUADRATIC);
  });

  test('is reported for every method, at every size and in both kinds of turns', () => {
    const names = [...OURS, ...OTHERS].map(({ name }) => name);
    expect(passes.map(({ method, messages }) => `${method} ${messages}`)).toEqual(
      small.passes.flatMap((size) => names.map((name) => `${name} ${size}`)),
    );
    expect(figures.counts['turns']).toHaveLength(2 * names.length);
    expect(figures.ratios['growth']).toHaveLength(OURS.length);
  });
});

test('stops a method that looks too often, and reports no figures for it', async () => {
  const trim = OTHERS.find(({ name }) => name === QUADRATIC[0])!;
  const tight = { bounds: { looks: 5_000, seconds: 60 }, seconds: 0 };
  const row = await measurePass(trim, 400, tight);
  expect(row).toMatchObject({ looks: null, left: null, milliseconds: null, peakToText: null });
  const { looks, looksPerMessage } = row.stopped!;
  expect(looks).toBeGreaterThan(5_000);
  expect(looksPerMessage).toBe(looks / 400);
  for (const turn of await measureTurns(trim, 400, tight.bounds)) {
    expect(turn).toMatchObject({ turns: 0, looksPerTurn: null, meanTurnMs: null });
  }
});

test.each([
  ['counts', keepWatch(100, { looks: 10, seconds: -1 })],
  ['only stops', onlyStop({ looks: 10, seconds: -1 })],
])('a watch that %s stops what takes too long, however little it looks at', (_what, watch) => {
  expect(() => watch.saw(1)).toThrow(StoppedError);
});

test('rethrows an error other than a stop', async () => {
  const broken: GrowthMethod = {
    ...OURS[0]!,
    pass: () => () => {
      throw new Error('broken');
    },
  };
  await expect(measurePass(broken, 20, { bounds, seconds: 0 })).rejects.toThrow('broken');
});

test.each(OURS)('$name reduces a history to a quarter', async (method) => {
  const messages = JSON.parse(makeTranscript(200, 1)) as never[];
  const left = await method.pass(messages)(onlyStop(bounds));
  const whole = estimateEntryTokens(openai.decode(messages));
  expect(estimateEntryTokens(left as IContent[])).toBeLessThanOrEqual(whole / 4);
});

test('a report separates counts, ratios and times, and omits kinds that a table does not have', () => {
  const rows = [
    { size: 1, seen: 2, ratio: 0.5, ms: 7 },
    { size: 2, seen: 4, ratio: 0.6, ms: 8, note: 'slow' },
  ];
  const report = reportOf({
    passes: tableOf(rows, { by: ['size'], counts: ['seen'], ratios: ['ratio'] }),
    turns: tableOf(rows, { by: ['size'] }),
  });
  expect(report).toEqual({
    figures: {
      counts: {
        passes: [
          { size: 1, seen: 2 },
          { size: 2, seen: 4 },
        ],
      },
      ratios: {
        passes: [
          { size: 1, ratio: 0.5 },
          { size: 2, ratio: 0.6 },
        ],
      },
    },
    times: {
      passes: [
        { size: 1, ms: 7 },
        { size: 2, ms: 8, note: 'slow' },
      ],
      turns: [
        { size: 1, seen: 2, ratio: 0.5, ms: 7 },
        { size: 2, seen: 4, ratio: 0.6, ms: 8, note: 'slow' },
      ],
    },
  });
});
