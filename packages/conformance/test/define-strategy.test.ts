import { describeStrategy } from '../src/vitest.ts';
import type { CompressionResult, IContent, SettingSpec } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import { createSettings } from '@palimpsest/factory/settings';
import type { EditPlan } from '@palimpsest/engine/history';
import { history, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import {
  createStrategy,
  defineStrategy,
  replaceEntry,
  type StrategyDecision,
} from '@palimpsest/engine';

/** The strategy of the README. That file is not imported here: a test of READMEs must load it first. */
const forgetThinking = defineStrategy({
  name: 'forget-thinking',
  description: 'Removes the reasoning of old messages, oldest first.',
  humanText: 'kept',
  *candidates({ history: entries, tailStart, isProtected }) {
    for (const [at, entry] of entries.slice(0, tailStart).entries()) {
      const blocks = entry.blocks.filter(({ type }) => type !== 'thinking');
      const isReduced = blocks.length > 0 && blocks.length < entry.blocks.length;
      if (isProtected(entry) || !isReduced) continue;
      yield replaceEntry(at, { ...entry, blocks }, { thinkingBlocks: 1 });
    }
  },
});

describeStrategy(forgetThinking, { runs: 300 });

const conversation = (): IContent[] => history().human('one').ai('two').human('three').build();

const SPECS = [
  { key: 'own.flag', type: 'boolean', default: true, description: 'A flag.' },
  { key: 'own.count', type: 'integer', minimum: 0, description: 'A count.' },
  { key: 'own.mode', type: 'enum', values: ['a', 'b'], default: 'a', description: 'A mode.' },
] as const satisfies readonly SettingSpec[];

test('a strategy gets the settings of the call before those of the registry, and defaults last', async () => {
  const seen: unknown[] = [];
  const plugin = defineStrategy({
    name: 'own',
    description: 'Reads its settings.',
    humanText: 'kept',
    settings: SPECS,
    plan({ settings }) {
      seen.push(settings);
      return {};
    },
  });
  const strategy = createRegistry({ settings: { 'own.count': 1, 'own.mode': 'b' } })
    .register(plugin)
    .resolve('own');
  const settings = createSettings({ specs: SPECS, overrides: { 'own.count': 2 } });
  await strategy.compress({
    ...testContext(conversation(), { targetTokens: 1 }),
    settings: settings.explicitValues(),
  });
  expect(seen).toEqual([{ 'own.flag': true, 'own.count': 2, 'own.mode': 'b' }]);
});

test('a strategy gets the services that it declares: the default, or that of the registry or the call', async () => {
  const seen: unknown[] = [];
  const [standard, own, other] = ['standard', 'own', 'other'].map((word) => () => word);
  const plugin = defineStrategy({
    name: 'own',
    description: 'Looks at its services.',
    humanText: 'kept',
    services: { nonce: standard!, redact: undefined },
    plan({ services }) {
      seen.push([services.nonce(), services.redact?.('')]);
      return {};
    },
  });
  const context = testContext(conversation(), { targetTokens: 1 });
  await createStrategy(plugin).compress(context);
  const strategy = createStrategy(plugin, { nonce: own! });
  await strategy.compress(context);
  await strategy.compress({ ...context, services: { nonce: other!, redact: other! } });
  expect(seen).toEqual([
    ['standard', undefined],
    ['own', undefined],
    ['other', 'other'],
  ]);
});

test('a definition that changes its history does not change that of the host', async () => {
  const strategy = createStrategy(
    defineStrategy({
      name: 'own',
      description: 'Breaks a rule.',
      humanText: 'kept',
      plan(input) {
        (input.history as IContent[]).pop();
        return {};
      },
    }),
  );
  const entries = conversation();
  await strategy.compress(testContext(entries, { targetTokens: 1 }));
  expect(entries).toHaveLength(3);
});

/** Compresses by a plan without counts: removes the first two entries, or replaces the second. */
function planned(insertion: IContent | undefined): Promise<CompressionResult> {
  return createStrategy(
    defineStrategy({
      name: 'own',
      description: 'Plans without counting.',
      humanText: 'eligible',
      plan: () => ({
        plan: {
          edits:
            insertion === undefined
              ? new Map([
                  [0, undefined],
                  [1, undefined],
                ])
              : new Map([[1, insertion]]),
        },
      }),
    }),
  ).compress(testContext(conversation(), { targetTokens: 1 }));
}

test('a plan without a count is counted, and one that grows is a no-op', async () => {
  const smaller = await planned(undefined);
  expect(smaller).toMatchObject({ kind: 'applied' });
  expect(smaller.metadata.tokensAfter).toBeLessThan(smaller.metadata.tokensBefore!);
  const text = 'longer '.repeat(90);
  const larger = await planned({ speaker: 'ai', blocks: [{ type: 'text', text }] });
  expect(larger).toMatchObject({ kind: 'noop', reason: 'no-gain' });
});

test.each([
  [{}, 'candidates, plan: expected one of them as a function, got none.'],
  [
    { plan: () => ({}), candidates: () => [] },
    'candidates, plan: expected one of them as a function, got both.',
  ],
  [{ candidate: () => [] }, /^definition: expected one of name, .+, got "candidate"\.$/],
  [
    { plan: () => ({}), skipwhen: 'under-target' },
    /^definition: expected one of .*skipWhen.+"skipwhen"\.$/,
  ],
])('a definition with %j is refused', (members, message) => {
  const facts = { name: 'own', description: 'Does nothing.', humanText: 'kept', ...members };
  expect(() => defineStrategy(facts as never)).toThrow(message);
});

test.each<[string, object]>([
  ['An edit of entry 3', { candidates: () => [replaceEntry(3, undefined)] }],
  ['An edit of entry NaN', { candidates: () => [replaceEntry(Number.NaN, undefined)] }],
  ['An edit of entry 3', { plan: () => planOf(new Map([[3, undefined]])) }],
  ['An edit of entry -1', { plan: () => planOf(new Map([[-1, NEW]])) }],
])('%s: the compression fails if the history has no such entry', async (edit, members) => {
  const facts = { name: 'own', description: 'Miscounts.', humanText: 'eligible', ...members };
  const strategy = createStrategy(defineStrategy(facts as never));
  const compressed = strategy.compress(testContext(conversation(), { targetTokens: 1 }));
  await expect(compressed).rejects.toMatchObject({
    code: 'EDIT_INDEX_OUT_OF_BOUNDS',
    message: `${edit}: expected a whole number from 0 to 2.`,
  });
});

const NEW: IContent = { speaker: 'ai', blocks: [{ type: 'text', text: '.' }] };

function planOf(edits: EditPlan['edits']): StrategyDecision {
  return { plan: { edits }, tokensAfter: 1 };
}
