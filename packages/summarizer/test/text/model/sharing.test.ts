import type {
  GenerateRequest,
  LlmSummarizerOptions,
  SummaryOutcome,
} from '../../../src/text/model/options.ts';
import { useFakeTimers } from '../../../../../tools/fake-timers.ts';
import { llmSummarizer, type LlmSummarizer, summarizeText } from '@palimpsest/summarizer';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let runningTimers: () => number;

beforeEach(() => {
  runningTimers = useFakeTimers();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const text = (name: string): string =>
  `We talked for a while about this and that. In the end ${name} stays as it is, and nobody minds.`;
const request = { text: text('aB'), budget: 60 };

interface Call extends GenerateRequest {
  readonly answer: (text: string) => void;
  readonly fail: (error: Error) => void;
}

/** Creates a summarizer whose model calls the test answers. */
function byHand(options: Partial<LlmSummarizerOptions> = {}): {
  summarizer: LlmSummarizer;
  calls: Call[];
  outcomes: SummaryOutcome[];
} {
  const calls: Call[] = [];
  const outcomes: SummaryOutcome[] = [];
  const generate = (asked: GenerateRequest): Promise<string> =>
    new Promise((answer, fail) => {
      calls.push({ ...asked, answer, fail });
    });
  const onOutcome = (outcome: SummaryOutcome): unknown => outcomes.push(outcome);
  return { summarizer: llmSummarizer({ generate, onOutcome, ...options }), calls, outcomes };
}

/** Runs everything that waits only for its turn, without a delay. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** Resolves to the rejection reason of a promise. Attached at once, so that the rejection is handled. */
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'not rejected',
    (reason: unknown) => reason,
  );

describe('the same text and budget', () => {
  test('needs one model call, for concurrent and for later requests', async () => {
    const { summarizer, calls, outcomes } = byHand();
    const both = [summarizer.summarize(request), summarizer.summarize(request)];
    await settle();
    expect(calls).toHaveLength(1);
    calls[0]!.answer('aB stays.');
    const expected = { text: 'aB stays.', entities: [], kind: 'model' };
    expect(await Promise.all(both)).toEqual([expected, expected]);
    expect(await summarizer.summarize(request)).toEqual(expected);
    expect(calls).toHaveLength(1);
    expect(outcomes).toHaveLength(1);
  });

  test.each([
    ['another text', { ...request, text: text('cD') }],
    ['another budget', { ...request, budget: 59 }],
  ])('%s is another call', async (_, other) => {
    const { summarizer, calls } = byHand();
    void summarizer.summarize(request);
    void summarizer.summarize(other);
    await settle();
    expect(calls).toHaveLength(2);
  });

  test('needs one call for all budgets from the text length on', async () => {
    const { summarizer, calls } = byHand();
    for (const budget of [text('aB').length, 10_000, Infinity])
      void summarizer.summarize({ ...request, budget });
    await settle();
    expect(calls).toHaveLength(1);
  });

  test('is cached when every answer was rejected', async () => {
    const { summarizer, calls } = byHand();
    const first = summarizer.summarize(request);
    await settle();
    calls[0]!.answer('');
    await settle();
    calls[1]!.answer('');
    expect(await first).toEqual(summarizeText(request.text, request.budget));
    expect(await summarizer.summarize(request)).toEqual(await first);
    expect(calls).toHaveLength(2);
  });

  test('is requested again after a failure', async () => {
    const { summarizer, calls } = byHand();
    const first = summarizer.summarize(request);
    await settle();
    calls[0]!.fail(new Error('529'));
    expect(await first).toMatchObject({ kind: 'prose' });
    const second = summarizer.summarize(request);
    await settle();
    calls[1]!.answer('aB stays.');
    expect(await second).toMatchObject({ kind: 'model' });
  });

  test('is requested again when cacheSize is 0', async () => {
    const generate = vi.fn<() => Promise<string>>(async () => 'aB stays.');
    const summarizer = llmSummarizer({ generate, cacheSize: 0 });
    await summarizer.summarize(request);
    await summarizer.summarize(request);
    expect(generate).toHaveBeenCalledTimes(2);
  });

  test('is evicted from the cache after twice cacheSize other entries', async () => {
    const generate = vi.fn<() => Promise<string>>(async () => 'It stays.');
    const summarizer = llmSummarizer({ generate, cacheSize: 2 });
    const at = (budget: number) => summarizer.summarize({ text: text('it'), budget });
    for (const budget of [50, 51, 50, 51]) await at(budget);
    expect(generate).toHaveBeenCalledTimes(2);
    for (const budget of [52, 53, 54, 55]) await at(budget);
    expect(generate).toHaveBeenCalledTimes(6);
    await at(50);
    expect(generate).toHaveBeenCalledTimes(7);
  });
});

describe('concurrent calls', () => {
  test.each([
    [undefined, 4],
    [1, 1],
    [2, 2],
  ])('concurrency %s: %d', async (concurrency, expected) => {
    const { summarizer, calls } = byHand(concurrency === undefined ? {} : { concurrency });
    const count = 9;
    const all = Array.from({ length: count }, (_, index) =>
      summarizer.summarize({ text: text('it'), budget: 50 + index }),
    );
    for (let answered = 0; answered < count; answered++) {
      await settle();
      expect(calls.length - answered).toBe(Math.min(expected, count - answered));
      calls[answered]!.answer('It stays.');
    }
    await Promise.all(all);
    expect(calls).toHaveLength(count);
  });

  test('start their timeout only when they leave the queue', async () => {
    const { summarizer, calls } = byHand({ concurrency: 1, timeoutMs: 100 });
    const first = summarizer.summarize(request);
    const second = summarizer.summarize({ ...request, text: text('cD') });
    await vi.advanceTimersByTimeAsync(99);
    calls[0]!.answer('aB stays.');
    await vi.advanceTimersByTimeAsync(99);
    calls[1]!.answer('cD stays.');
    expect([(await first).kind, (await second).kind]).toEqual(['model', 'model']);
  });
});

describe('a call that takes too long', () => {
  test.each([
    [undefined, 60_000],
    [100, 100],
  ])('timeoutMs %s: is given up after %d', async (timeoutMs, expected) => {
    const { summarizer, calls, outcomes } = byHand(timeoutMs === undefined ? {} : { timeoutMs });
    const summary = summarizer.summarize(request);
    await vi.advanceTimersByTimeAsync(expected - 1);
    expect(calls[0]!.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls[0]!.signal.reason).toMatchObject({
      name: 'TimeoutError',
      message: `The model did not answer within ${expected} ms.`,
    });
    expect(await summary).toEqual(summarizeText(request.text, request.budget));
    expect(outcomes).toMatchObject([
      { level: 'deterministic', passedOver: [{ level: 'model', reason: 'timeout' }], calls: 1 },
    ]);
  });

  test('frees its slot for the next call, and is not cached', async () => {
    const { summarizer, calls } = byHand({ concurrency: 1, timeoutMs: 100 });
    const first = summarizer.summarize(request);
    const second = summarizer.summarize({ ...request, text: text('cD') });
    await vi.advanceTimersByTimeAsync(100);
    expect((await first).kind).toBe('prose');
    calls[1]!.answer('cD stays.');
    expect((await second).kind).toBe('model');
    const again = summarizer.summarize(request);
    await settle();
    calls[2]!.answer('aB stays.');
    calls[0]!.answer('Too late: aB stays.');
    expect((await again).text).toBe('aB stays.');
  });

  test('has a timer that is removed when the call ends in time', async () => {
    const { summarizer, calls } = byHand();
    const all = ['aB', 'cD'].map((name) => summarizer.summarize({ ...request, text: text(name) }));
    await settle();
    expect(runningTimers()).toBe(2);
    calls[0]!.answer('aB stays.');
    calls[1]!.fail(new Error('529'));
    await Promise.all(all);
    expect(runningTimers()).toBe(0);
  });
});

describe('a caller that aborts', () => {
  const reason = new Error('the user went on');

  test('gets the reason at once, and cancels a call that no other caller awaits', async () => {
    const { summarizer, calls, outcomes } = byHand();
    const controller = new AbortController();
    const summary = summarizer.summarize({ ...request, signal: controller.signal });
    const rejected = rejection(summary);
    await settle();
    controller.abort(reason);
    expect(await rejected).toBe(reason);
    expect(calls[0]!.signal.aborted).toBe(true);
    await settle();
    expect(runningTimers()).toBe(0);
    expect(outcomes).toEqual([]);
    const again = summarizer.summarize(request);
    await settle();
    expect(calls).toHaveLength(2);
    calls[1]!.answer('aB stays.');
    expect((await again).kind).toBe('model');
  });

  test('gets the reason before any call when its signal is already aborted', async () => {
    const { summarizer, calls } = byHand();
    const signal = AbortSignal.abort(reason);
    await expect(summarizer.summarize({ ...request, signal })).rejects.toBe(reason);
    await expect(summarizer.summarize({ text: '', budget: 0, signal })).rejects.toBe(reason);
    expect(calls).toEqual([]);
  });

  test('gets the reason while its call is queued, and the call is never made', async () => {
    const { summarizer, calls } = byHand({ concurrency: 1 });
    const first = summarizer.summarize(request);
    const controller = new AbortController();
    const waiting = summarizer.summarize({
      ...request,
      text: text('cD'),
      signal: controller.signal,
    });
    const rejected = rejection(waiting);
    await settle();
    controller.abort(reason);
    expect(await rejected).toBe(reason);
    calls[0]!.answer('aB stays.');
    await first;
    await settle();
    expect(calls).toHaveLength(1);
  });

  test.each([0, 1])('does not affect another caller of the same call: caller %d', async (who) => {
    const { summarizer, calls } = byHand();
    const controllers = [new AbortController(), new AbortController()];
    const waits = controllers.map(({ signal }) => summarizer.summarize({ ...request, signal }));
    const rejected = rejection(waits[who]!);
    await settle();
    controllers[who]!.abort(reason);
    expect(await rejected).toBe(reason);
    expect(calls[0]!.signal.aborted).toBe(false);
    calls[0]!.answer('aB stays.');
    expect((await waits[1 - who]!).text).toBe('aB stays.');
    expect(calls).toHaveLength(1);
  });

  test('has its listener removed from the signal when the call completes instead', async () => {
    const { summarizer, calls } = byHand();
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const summary = summarizer.summarize({ ...request, signal });
    await settle();
    calls[0]!.answer('aB stays.');
    await summary;
    expect(added).toHaveBeenCalledTimes(1);
    expect(removed.mock.calls[0]!.slice(0, 2)).toEqual(added.mock.calls[0]!.slice(0, 2));
  });
});
