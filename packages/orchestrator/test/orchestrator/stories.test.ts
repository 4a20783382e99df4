import type { IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { brokenIn } from './outcome-laws.ts';
import { overloaded, scripted, sourceWith, withoutOldest } from './scripted.ts';
import { estimateTokens, exchange, human, session, thought } from './session.ts';

const WINDOW = { 'context-limit': 4_200, maxOutputTokens: 200, 'compression.economics': false };

const ai = (text: string, metadata: IContent['metadata'] = {}): IContent => ({
  speaker: 'ai',
  blocks: [{ type: 'text', text }],
  metadata,
});

/** Returns a history over the trigger and under the limit. */
const long = (): IContent[] =>
  'abcdefghij'
    .split('')
    .flatMap((id) => exchange(id, 440))
    .concat(human('And?'));

const thinking = ({ blocks }: IContent): boolean => blocks.some(({ type }) => type === 'thinking');

test('leaves a server-managed conversation unchanged until the host breaks with it', async () => {
  const { history, orchestrator } = session({ ...WINDOW });
  history.append(...long(), ai('Done.', { responsesStored: true }));
  const pending = [human('Go on.')];
  const kept = await orchestrator.prepare({ pending });
  expect(kept).toMatchObject({ kind: 'unchanged', reason: 'server-held' });
  expect(kept.history).toBe(history.curated());
  expect(kept.pending).toBe(pending);
  expect(kept.tokensAfter).toBeGreaterThan(kept.budget.trigger);
  const broken = await orchestrator.prepare({ pending, serverManaged: 'break' });
  expect(broken.kind).toBe('compressed');
  expect(broken.firstChangedIndex).toBeDefined();
});

test('with `allowRewrite` set to never, nothing already sent changes, even over the limit', async () => {
  const { history, orchestrator } = session({ ...WINDOW, 'compression.ingestTokens': 200 });
  history.append(...long(), ai('It is green.'), ...long(), ai('Done.'));
  await orchestrator.prepare({ serverManaged: 'leave' });
  const sent = history.curated();
  const [call, result] = exchange('new', 800);
  history.append(call);
  const outcome = await orchestrator.prepare({ pending: [result], allowRewrite: 'never' });
  expect(outcome).toMatchObject({
    kind: 'compressed',
    ingested: 1,
    // Only the result changes, not the call before it.
    firstChangedIndex: sent.length + 1,
  });
  expect([...outcome.history]).toEqual([...sent, call]);
  expect(outcome.tokensAfter).toBeGreaterThan(outcome.budget.limit);
  const last = await orchestrator.prepare({ allowRewrite: 'never' });
  expect(last).toMatchObject({ kind: 'unchanged', reason: 'append-only' });
});

test('does not rewrite the history in a tool loop with signed reasoning', async () => {
  const { history, orchestrator } = session({ ...WINDOW });
  const [call, result] = thought('t', 20);
  history.append(...long(), call);
  const waiting = await orchestrator.prepare({ pending: [result] });
  expect(waiting).toMatchObject({ kind: 'unchanged', reason: 'not-now' });
  history.append(result, ai('It is green.'));
  const turn = await orchestrator.prepare({ pending: [human('Good. Next?')] });
  expect(turn.kind).toBe('compressed');
  const from = turn.firstChangedIndex!;
  expect([...turn.history].slice(from).some(thinking)).toBe(false);
});

test('over the limit, compresses despite signed reasoning and removes it from the first change on', async () => {
  const { history, orchestrator } = session({ ...WINDOW });
  const [early, earlier] = thought('s', 20);
  const [call, result] = thought('t', 20);
  history.append(human('Fix it.'), early, earlier, ...long(), ...exchange('f', 920), call);
  const outcome = await orchestrator.prepare({ pending: [result] });
  expect(outcome.tokensBefore).toBeGreaterThan(outcome.budget.limit);
  expect(outcome.tokensAfter).toBeLessThanOrEqual(outcome.budget.limit);
  const from = outcome.firstChangedIndex!;
  expect([...outcome.history].slice(from).some(thinking)).toBe(false);
  expect([...outcome.history].slice(0, from)).toEqual([...history.curated()].slice(0, from));
});

test('skips the strategy for 60 s after three failures, and truncates over the limit meanwhile', async () => {
  let asked = 0;
  const strategies = sourceWith(
    scripted('overloaded', () => {
      asked += 1;
      return Promise.reject(overloaded());
    }),
  );
  const settings = {
    ...WINDOW,
    'compression.strategy': 'overloaded',
    'compression.fallback': 'none',
  };
  const { history, orchestrator, clock } = session(settings, {
    strategies,
    attempts: { retries: 0 },
  });
  history.append(...long());
  for (const expected of [1, 2, 3]) {
    expect(await orchestrator.prepare()).toMatchObject({
      kind: 'failed',
      reason: 'retries-used-up',
    });
    expect(asked).toBe(expected);
  }
  expect(await orchestrator.prepare()).toMatchObject({ kind: 'unchanged', reason: 'cooling-down' });
  clock.now += 59_999;
  expect(await orchestrator.prepare({ pending: exchange('f', 1_600) })).toMatchObject({
    kind: 'compressed',
    steps: ['reduce-results'],
  });
  expect(asked).toBe(3);
  clock.now += 1;
  history.append(...exchange('g', 1_900));
  await orchestrator.prepare({ pending: [human('Again.')] });
  expect(asked).toBe(4);
});

test('when the fallback continues a compression by a model, the model calls are reported', async () => {
  const usage = { promptTokens: 900, completionTokens: 50, totalTokens: 950 };
  const strategies = sourceWith(
    scripted('costly', async (context) => {
      const result = withoutOldest(context, 1);
      return { ...result, metadata: { ...result.metadata, llmCallMade: true, usage } };
    }),
  );
  const settings = { ...WINDOW, 'compression.strategy': 'costly' };
  const { history, orchestrator } = session(settings, { strategies });
  history.append(human('Fix it. '.repeat(40)), ...long());
  const outcome = await orchestrator.prepare();
  expect(outcome).toMatchObject({ kind: 'compressed', compression: { reason: 'fallback' } });
  expect(outcome.modelCalls).toEqual([{ usage }]);
});

test('uses the fallback when the strategy fails, and reports the cause', async () => {
  const error = overloaded();
  const strategies = sourceWith(scripted('overloaded', () => Promise.reject(error)));
  const settings = { ...WINDOW, 'compression.strategy': 'overloaded' };
  const { history, orchestrator } = session(settings, { strategies, attempts: { retries: 0 } });
  history.append(...long());
  const outcome = await orchestrator.prepare();
  expect(outcome).toMatchObject({
    kind: 'compressed',
    compression: { strategy: 'top-down-truncation', reason: 'fallback', cause: error },
  });
  expect(outcome.attempts).toHaveLength(2);
});

test('compresses when `force` is set, even if nothing is due', async () => {
  const { history, orchestrator } = session({ ...WINDOW, 'context-limit': 20_000 });
  history.append(...long(), ...exchange('f', 4_000), ...exchange('g', 4_000), human('Well?'));
  expect(await orchestrator.prepare({ pending: [human('Go on.')] })).toMatchObject({
    kind: 'unchanged',
  });
  const outcome = await orchestrator.prepare({ pending: [human('Go on.')], force: true });
  expect(outcome.kind).toBe('compressed');
  expect(outcome.tokensAfter).toBeLessThan(outcome.tokensBefore);
});

test('reports the irreducible tokens when the request cannot fit, and keeps pinned entries', async () => {
  const { history, orchestrator } = session({ ...WINDOW });
  const pinned = { ...human('Keep this. '.repeat(1_200)), metadata: { pinned: true } };
  history.append(pinned, ...exchange('a', 1_600), human('And?'));
  const pending = [human('Go on. '.repeat(900))];
  const outcome = await orchestrator.prepare({ pending, overhead: { system: 300, tools: 100 } });
  expect(outcome.kind).toBe('overflow');
  const { error } = outcome as Extract<typeof outcome, { kind: 'overflow' }>;
  const { floor } = error;
  expect(floor).toMatchObject({ system: 300, tools: 100, pending: estimateTokens(pending) });
  expect(floor.pinned).toBe(estimateTokens([pinned]));
  expect(error.name).toBe('ContextOverflowError');
  expect(error.message).toContain('(200 more are kept free for the output: maxOutputTokens)');
  expect(outcome.pending).toBe(pending);
  expect([...history.curated()]).toEqual([...outcome.history]);
  expect(history.raw()).toContain(pinned);
});

test('corrects token counts by reported usage, so that compression is due earlier', async () => {
  const { history, orchestrator } = session({ ...WINDOW, 'context-limit': 5_500 });
  history.append(...long());
  const first = await orchestrator.prepare();
  expect(first).toMatchObject({ kind: 'unchanged', reason: 'not-due' });
  for (let time = 0; time < 5; time += 1) {
    const promptTokens = Math.round(Number(estimateTokens([...history.curated()])) * 1.5);
    const usage = { promptTokens, completionTokens: 0, totalTokens: promptTokens };
    orchestrator.report({ usage });
  }
  const second = await orchestrator.prepare();
  expect(second.tokensBefore / first.tokensBefore).toBeCloseTo(1.5, 1);
  expect(second.tokensBefore).toBeGreaterThan(second.budget.trigger);
  expect(second.kind).toBe('compressed');
  expect(second.tokensAfter).toBeLessThanOrEqual(second.budget.limit);
});

test.each([920, 1_200])(
  'does not invent a result when a user message follows a pending call: results of %d',
  async (tokens) => {
    const { history, orchestrator } = session({ ...WINDOW });
    const [call, result] = exchange('z', 20);
    history.append(...['a', 'b', 'c', 'd', 'e'].flatMap((id) => exchange(id, tokens)));
    history.append(call, human('And hurry.'));
    const outcome = await orchestrator.prepare({ pending: [result] });
    expect(outcome).toMatchObject(
      tokens === 920 ? { kind: 'unchanged', reason: 'not-now' } : { kind: 'compressed' },
    );
    expect(brokenIn([...outcome.history, ...outcome.pending])).toEqual([]);
    expect(outcome.pending).toEqual([result]);
    history.append(...outcome.pending);
    const next = await orchestrator.prepare({ force: true });
    expect(next.kind).toBe('compressed');
    expect(brokenIn(next.history)).toEqual([]);
  },
);

test('directives notes do not cause an overflow, and the newest directive stays', async () => {
  const { history, orchestrator } = session({ 'context-limit': 16_000 });
  for (let at = 0; at < 60; at += 1) {
    const rules = Array.from(
      { length: 12 },
      (_, rule) =>
        `You must never use module ${at}-${rule} in the service of the warehouse, because it is forbidden there.`,
    );
    const { pending } = await orchestrator.prepare({ pending: [human(rules.join('\n'))] });
    history.append(...pending, ai('ok'));
  }
  const last = await orchestrator.prepare({ pending: [human(`Look: ${'word '.repeat(400)}`)] });
  expect(last.kind).not.toBe('overflow');
  expect(JSON.stringify(last.history)).toContain('module 59-11');
});
