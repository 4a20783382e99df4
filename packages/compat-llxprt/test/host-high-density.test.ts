import { soleText, type IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyDensityResult,
  CompressionStrategyError,
  HighDensityStrategy,
  READ_TOOLS,
  WRITE_TOOLS,
  type DensityConfig,
} from '../src/index.ts';
import { applied, hostContext, turns } from './host.ts';

const strategy = new HighDensityStrategy();

const config: DensityConfig = {
  readWritePruning: true,
  fileDedupe: true,
  recencyPruning: false,
  recencyRetention: 3,
  workspaceRoot: '/workspace',
};

function responsesOf(entries: readonly IContent[]): string[] {
  return entries.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'tool_response' ? [soleText(block.result) ?? ''] : [],
    ),
  );
}

/** Twenty entries, five of them read results. */
function agentic(result: unknown): IContent[] {
  const builder = history();
  for (let turn = 0; turn < 5; turn += 1) {
    builder.human(`message ${turn}`);
    builder.call('read_file', { file_path: `src/${turn}.ts` }).result(result);
    builder.ai(`answer ${turn}`);
  }
  return builder.build();
}

test.each([
  [undefined, 65_280],
  [0.9, 97_920],
  [0.6, 65_280],
])(
  'for a context window of 128,000 and headroom %s, the target is %d',
  async (headroom, target) => {
    const options = headroom === undefined ? {} : { headroom };
    const result = await strategy.compress(hostContext(agentic('x'), options));
    expect(result.metadata.targetTokens).toBe(target);
  },
);

test.each(['one line', 'line\n'.repeat(200), { rows: [1, 2, 3] }, 'ok'])(
  'the summary line of result %# has under 200 characters, the tool and the status',
  async (result) => {
    const { newHistory } = applied(await strategy.compress(hostContext(agentic(result))));
    const lines = responsesOf(newHistory.slice(0, 12));
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line.length).toBeLessThan(200);
      expect(line).toMatch(/read_file.*success/);
    }
  },
);

const lineOf = async (name: string, parameters: unknown, result: unknown, error?: string) => {
  const entries = history().call(name, parameters).result(result, error).build();
  const context = hostContext([...entries, ...turns(10)]);
  return applied(await strategy.compress(context)).newHistory[1]!.blocks[0];
};

test.each([
  ['read_file', { absolute_path: 'src/a.ts' }, /^\[read_file src\/a\.ts: success/],
  ['run_shell_command', { command: 'pnpm test' }, /^\[run_shell_command pnpm test: done/],
  ['read_file', { file_path: `${'deep/'.repeat(200)}a.ts` }, /^\[read_file deep.*: success/],
])(
  'the summary line of a long %s result contains the subject of the call',
  async (name, call, line) => {
    const block = await lineOf(name, call, 'text '.repeat(200));
    expect(block).toMatchObject({ result: expect.stringMatching(line) });
    expect(responsesOf([{ speaker: 'tool', blocks: [block!] }])[0]!.length).toBeLessThan(200);
  },
);

/** Ids of tool results that are before their call or have no call. */
function orphansOf(entries: readonly IContent[]): string[] {
  const called = new Set<string>();
  const orphans: string[] = [];
  for (const block of entries.flatMap(({ blocks }) => blocks)) {
    if (block.type === 'tool_call') called.add(block.id);
    if (block.type === 'tool_response' && !called.has(block.callId)) orphans.push(block.callId);
  }
  return orphans;
}

test('for any window, meets the target or reports the shortfall, and leaves no unmatched result', async () => {
  const calls = fc.array(fc.constantFrom('call', 'human', 'ai'), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(calls, fc.integer({ min: 1, max: 20_000 }), async (kinds, limit) => {
      const builder = history().human('begin');
      for (const kind of kinds) {
        if (kind === 'call') builder.call('read_file', { path: 'a.ts' }).result('text '.repeat(50));
        else if (kind === 'human') builder.human('more');
        else builder.ai('done');
      }
      const before = builder.build();
      const result = await strategy.compress(hostContext(before, { limit }));
      const after = result.kind === 'applied' ? result.newHistory : before;
      const { targetTokens = 0, shortfallTokens = 0 } = result.metadata;
      expect(after.length).toBeGreaterThan(0);
      expect(after.length * 100 - shortfallTokens).toBeLessThanOrEqual(targetTokens);
      expect(orphansOf(after)).toEqual([]);
    }),
  );
});

test.each(READ_TOOLS.flatMap((read) => WRITE_TOOLS.map((write) => [read, write] as const)))(
  'removes a %s before a %s of the same file, with its result',
  (read, write) => {
    const parameters = read === 'read_many_files' ? { paths: ['a.ts'] } : { file_path: 'a.ts' };
    const before = history()
      .human('go')
      .call(read, parameters)
      .result('old')
      .call(write, { absolute_path: '/workspace/a.ts' })
      .result('written')
      .human('on')
      .build();
    const plan = strategy.optimize(before, config);
    expect(plan.metadata).toEqual({
      readWritePairsPruned: 1,
      fileDeduplicationsPruned: 0,
      recencyPruned: 0,
    });
    const after = applyDensityResult(before, plan);
    expect(after).toEqual([before[0], ...before.slice(3)]);
    expect(strategy.optimize(after, config).removals).toEqual([]);
  },
);

test.each([
  ['DENSITY_CONFLICT', [0], [0]],
  ['DENSITY_INDEX_OUT_OF_BOUNDS', [5], []],
  ['DENSITY_INVALID_RESULT', [0, 0], []],
])('rejects a plan that cannot be applied: %s', (code, removals, replaced) => {
  const before = turns(2);
  const replacements = new Map(replaced.map((index) => [index, before[index]!]));
  const apply = (): IContent[] => applyDensityResult(before, { removals, replacements });
  expect(apply).toThrow(CompressionStrategyError);
  expect(apply).toThrow(expect.objectContaining({ code }));
});
