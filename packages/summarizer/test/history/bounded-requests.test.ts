import type {
  CompressionContext,
  CompressionStrategy,
  IContent,
  TokenEstimator,
} from '@palimpsest/core-types';
import { createSnapshotEntry } from '@palimpsest/history';
import {
  countTokensByCharacters,
  countTokensByWords,
  history,
  scriptedProvider,
} from '@palimpsest/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideEntries } from '../../src/history/asking/request-budget.ts';
import { attempt, snapshotOf, turns, type Attempt, type AttemptOptions } from './compressed.ts';
import { framedRequest, quotation, textOf } from './framed-request.ts';
import type { RenderedEntry } from '../../src/history/showing/render-history.ts';

const LINES = Array.from(
  { length: 3_000 },
  (_, at) => `gate_${at} opened at ${at % 24}:00, tide ${at * 7}`,
);
const REPORT = LINES.join('\n');

/** Logs of almost three million characters in total, and one line of 200,000 characters. */
function harbourLogs(): IContent[] {
  const entries = history().human('Read the logs of the harbour.');
  for (let day = 0; day < 24; day += 1)
    entries.call('read_file', { path: `logs/${day}.txt` }).result(`day ${day}\n${REPORT}`);
  entries.ai('x'.repeat(200_000)).human('And?').ai('Yes.').human('Good.');
  return entries.build();
}

const LOGS = harbourLogs();
const NUMBERED = /^MARK (\d+) (?:human|ai|tool|system)$/;

function tokensOf({ model }: Attempt): number[] {
  return model.requests.map(({ contents }) => countTokensByCharacters(contents));
}

/** The entries that the requests for parts quote, by number; the pieces of an entry are joined. */
function toldInParts({ model }: Attempt): Map<number, string> {
  const told = new Map<number, string>();
  for (const { contents } of model.requests) {
    const request = framedRequest(contents);
    if (!request.rules.includes('The quotation is part')) continue;
    const lines = quotation(request, 'history')!.split('\n');
    let number = 0;
    for (const line of lines) {
      const header = NUMBERED.exec(line.replace(request.mark, 'MARK'));
      if (header !== null) number = Number(header[1]);
      else told.set(number, `${told.get(number) ?? ''}${line}`);
    }
  }
  return told;
}

