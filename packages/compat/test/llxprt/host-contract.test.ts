import { createRegistry } from '@palimpsest/factory';
import { highDensity } from '@palimpsest/strategy-high-density';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import * as surface from '../../src/llxprt.ts';
import {
  COMPRESSION_STRATEGIES,
  DEFAULT_COMPRESSION_STRATEGY,
  getCompressionStrategy,
  HighDensityStrategy,
  MiddleOutStrategy,
  OneShotStrategy,
  parseCompressionStrategyName,
  TopDownTruncationStrategy,
  UnknownStrategyError,
} from '../../src/llxprt.ts';
import { applied, hostContext, hostModel, turns } from './host.ts';

test('exports every name that the host imports', () => {
  expect(Object.keys(surface)).toEqual(
    expect.arrayContaining([
      'HighDensityStrategy',
      'MiddleOutStrategy',
      'OneShotStrategy',
      'TopDownTruncationStrategy',
      'PRUNED_POINTER',
      'READ_TOOLS',
      'WRITE_TOOLS',
      'COMPRESSION_STRATEGIES',
      'parseCompressionStrategyName',
      'getCompressionStrategy',
      'adjustForToolCallBoundary',
      'findForwardValidSplitPoint',
      'findBackwardValidSplitPoint',
      'sanitizeHistoryForCompression',
      'mediaBlockToCompressionPlaceholder',
      'buildContinuationDirective',
      'CompressionStrategyError',
      'UnknownStrategyError',
      'PromptResolutionError',
      'CompressionExecutionError',
      'EmptySummaryError',
      'CompressionProfileNotFoundError',
      'isTransientCompressionError',
      'shouldRetryCompressionError',
      'isFallbackEligibleCompressionError',
      'applyDensityResult',
      'getCompletionBudget',
      'DEFAULT_COMPLETION_BUDGET',
      'DEFAULT_COMPLETION_FRACTION',
      'InvalidContextBudgetError',
      'ContextOverflowError',
      'resolveHeadAnchorSeq',
      'applyCompressionWithAnchor',
    ]),
  );
});

const CLASSIC = [
  ['middle-out', MiddleOutStrategy, true, { mode: 'threshold', defaultThreshold: 0.85 }],
  [
    'top-down-truncation',
    TopDownTruncationStrategy,
    false,
    { mode: 'threshold', defaultThreshold: 0.85 },
  ],
  ['one-shot', OneShotStrategy, true, { mode: 'threshold', defaultThreshold: 0.85 }],
  ['high-density', HighDensityStrategy, false, { mode: 'continuous', defaultThreshold: 0.6 }],
] as const;

test.each(CLASSIC)('%s needs no constructor arguments', (name, Strategy, requiresLLM, trigger) => {
  expect(new Strategy()).toMatchObject({ name, requiresLLM, trigger });
  expect(getCompressionStrategy(name)).toBeInstanceOf(Strategy);
});

test('only high-density has an optimize method', () => {
  const optimizing = COMPRESSION_STRATEGIES.filter(
    (name) => getCompressionStrategy(name).optimize !== undefined,
  );
  expect(optimizing).toEqual(['high-density']);
});

test('the strategy names are exactly the classic four, and the default is middle-out', () => {
  expect([...COMPRESSION_STRATEGIES]).toEqual(CLASSIC.map(([name]) => name));
  for (const name of COMPRESSION_STRATEGIES) expect(parseCompressionStrategyName(name)).toBe(name);
  expect(DEFAULT_COMPRESSION_STRATEGY).toBe('middle-out');
});

test.each(['', 'high-densty', 'salience', 'constructor', '__proto__'])(
  'rejects the name %j, and shows it in the error',
  (name) => {
    for (const call of [parseCompressionStrategyName, getCompressionStrategy]) {
      expect(() => call(name)).toThrow(UnknownStrategyError);
      expect(() => call(name)).toThrow(`"${name}"`);
      expect(() => call(name)).toThrow(
        expect.objectContaining({ code: 'UNKNOWN_STRATEGY', strategy: name }),
      );
    }
  },
);

test('finds names beyond the classic four in a registry', () => {
  const registry = createRegistry().register(topDownTruncation);
  registry.register({
    ...highDensity,
    name: 'own',
    create: (services) => Object.assign(highDensity.create(services), { name: 'own' }),
  });
  expect(parseCompressionStrategyName('own', registry.names())).toBe('own');
  expect(getCompressionStrategy('own', registry)).toMatchObject({
    name: 'own',
    requiresLLM: false,
  });
  expect(() => getCompressionStrategy('middle-out', registry)).toThrow(UnknownStrategyError);
});

