import type { IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { PRICES } from '../../src/index.ts';
import { noop, scripted, sourceWith } from './scripted.ts';
import { exchange, human, session } from './session.ts';

const WINDOW = { 'context-limit': 2_000, maxOutputTokens: 200, 'compression.fallback': 'none' };

/** About 1,600 tokens of pinned directives. */
const pinned = (): IContent[] =>
  Array.from({ length: 34 }, (_, at) => ({
    ...human(`Demand ${at}: ${'keep this whole. '.repeat(9)}`),
    metadata: { pinned: true },
  }));

const usageOf = (tokens: number) => ({
  promptTokens: tokens,
  completionTokens: 0,
  totalTokens: tokens,
});

test('does not repeat an ineffective compression while nothing grows, even if reports move the target', async () => {
  let asked = 0;
  const strategies = sourceWith(
    scripted('idle', async () => {
      asked += 1;
      return noop('nothing-removable');
    }),
  );
  const settings = { ...WINDOW, 'compression.strategy': 'idle' };
  const { history, orchestrator } = session(settings, { strategies });
  history.append(...pinned());
  const reasons = new Set<unknown>();
  for (let turn = 0; turn < 50; turn += 1) {
    const outcome = await orchestrator.prepare();
    reasons.add(outcome.kind === 'unchanged' ? outcome.reason : outcome.kind);
    // The provider counts slightly fewer or more tokens each time.
    const factor = 1 + 0.004 * Math.sin(turn);
    orchestrator.report({ usage: usageOf(Math.round(outcome.tokensAfter * factor)) });
  }
  expect(asked).toBeLessThanOrEqual(2);
  expect(reasons).toEqual(new Set(['nothing-removable', 'nothing-new']));
});

test('when compression is ineffective at the limit, does not truncate at every turn', async () => {
  const strategies = sourceWith(scripted('idle', async () => noop('nothing-removable')));
  const settings = { ...WINDOW, 'compression.strategy': 'idle', 'context-limit': 8_000 };
  const { history, orchestrator } = session(settings, { strategies });
  let cuts = 0;
  for (let turn = 0; turn < 200; turn += 1) {
    history.append(human(`Message ${turn}: ${'one two three '.repeat(10)}`));
    if ((await orchestrator.prepare()).steps.length > 0) cuts += 1;
  }
  expect(cuts).toBeGreaterThan(0);
  // About twenty messages fit between trigger and limit.
  expect(cuts).toBeLessThan(10);
});

test('tries again with another strategy, and after enough growth', async () => {
  const asked: string[] = [];
  const idle = (name: string) =>
    scripted(name, async () => {
      asked.push(name);
      return noop('nothing-removable');
    });
  const strategies = sourceWith(idle('one'), idle('two'));
  const settings: Record<string, unknown> = { ...WINDOW, 'compression.strategy': 'one' };
  const lived = session(settings, { strategies });
  lived.history.append(...pinned());
  const { orchestrator } = lived;
  await orchestrator.prepare();
  await orchestrator.prepare();
  expect(asked).toEqual(['one']);
  lived.settings['compression.strategy'] = 'two';
  await orchestrator.prepare();
  await orchestrator.prepare();
  expect(asked).toEqual(['one', 'two']);
  lived.history.append(...exchange('a', 130));
  await orchestrator.prepare();
  expect(asked).toEqual(['one', 'two', 'two']);
});

test('rewrites the history rarely when the strategy can save almost nothing', async () => {
  const window = { 'context-limit': 8_000, maxOutputTokens: 4_000 };
  const { history, orchestrator, clock } = session(window, { prices: PRICES.anthropic });
  let rewrites = 0;
  let pending: IContent[] = [human('Go.')];
  for (let at = 0; at < 300; at += 1) {
    const outcome = await orchestrator.prepare({ pending });
    if (at >= 200 && outcome.firstChangedIndex !== undefined) rewrites += 1;
    const [call, result] = exchange(`c${at}`, 150);
    history.append(...outcome.pending, call);
    pending = [result];
    clock.now += 10_000;
  }
  expect(rewrites).toBeLessThan(25);
});