describe('no request exceeds the context window of the model', () => {
  test.each([8_000, 16_000, 32_000, 128_000, 200_000])('%i tokens', async (contextLimit) => {
    const asked = await attempt(LOGS, undefined, {
      contextLimit,
      activeTodos: `- [in_progress] ${'Read the next log. '.repeat(5_000)}`,
      compressionVerification: true,
    });
    expect(asked.result.kind).toBe('applied');
    expect(asked.model.requests.length).toBeGreaterThan(2);
    for (const tokens of tokensOf(asked)) expect(tokens).toBeLessThan(contextLimit);
  });

  test('the window defaults to 200,000 tokens', async () => {
    const asked = await attempt(LOGS, undefined, {
      ephemerals: { contextLimit: () => undefined },
    });
    const largest = Math.max(...tokensOf(asked));
    expect(largest).toBeLessThan(200_000);
    expect(largest).toBeGreaterThan(150_000);
  });

  test('the window is the `contextLimit` of the resolved model, if it has one', async () => {
    const small = await attempt(turns(30, 400), undefined, {
      options: {
        model: (): never => {
          throw new Error('The context goes first.');
        },
      },
      resolveProvider: () => ({ provider: asking, contextLimit: 8_000 }),
    });
    expect(small.result.metadata.llmCalls!.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThan(8_000);
  });

  test.each([Number.NaN, 0, -1])(
    'a window of %d tokens is invalid, and the next source is used',
    async (none) => {
      for (const [ephemerals, window] of [
        [{ contextLimit: () => 8_000 }, 8_000],
        [{ contextLimit: () => none }, 200_000],
      ] as const) {
        const model = scriptedProvider([snapshotOf('Goal: ships.')]);
        await attempt(LOGS, undefined, {
          ephemerals,
          options: { model: { provider: model, contextLimit: none } },
        });
        const sizes = model.requests.map(({ contents }) => countTokensByCharacters(contents));
        expect(Math.max(...sizes)).toBeLessThan(window);
        expect(Math.max(...sizes)).toBeGreaterThan(window / 2);
      }
    },
  );

  test('a fixed cost per estimate keeps requests within the window and does not multiply the parts', async () => {
    const { model } = await attempt(LOGS, undefined, {
      contextLimit: 16_000,
      estimateTokens: (entries) => 5_000 + countTokensByCharacters(entries),
    });
    const sizes = model.requests.map(({ contents }) => 5_000 + countTokensByCharacters(contents));
    expect(Math.max(...sizes)).toBeLessThan(16_000);
    expect(sizes.length).toBeLessThan(400);
  });

  test.each<[string, TokenEstimator]>([
    ['words', countTokensByWords],
    ['characters', (entries) => entries.reduce((sum, entry) => sum + textOf(entry).length, 0)],
    ['entries', (entries) => entries.length * 100],
  ])('with any estimator: %s, also with many short entries', async (_, estimateTokens) => {
    const short = Array.from({ length: 3_000 }, (_none, at): IContent => ({
      speaker: at % 2 === 0 ? 'human' : 'ai',
      blocks: [{ type: 'text', text: 'ok' }],
    }));
    const entries = [...short, ...turns(40, 400), ...turns(6)];
    for (const contextLimit of [10_000, 30_000]) {
      const { model } = await attempt(entries, undefined, { contextLimit, estimateTokens });
      expect(model.requests.length).toBeGreaterThan(1);
      for (const { contents } of model.requests)
        expect(await estimateTokens(contents)).toBeLessThan(contextLimit);
    }
  });

  test('also with a long prompt, an earlier snapshot, a long latest request and long todos', async () => {
    const entries = [
      ...turns(1),
      createSnapshotEntry(`[Summary of 9]\n\n${snapshotOf('gate nine '.repeat(3_000))}`, {}),
      ...LOGS.slice(1, 21),
      { speaker: 'human', blocks: [{ type: 'text', text: 'count gates '.repeat(4_000) }] } as const,
      { speaker: 'ai', blocks: [{ type: 'text', text: 'Yes.' }] } as const,
      { speaker: 'ai', blocks: [{ type: 'text', text: 'Done.' }] } as const,
    ];
    const asked = await attempt(entries, undefined, {
      contextLimit: 24_000,
      activeTodos: [{ content: 'Count \u{200b}'.repeat(3_000) }],
      resolvePrompt: () => 'Summarize this for the harbour master. '.repeat(900),
    });
    for (const tokens of tokensOf(asked)) expect(tokens).toBeLessThan(24_000);
    const last = framedRequest(asked.model.requests.at(-1)!.contents);
    for (const name of ['previous snapshot', 'latest request', 'todos'])
      expect(quotation(last, name)!.length).toBeGreaterThan(500);
  });

  test('a draft that does not fit next to its source is not verified', async () => {
    const entries = turns(12, 1_500);
    const [whole] = tokensOf(await attempt(entries, undefined, { contextLimit: 400_000 }));
    const asked = await attempt(entries, [snapshotOf('gate nine opens '.repeat(300))], {
      contextLimit: whole! + 8_000 + 400,
      compressionVerification: true,
    });
    expect(asked.model.requests).toHaveLength(1);
  });
});

const sizes: number[] = [];
const asking = {
  name: 'measuring',
  async *generateChatCompletion({ contents }: { readonly contents: readonly IContent[] }) {
    sizes.push(countTokensByCharacters(contents));
    yield { speaker: 'ai', blocks: [{ type: 'text', text: snapshotOf('A') }] } as const;
  },
};

describe('a history that does not fit into one request', () => {
  test('is summarized in parts, every entry once and in order, and the part snapshots are merged', async () => {
    const asked = await attempt(LOGS, [({ contents }) => snapshotOf(partOf(contents))], {
      contextLimit: 128_000,
    });
    const told = toldInParts(asked);
    expect([...told.keys()]).toEqual(LOGS.slice(1, -2).map((_, at) => at + 1));
    for (let day = 0; day < 24; day += 1)
      expect(told.get(2 * day + 2)).toBe(
        `[Tool Result: read_file]Result: day ${day}${LINES.join('')}`,
      );
    expect(told.get(49)).toBe('x'.repeat(200_000));
    const parts = asked.model.requests.filter(({ contents }) => partOf(contents) !== 'whole');
    expect(asked.model.requests).toHaveLength(parts.length + 1);
    const last = framedRequest(asked.model.requests.at(-1)!.contents);
    expect(last.rules).toContain('The quotation holds the snapshots of consecutive parts');
    const expected = parts.map((_, at) => [`1 of`, `part ${at + 1} of ${parts.length}`][1]);
    expect(
      quotation(last, 'history')!
        .split('\n')
        .filter((line) => line.startsWith('part')),
    ).toEqual(expected);
    expect(asked.result.metadata.llmCalls).toHaveLength(parts.length + 1);
    expect(asked.result.metadata.usage?.totalTokens).toBe(12 * (parts.length + 1));
  });

  test('is merged in several rounds when the part snapshots do not fit into one request', async () => {
    const long = snapshotOf('gate nine opens and shuts '.repeat(100));
    const asked = await attempt(LOGS, [long], { contextLimit: 8_000 });
    const rounds = asked.model.requests.filter(({ contents }) =>
      framedRequest(contents).rules.includes('snapshots of consecutive parts'),
    );
    expect(rounds.length).toBeGreaterThan(3);
    for (const tokens of tokensOf(asked)) expect(tokens).toBeLessThan(8_000);
  });

  test('is summarized even if the estimator leaves no space for entries in a request', async () => {
    const asked = await attempt(turns(20), undefined, {
      contextLimit: 2_000,
      estimateTokens: (entries) => entries.length * 700,
    });
    expect(asked.result.kind).toBe('applied');
    expect(asked.model.requests.length).toBeLessThan(200);
  });

  test('fails as a whole when one part fails, and the other requests are aborted', async () => {
    let stopped = 0;
    let asked = 0;
    const answers = [
      (): Error => {
        asked += 1;
        return new Error('no');
      },
      ({ signal }: { readonly signal?: AbortSignal }) =>
        new Promise<string>(() => {
          asked += 1;
          signal!.addEventListener('abort', () => (stopped += 1));
        }),
    ];
    await expect(attempt(LOGS, answers, { contextLimit: 128_000 })).rejects.toThrow('failed: no');
    expect(stopped).toBe(2);
    expect(asked).toBe(3);
  });

  test('shows invisible characters of the part snapshots as escapes', async () => {
    const asked = await attempt(LOGS, [snapshotOf('gate\u{200b} \u{e0041}nine')], {
      contextLimit: 128_000,
    });
    const last = framedRequest(asked.model.requests.at(-1)!.contents);
    expect(quotation(last, 'history')).toContain('gate\\u{200B} \\u{E0041}nine');
  });
});

describe('`divideEntries`', () => {
  test('returns parts that fit, with every character once, in order, under its entry number', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 80 }),
        async (texts, budget) => {
          const entries = texts.map(
            (text, at) => ({ number: at + 1, speaker: 'ai', text }) as const,
          );
          const parts = await divideEntries(entries, budget, lengthOf);
          const told = texts.map(() => '');
          for (const { number, text } of parts.flat()) told[number - 1] += text;
          expect(told).toEqual(texts);
          expect(parts.flat().map(({ number }) => number)).toEqual(
            parts
              .flat()
              .map(({ number }) => number)
              .toSorted((a, b) => a - b),
          );
          for (const part of parts) {
            expect(part.length).toBeGreaterThan(0);
            const isGrapheme =
              part.length === 1 && [...new Intl.Segmenter().segment(part[0]!.text)].length === 1;
            expect((await lengthOf(part)) <= budget || isGrapheme).toBe(true);
          }
        },
      ),
    );
  });
});

