import {
  formatMarkerLegend,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
  type IContent,
  type SettingValues,
} from '@palimpsest/core-types';
import { isGeneratedSnapshot } from '@palimpsest/history';
import { history as conversation, scriptedProvider, testContext } from '@palimpsest/testing';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { expect, test } from 'vitest';
import { summarizing, type SummaryOptions } from './compressed.ts';
import { createStrategy } from '@palimpsest/engine';
import { defineSummaryStrategy } from '../../src/history.ts';
import { snapshotFacts } from '../../src/history/facts/snapshot-facts.ts';

const METADATA = {
  originalMessageCount: 0,
  compressedMessageCount: 0,
  strategyUsed: 'reducer',
  llmCallMade: false,
};

const turns = (count: number): IContent[] =>
  Array.from({ length: count }, (_, index) => ({
    speaker: index % 2 === 0 ? 'human' : 'ai',
    blocks: [{ type: 'text', text: `Turn ${index}. ${'words '.repeat(200)}` }],
  }));

const split = () => ({ top: 1, bottom: 10 });

function compress(context: Partial<CompressionContext>, options: SummaryOptions = {}) {
  const strategy = summarizing({ name: 'test', split }, options);
  const { history = turns(12), runtimeContext: _, ...others } = context;
  return strategy.compress(testContext(history, others));
}

const never = new Promise<never>(() => {});
const model = scriptedProvider(['<state_snapshot>Said.</state_snapshot>']);

test.each<[string, Partial<CompressionContext>, SummaryOptions]>([
  ['a model', { resolveProvider: () => never }, {}],
  ['a prompt', { resolvePrompt: () => never }, { model }],
])('a host that never resolves %s is abandoned when it aborts', async (_, context, options) => {
  const control = new AbortController();
  const result = compress({ ...context, signal: control.signal }, options);
  control.abort(new Error('enough'));
  await expect(result).rejects.toThrow('enough');
});

const slow: CompressionStrategy = {
  name: 'slow',
  requiresLLM: false,
  trigger: { mode: 'threshold', defaultThreshold: 0.85 },
  compress: () => never,
};

test('a reducer that never settles is abandoned when the host aborts', async () => {
  const control = new AbortController();
  const small = { provider: model, contextLimit: 3_000 };
  const result = compress({ signal: control.signal }, { model: small, reducer: () => slow });
  setTimeout(() => control.abort(new Error('enough')), 5);
  await expect(result).rejects.toThrow('enough');
});

test.each([[[null]], [[{ content: 5 }]], [{ content: 'x' }], [7]])(
  'rejects invalid todos: %j',
  async (activeTodos) => {
    const given = { activeTodos: activeTodos as never };
    await expect(compress(given, { model })).rejects.toMatchObject({
      name: 'OptionError',
      message: expect.stringContaining('activeTodos'),
    });
  },
);

test.each([null, 5, {}])('rejects a prompt that is not a string: %j', async (prompt) => {
  const given = { resolvePrompt: () => prompt as never };
  await expect(compress(given, { model })).rejects.toMatchObject({
    code: 'PROMPT_RESOLUTION_FAILED',
  });
});

test('rejects an estimate of `null` with `INVALID_ESTIMATE`', async () => {
  const given = { estimateTokens: () => null as never };
  await expect(compress(given, { model })).rejects.toMatchObject({ code: 'INVALID_ESTIMATE' });
});

test('calls no model when the entries have no text that a model can read', async () => {
  const silent = turns(12).map((entry, index): IContent =>
    index === 0 || index > 9
      ? entry
      : {
          speaker: 'ai',
          blocks: [
            { type: 'thinking', thought: 'hm '.repeat(200) },
            { type: 'opaque', kind: 'x' },
          ],
        },
  );
  const provider = scriptedProvider(['<state_snapshot>Invented.</state_snapshot>']);
  const result = await compress({ history: silent }, { model: provider });
  expect(provider.requests).toEqual([]);
  expect(result).toMatchObject({ kind: 'applied', metadata: { llmCallMade: false } });
  expect(result.kind === 'applied' && result.newHistory.filter(isGeneratedSnapshot)).toHaveLength(
    1,
  );
});

test('rejects an unknown configured reducer, but ignores a missing default reducer', async () => {
  const plugin = defineSummaryStrategy({ name: 'test', description: 'Summarizes.', split });
  const compressWith = (settings: SettingValues): Promise<CompressionResult> =>
    createStrategy(plugin, {
      model: { provider: model, contextLimit: 3_000 },
      settings: () => settings,
    }).compress(testContext(turns(12)));
  await expect(compressWith({ 'compression.summary.reduceWith': 'nope' })).rejects.toMatchObject({
    code: 'UNKNOWN_STRATEGY',
  });
  expect((await compressWith({})).kind).toBe('applied');
});

test('a reducer is not asked for less than a tenth of the tokens; the excess is summarized in parts', async () => {
  const targets: number[] = [];
  const reducer: CompressionStrategy = {
    ...slow,
    compress: async ({ history, targetTokens = 0 }) => {
      targets.push(targetTokens);
      return {
        kind: 'noop',
        reason: 'no-gain',
        metadata: { ...METADATA, originalMessageCount: history.length },
      };
    },
  };
  const many = turns(200);
  const provider = scriptedProvider(['<state_snapshot>Said.</state_snapshot>']);
  const strategy = summarizing(
    { name: 'test', split: () => ({ top: 1, bottom: 198 }) },
    { model: { provider, contextLimit: 3_000 }, reducer: () => reducer },
  );
  const context = testContext(many);
  await strategy.compress(context);
  const tokens = await context.estimateTokens(many.slice(1, 198));
  expect(targets[0]).toBeGreaterThan(tokens * 0.09);
  expect(provider.requests.length).toBeGreaterThan(1);
});

test('a gap marker with its legend is not the first request', async () => {
  const entries = conversation()
    .human(`…12 ${formatMarkerLegend()}`)
    .human('Fix the gate.')
    .build();
  expect((await snapshotFacts(entries, defaultToolTaxonomy)).task).toBe('Fix the gate.');
});

test('directive rows in text without proof are parsed as ordinary user text', async () => {
  const text = 'Never push to main.';
  const typed: IContent = {
    speaker: 'human',
    blocks: [
      {
        type: 'text',
        text: `What binds:\n- (must not) ${text}\n- (must not) - (must not) ${text}`,
      },
    ],
  };
  const { directives } = await snapshotFacts([typed], defaultToolTaxonomy);
  expect(directives.map((directive) => directive.text)).toContain(text);
  expect(directives.filter((directive) => directive.text.startsWith('- ('))).toEqual([]);
});

const refusing = () => Promise.reject(new Error('no'));

test('rejects a provider that is an async function, without an unhandled rejection', async () => {
  const unheard: unknown[] = [];
  const hear = (error: unknown) => void unheard.push(error);
  process.on('unhandledRejection', hear);
  try {
    const host = { name: 'host', generateChatCompletion: refusing } as never;
    await expect(compress({ targetTokens: 100 }, { model: host })).rejects.toThrow(/async \*/);
    await new Promise((resolve) => setImmediate(resolve));
    expect(unheard).toEqual([]);
  } finally {
    process.off('unhandledRejection', hear);
  }
});
