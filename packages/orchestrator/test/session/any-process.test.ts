import type { IContent } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PRICES } from '../../src/index.ts';
import { exchange, human } from '../orchestrator/session.ts';
import { copyOf, openAlone, openProcess, share, split, usageOf, type Shared } from './world.ts';

/** One request, and the response of the model to it. */
interface Turn {
  readonly fresh: readonly IContent[];
  /** Reported tokens for each estimated token; `undefined` if nothing is reported. */
  readonly ratio: number | undefined;
  /** Whether the request is prepared by a process that ends before it reports. */
  readonly isRetried: boolean;
  readonly waitMs: number;
}

const text = fc.constantFrom('Go on.', 'Never touch main.', 'x', 'Why? '.repeat(60));
const thinking = fc.constantFrom(undefined, 'signed', 'plain');

/** Entries of one turn: a response with calls and their results, or a text and a user message. */
const entriesOfTurn = fc
  .record({
    calls: fc.array(fc.integer({ min: 5, max: 900 }), { maxLength: 3 }),
    said: text,
    thinking,
    asks: fc.boolean(),
    isBlank: fc.boolean(),
  })
  .map(({ calls, said, thinking: thought, asks, isBlank }) => (at: number): IContent[] => {
    const pairs = calls.map((tokens, index) => exchange(`${at}-${index}`, tokens));
    const signature = thought === 'signed' ? { signature: `c2ln${at}` } : {};
    const reasoning =
      thought === undefined ? [] : [{ type: 'thinking' as const, thought: 'Hm.', ...signature }];
    const blocks = [...reasoning, ...pairs.flatMap(([call]) => call.blocks)];
    const response: IContent =
      pairs.length === 0
        ? { speaker: 'ai', blocks: isBlank ? [] : [...reasoning, { type: 'text', text: `${at}` }] }
        : { speaker: 'ai', blocks, metadata: { turnId: `${at}` } };
    const results = pairs.map(([, result]) => result);
    return [response, ...results, ...(asks || pairs.length === 0 ? [human(`${said} ${at}`)] : [])];
  });

const turns: fc.Arbitrary<Turn[]> = fc
  .array(
    fc.record({
      entries: entriesOfTurn,
      ratio: fc.constantFrom(undefined, 0.8, 1, 1.6),
      isRetried: fc.boolean(),
      waitMs: fc.constantFrom(1_000, 400_000),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((given) =>
    given.map(({ entries, ...others }, at) => ({
      ...others,
      fresh: at === 0 ? [human('Make it green.')] : entries(at),
    })),
  );

const worlds = fc.record({
  settings: fc.record({
    'context-limit': fc.constantFrom(1_500, 4_200, 9_000),
    maxOutputTokens: fc.constant(200),
    'compression.strategy': fc.constantFrom('salience', 'high-density', 'top-down-truncation'),
    'compression.boundThinking': fc.constantFrom('none', 'signed', 'all'),
    'compression.moment': fc.constantFrom('call', 'turn'),
    'compression.economics': fc.boolean(),
    'compression.ingestTokens': fc.constantFrom(100, 100_000),
  }),
  prices: fc.constantFrom(undefined, PRICES.anthropic),
  /** Whether the host keeps what was sent instead of what it gave. */
  isKept: fc.boolean(),
  turns,
});

/** Prepares a request in a new process. */
async function prepareAnew(shared: Shared, entries: readonly IContent[]) {
  const process = openProcess(shared);
  const prepared = await process.prepare({ ...split(copyOf(entries)), model: 'm' });
  const { history, pending } = prepared.outcome;
  return { ...prepared, process, sent: [...history, ...pending] };
}

test('new processes send what one process would, for any conversation, settings and retries', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(worlds, async ({ settings, prices, isKept, turns: given }) => {
      const shared = share(settings, prices === undefined ? {} : { prices });
      const alone = openAlone(shared);
      let entries: IContent[] = [];
      for (const { fresh, ratio, isRetried, waitMs } of given) {
        shared.clock.now += waitMs;
        entries.push(...fresh);
        const expected = await alone.prepare(fresh);
        const wanted = copyOf([...expected.history, ...expected.pending]);
        const first = await prepareAnew(shared, entries);
        expect(first.outcome.kind).toBe(expected.kind);
        expect(first.outcome.tokensAfter).toBe(expected.tokensAfter);
        expect(copyOf(first.sent)).toEqual(wanted);
        const last = isRetried ? await prepareAnew(shared, entries) : first;
        expect(copyOf(last.sent)).toEqual(wanted);
        seen.add(last.outcome.kind === 'unchanged' ? last.outcome.reason : last.outcome.kind);
        const usage = ratio && usageOf(Math.ceil(expected.tokensAfter * ratio));
        const [cost, wantedCost] = usage ? [last.report(usage), alone.report(usage)] : [];
        expect(cost).toEqual(wantedCost);
        await last.process.flush();
        if (isKept) entries = copyOf(last.sent);
      }
    }),
    { numRuns: 80 },
  );
  for (const kind of ['compressed', 'repeated', 'not-due']) {
    expect(seen).toContain(kind);
  }
});