describe('a reducer', () => {
  test('shortens the history so that one request is enough', async () => {
    const seen: CompressionContext[] = [];
    const asked = await reduced(reducer(seen), { currentTokenCount: 5_000_000 });
    expect(asked.model.requests).toHaveLength(1);
    expect(tokensOf(asked)[0]).toBeLessThan(128_000);
    expect(tokensOf(asked)[0]).toBeGreaterThan(90_000);
    const [context] = seen as [CompressionContext];
    expect(context.history).toEqual(LOGS.slice(1, -2));
    expect(context.currentTokenCount).toBe(countTokensByCharacters(LOGS.slice(1, -2)));
    expect(context.targetTokens).toBeLessThan(128_000);
    expect(context.targetTokens).toBeGreaterThan(90_000);
    expect(context.runtimeContext.ephemerals.preserveThreshold?.()).toBe(0);
    expect(context.resolveProvider).toBeUndefined();
  });

  test('is not called when the history fits', async () => {
    const seen: CompressionContext[] = [];
    const { model } = await attempt(turns(12), undefined, {
      options: { reducer: () => reducer(seen) },
    });
    expect(seen).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  test.each<[string, () => CompressionStrategy | undefined]>([
    ['is absent', () => undefined],
    ['does nothing', () => reducer([], true)],
    ['leaves nothing', () => rewriting(() => [])],
    ['makes more of it', () => rewriting((entries) => [...entries, ...entries])],
    ['empties its list', () => rewriting((entries) => (entries as IContent[]).splice(0))],
    [
      'fails',
      () => ({
        ...reducer([]),
        compress: () => Promise.reject(new Error('no')),
      }),
    ],
  ])('that %s is not used, and the history is summarized in parts', async (_, strategy) => {
    const asked = await attempt(LOGS, undefined, {
      contextLimit: 64_000,
      options: { reducer: strategy },
    });
    expect([...toldInParts(asked).keys()]).toHaveLength(LOGS.length - 3);
  });

  test('that throws after an abort ends the compression with the abort reason', async () => {
    const stop = new AbortController();
    const aborting: CompressionStrategy = {
      ...reducer([]),
      async compress() {
        stop.abort('enough');
        throw new Error('no');
      },
    };
    await expect(reduced(aborting, { signal: stop.signal })).rejects.toBe('enough');
  });
});

/** Returns the part that a request summarizes, or `whole`. */
function partOf(contents: readonly IContent[]): string {
  return /part \d+ of \d+/.exec(textOf(contents[0]!))?.[0] ?? 'whole';
}

async function lengthOf(entries: readonly RenderedEntry[]): Promise<number> {
  return entries.reduce((sum, { text }) => sum + text.length, 0);
}

/** A strategy that keeps the beginning of every text, or returns a no-op if `isIdle`. */
function reducer(seen: CompressionContext[], isIdle = false): CompressionStrategy {
  return {
    name: 'short',
    requiresLLM: false,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
    async compress(context) {
      seen.push(context);
      const metadata = {
        originalMessageCount: 0,
        compressedMessageCount: 0,
        strategyUsed: 'short',
        llmCallMade: false,
      };
      if (isIdle) return { kind: 'noop', reason: 'nothing-removable', metadata };
      const share = context.targetTokens! / context.currentTokenCount;
      const newHistory = context.history.map((entry) => ({
        ...entry,
        blocks: entry.blocks.map((block) =>
          block.type === 'text'
            ? { ...block, text: block.text.slice(0, block.text.length * share) }
            : block.type === 'tool_response'
              ? { ...block, result: String(block.result).slice(0, REPORT.length * share) }
              : block,
        ),
      }));
      return { kind: 'applied', newHistory, metadata };
    },
  };
}

/** A strategy that returns the result of `rewrite`, whatever the target. */
function rewriting(
  rewrite: (entries: readonly IContent[]) => readonly IContent[],
): CompressionStrategy {
  return {
    ...reducer([]),
    async compress({ history: entries }) {
      const metadata = {
        originalMessageCount: 0,
        compressedMessageCount: 0,
        strategyUsed: 'rewriting',
        llmCallMade: false,
      };
      return { kind: 'applied', newHistory: [...rewrite(entries)], metadata };
    },
  };
}

function reduced(
  strategy: CompressionStrategy | undefined,
  more: AttemptOptions = {},
): Promise<Attempt> {
  return attempt(LOGS, undefined, {
    contextLimit: 128_000,
    ...more,
    options: { reducer: () => strategy },
  });
}