test('the lists of read and write tools equal those of the host', () => {
  expect(surface.READ_TOOLS).toEqual([
    'read_file',
    'read_line_range',
    'read_many_files',
    'ast_read_file',
  ]);
  expect(surface.WRITE_TOOLS).toEqual([
    'write_file',
    'ast_edit',
    'replace',
    'insert_at_line',
    'delete_line_range',
  ]);
});

test.each(CLASSIC)('%s returns a no-op for an empty history', async (_, Strategy) => {
  const result = await new Strategy().compress(hostContext([]));
  expect(result).toMatchObject({
    kind: 'noop',
    reason: 'empty-history',
    metadata: { originalMessageCount: 0, compressedMessageCount: 0, llmCallMade: false },
  });
  expect(result).not.toHaveProperty('newHistory');
});

test.each(CLASSIC)('%s works with a minimal host context', async (name, Strategy) => {
  const { resolved } = hostModel();
  const talk = turns(40);
  const before = [...history().call('grep').result('found').build(), ...talk];
  const result = await new Strategy().compress({
    history: before,
    estimateTokens: (entries) => entries.length * 10_000,
    currentTokenCount: 420_000,
    runtimeContext: { ephemerals: {} },
    resolveProvider: () => resolved,
  });
  expect(applied(result).metadata).toMatchObject({
    strategyUsed: name,
    originalMessageCount: 42,
    compressedMessageCount: applied(result).newHistory.length,
  });
  expect(applied(result).newHistory.at(-1)).toBe(talk.at(-1));
});

test('a split point is never between a tool call and its result', () => {
  const entries = history().human('a').call('grep').result('b').ai('c').build();
  expect(surface.adjustForToolCallBoundary(entries, 2)).toBe(3);
  expect(surface.findForwardValidSplitPoint(entries, 2)).toBe(3);
  expect(surface.findBackwardValidSplitPoint(entries, 2)).toBe(1);
});

test('a sanitized history contains neither tool calls nor media', () => {
  const image = { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' } as const;
  expect(surface.mediaBlockToCompressionPlaceholder(image)).toBe('[Attached image: image/png]');
  const sent = surface.sanitizeHistoryForCompression([
    ...history().call('grep', { pattern: 'x' }).result('try rg', 'grep is missing').build(),
    { speaker: 'human', blocks: [{ ...image, caption: 'a chart' }] },
  ]);
  expect(sent).toEqual([
    {
      speaker: 'ai',
      blocks: [{ type: 'text', text: '[Tool Call: grep]\nParameters: {"pattern":"x"}' }],
    },
    {
      speaker: 'human',
      blocks: [
        { type: 'text', text: '[Tool Result: grep]\nError: grep is missing\nResult: try rg' },
      ],
    },
    { speaker: 'human', blocks: [{ type: 'text', text: '[Attached image: a chart]' }] },
  ]);
});

const CONFIG = {
  readWritePruning: true,
  fileDedupe: true,
  recencyPruning: false,
  recencyRetention: 3,
  workspaceRoot: '/workspace',
};

test('a plan of `optimize` removes a read before a write of the same file, with its result', () => {
  const before = history()
    .human('go')
    .call('read_file', { file_path: 'a.ts' })
    .result('old')
    .call('write_file', { absolute_path: '/workspace/a.ts' })
    .result('written')
    .human('on')
    .build();
  const plan = new HighDensityStrategy().optimize(before, CONFIG);
  const after = surface.applyDensityResult(before, plan);
  expect(plan.metadata).toMatchObject({ readWritePairsPruned: 1, fileDeduplicationsPruned: 0 });
  expect(after).toEqual([before[0], ...before.slice(3)]);
});

test.each([
  ['DENSITY_CONFLICT', [0], [0]],
  ['DENSITY_INDEX_OUT_OF_BOUNDS', [5], []],
  ['DENSITY_INVALID_RESULT', [0, 0], []],
])('rejects a plan that cannot be applied: %s', (code, removals, replaced) => {
  const before = turns(2);
  const replacements = new Map(replaced.map((index) => [index, before[index]!]));
  const apply = () => surface.applyDensityResult(before, { removals, replacements });
  expect(apply).toThrow(expect.objectContaining({ code }));
});
