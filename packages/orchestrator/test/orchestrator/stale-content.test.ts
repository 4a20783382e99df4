import type { CompressionStrategy, IContent } from '@palimpsest/core-types';
import type { StrategyRegistry } from '@palimpsest/factory';
import { expect, test } from 'vitest';
import { exchange, human, registry, session } from './session.ts';

const use = (id: string, name: string, result: string): IContent[] => [
  {
    speaker: 'ai',
    blocks: [{ type: 'tool_call', id, name, parameters: { file_path: '/a.ts', content: '' } }],
  },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: id, toolName: name, result }] },
];

test('does not remove an entry as stale when the caller pins it', async () => {
  const { history, orchestrator } = session(
    { 'context-limit': 16_000, 'compression.strategy': 'high-density' },
    { pinned: (entry) => JSON.stringify(entry).includes('PRECIOUS') },
  );
  const read = use('r', 'read_file', 'PRECIOUS '.repeat(2_200));
  history.append(human('Go.'), ...read, ...use('w', 'write_file', 'ok'), ...exchange('x', 20));
  const outcome = await orchestrator.prepare();
  expect(outcome.history).toContain(read[1]);
});

/** Returns strategies with `own`, whose plan removes these entries as stale. */
function strategiesThatRemove(removals: readonly number[]): StrategyRegistry {
  const own: CompressionStrategy = {
    name: 'own',
    requiresLLM: false,
    trigger: { mode: 'continuous', defaultThreshold: 0.1 },
    compress: () => Promise.reject(new Error('not asked')),
    optimize: () => ({
      removals,
      replacements: new Map(),
      metadata: { readWritePairsPruned: 0, fileDeduplicationsPruned: 0, recencyPruned: 0 },
    }),
  };
  return registry().register({
    specification: 1,
    name: 'own',
    requiresLLM: false,
    humanText: 'kept',
    description: 'Of this test.',
    create: () => own,
  });
}

const OWN_ONLY = {
  'context-limit': 8_000,
  maxOutputTokens: 4_000,
  'compression.strategy': 'own',
  'compression.fallback': 'none',
};
const SYSTEM: IContent = { speaker: 'system', blocks: [{ type: 'text', text: 'Be careful.' }] };
const BLANK: IContent = { speaker: 'human', blocks: [] };
const UNPAIRED = exchange('lost', 10).slice(1);

test.each([
  ['the system entry and the request', [0, 1], []],
  ['a call without its result', [2], []],
  ['a call without its result, in a history with a blank entry', [2], [BLANK]],
  ['a call without its result, in a history with another unpaired result', [2], UNPAIRED],
])('fails when a plan removes %s', async (_what, removals, others) => {
  const { history, orchestrator } = session(OWN_ONLY, {
    strategies: strategiesThatRemove(removals),
  });
  history.append(SYSTEM, human('Go.'), ...exchange('a', 800), ...exchange('b', 800), ...others);
  const before = history.raw();
  expect(await orchestrator.prepare()).toMatchObject({
    kind: 'failed',
    cause: { code: 'LAW_BROKEN' },
  });
  expect(history.raw()).toBe(before);
});
