import { createStrategy } from '@palimpsest/engine';
import type { CompressionContext, CompressionResult, IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { READ_TOOLS, WRITE_TOOLS } from '@palimpsest/tool-taxonomy';
import { highDensity } from '../src/index.ts';

/** The context that llxprt-code passes to a strategy: its services, a few ephemerals, and a provider that must not be resolved. */
function hostContext(
  entries: readonly IContent[],
  {
    preserve = 0.3,
    limit = 128_000,
    headroom,
    estimateTokens = (list: readonly IContent[]) => Promise.resolve(list.length * 100),
  }: {
    readonly preserve?: number;
    readonly limit?: number;
    readonly headroom?: number;
    readonly estimateTokens?: CompressionContext['estimateTokens'];
  } = {},
): CompressionContext {
  const host = {
    history: entries,
    runtimeContext: {
      state: { model: 'any' },
      ephemerals: {
        compressionThreshold: () => 0.85,
        contextLimit: () => limit,
        preserveThreshold: () => preserve,
        topPreserveThreshold: () => 0.2,
        compressionProfile: () => undefined,
        ...(headroom === undefined ? {} : { densityCompressHeadroom: () => headroom }),
      },
    },
    runtimeState: {},
    estimateTokens,
    currentTokenCount: 100_000,
    logger: { debug: () => undefined },
    resolveProvider: () => {
      throw new Error('This strategy asks no model.');
    },
    promptResolver: {},
    promptBaseDir: '/prompts',
    promptContext: {},
    promptId: 'compression',
    activeTodos: '- [pending] test',
  };
  return host;
}

const strategy = createStrategy(highDensity);

async function applied(
  context: CompressionContext,
): Promise<Extract<CompressionResult, { kind: 'applied' }>> {
  const result = await strategy.compress(context);
  if (result.kind === 'noop') throw new Error(`Nothing happened: ${result.reason}.`);
  return result;
}

function agentic(turns: number, result: unknown = 'x'.repeat(400)): IContent[] {
  const built = history();
  for (let turn = 0; turn < turns; turn += 1) {
    built
      .human(`message ${turn}`)
      .call('read_file', { file_path: `src/${turn}.ts` })
      .result(result);
    built.ai(`answer ${turn}`);
  }
  return built.build();
}

test('has the name, the trigger and the tool lists that the host expects', () => {
  expect(strategy).toMatchObject({
    name: 'high-density',
    requiresLLM: false,
    trigger: { mode: 'continuous', defaultThreshold: 0.6 },
  });
  expect(READ_TOOLS).toEqual(['read_file', 'read_line_range', 'read_many_files', 'ast_read_file']);
  expect(WRITE_TOOLS).toEqual([
    'write_file',
    'ast_edit',
    'replace',
    'insert_at_line',
    'delete_line_range',
  ]);
});

test('calls no model and returns complete metadata (REQ-HD-008.1, 008.5)', async () => {
  const before = agentic(5);
  const { metadata, newHistory } = await applied(hostContext(before));
  expect(metadata).toMatchObject({
    originalMessageCount: 20,
    compressedMessageCount: newHistory.length,
    strategyUsed: 'high-density',
    llmCallMade: false,
  });
  expect('middleCompressed' in metadata || 'usage' in metadata).toBe(false);
});

test('keeps the newest 6 of 20 entries, all calls and all text, and summarizes older results', async () => {
  const before = agentic(5);
  const { newHistory } = await applied(hostContext(before));
  expect(newHistory).toHaveLength(20);
  const changed = newHistory.flatMap((entry, index) => (entry === before[index] ? [] : [index]));
  expect(changed).toEqual([2, 6, 10]);
  for (const index of [2, 6, 10]) {
    const [block] = newHistory[index]!.blocks;
    const line = block?.type === 'tool_response' ? String(block.result) : '';
    expect(line).toBe(`[read_file src/${(index - 2) / 4}.ts: success, 400 chars]`);
  }
});

test.each([
  ['entries × 100', (list: readonly IContent[]) => list.length * 100],
  ['one for each entry', (list: readonly IContent[]) => Promise.resolve(list.length)],
])(
  'summarizes very short results if the estimator ignores their length: %s',
  async (_, estimateTokens) => {
    for (const tiny of ['ok', '', 'file content']) {
      const { newHistory } = await applied(hostContext(agentic(5, tiny), { estimateTokens }));
      const [block] = newHistory[2]!.blocks;
      const line = block?.type === 'tool_response' ? String(block.result) : '';
      expect(line).toContain('read_file');
      expect(line).toContain('success');
      expect(line.length).toBeLessThan(200);
    }
  },
);

test('the summary of a very short failure names tool, path and status', async () => {
  const before = [
    ...history()
      .call('read_file', { file_path: 'gone.ts' })
      .result('No such file', 'ENOENT')
      .build(),
    ...agentic(5),
  ].map((entry) => entry);
  const { newHistory } = await applied(hostContext(before));
  expect(newHistory[1]!.blocks[0]).toMatchObject({
    error: 'ENOENT',
    result: '[read_file gone.ts: error]\nNo such file',
  });
});

test('meets a distant target or reports the shortfall, and keeps the tail unchanged', async () => {
  const before = agentic(30);
  for (const limit of [20_000, 10_000, 5_000, 1_000]) {
    const { newHistory, metadata } = await applied(hostContext(before, { limit }));
    const target = Math.floor(0.85 * limit * 0.6);
    expect(metadata.targetTokens).toBe(target);
    const tokens = newHistory.length * 100;
    expect(tokens - (metadata.shortfallTokens ?? 0)).toBeLessThanOrEqual(target);
    expect(newHistory.slice(-36)).toEqual(before.slice(-36));
  }
});

test('multiplies the trigger by `densityCompressHeadroom` to get the target', async () => {
  const { metadata } = await applied(hostContext(agentic(5), { headroom: 0.9 }));
  expect(metadata.targetTokens).toBe(97_920);
});

test('accepts a synchronous and an asynchronous estimator', async () => {
  const before = agentic(20);
  const now = await applied(
    hostContext(before, { limit: 8_000, estimateTokens: (l) => l.length * 100 }),
  );
  const later = await applied(hostContext(before, { limit: 8_000 }));
  expect(now).toEqual(later);
});

test('uses the defaults when the host sets nothing', async () => {
  const context = { ...hostContext(agentic(5)), runtimeContext: { ephemerals: {} } };
  const { metadata, newHistory } = await applied(context);
  expect(metadata.targetTokens).toBe(102_000);
  expect(newHistory.slice(-4)).toEqual(context.history.slice(-4));
});

const words = (text: string): number => text.split(/\s+/).filter(Boolean).length;

const wordsOfTools = (entries: readonly IContent[]): number => {
  let tokens = 0;
  for (const { blocks } of entries) {
    for (const block of blocks) {
      if (block.type === 'tool_response') tokens += words(String(block.result));
      if (block.type === 'tool_call') tokens += words(JSON.stringify(block.parameters));
    }
  }
  return tokens;
};

test('keeps a short result whose summary would cost more tokens, and summarizes the longer ones', async () => {
  const before = history()
    .call('read_file', { file_path: '/workspace/src/file.ts' })
    .result('file content here...')
    .call('grep', { pattern: 'TODO' })
    .result('error occurred', 'grep failed')
    .human('done')
    .build();
  const { newHistory } = await applied(hostContext(before, { estimateTokens: wordsOfTools }));
  expect(newHistory[1]!.blocks[0]).toMatchObject({ result: '[read_file: success]' });
  expect(newHistory[3]).toBe(before[3]);
});
