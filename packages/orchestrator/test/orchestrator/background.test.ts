import type { IContent } from '@palimpsest/core-types';
import { createSettings } from '@palimpsest/factory/settings';
import { findViolations } from '@palimpsest/engine/history';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { scriptedProvider, type ScriptedAnswer } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressInBackground, type BackgroundCompressions } from '../../src/background.ts';
import { createConversationHistory, createOrchestrator } from '../../src/index.ts';
import type { OrchestratorOptions } from '../../src/orchestrator/orchestrator.ts';
import { estimateTokens, exchange, human, registry } from './session.ts';
import { SUMMARY, WINDOW } from './summary-window.ts';

test.each([
  ['strategies', { strategies: {} }],
  ['estimateTokens', { estimateTokens: 4 }],
  ['attempts.retries', { attempts: { retries: Number.NaN } }],
  ['attempts', { attempts: { retry: 1 } }],
])('rejects an invalid option of background compressions: %s', (option, invalid) => {
  const runner = { strategies: registry(), estimateTokens, ...(invalid as object) };
  expect(() => compressInBackground(runner)).toThrow(
    expect.objectContaining({ name: 'OptionError', option }),
  );
});

/** A model that answers when it is told to. */
function slowModel() {
  const waiting: (() => void)[] = [];
  const answer: ScriptedAnswer = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return SUMMARY;
  };
  const provider = scriptedProvider([answer]);
  return {
    provider,
    answerAll: () => {
      for (const answerOne of waiting.splice(0)) answerOne();
    },
  };
}

function world(
  script: readonly ScriptedAnswer[] | ReturnType<typeof slowModel>['provider'],
  options: Partial<OrchestratorOptions> = {},
  settings: Record<string, unknown> = {},
) {
  const provider = Array.isArray(script)
    ? scriptedProvider(script as readonly ScriptedAnswer[])
    : (script as ReturnType<typeof scriptedProvider>);
  const strategies = registry().register(middleOut);
  const clock = { now: 1_000_000 };
  const runner = {
    strategies,
    estimateTokens,
    resolveProvider: () => provider,
    attempts: { retries: 0 },
    now: () => clock.now,
  };
  const background = compressInBackground(runner);
  const given = {
    ...runner,
    background,
    history: createConversationHistory([human('Run every step. Never push to main.')]),
    settings: createSettings({
      overrides: { ...WINDOW, ...settings },
      specs: () => strategies.settingSpecs(),
    }),
    ...options,
  };
  let steps = 0;
  let orchestrator = createOrchestrator(given);
  return {
    given,
    provider,
    background,
    clock,
    history: given.history,
    /** Adds an exchange of about `tokens` tokens, and prepares the next request. */
    step: async (tokens: number) => {
      steps += 1;
      clock.now += 1_000;
      given.history.append(...exchange(`step${steps}`, tokens));
      return await orchestrator.prepare();
    },
    /** Continues with another orchestrator, as a new process would. */
    restart: () => {
      const state: unknown = JSON.parse(JSON.stringify(orchestrator.toJSON()));
      orchestrator = createOrchestrator({ ...given, state });
    },
  };
}

function violations(entries: readonly IContent[]) {
  return findViolations([...entries]);
}

const textOf = (entries: readonly IContent[]) => JSON.stringify(entries);

test('starts a job before compression is due, and applies its result when it is', async () => {
  const { step, background, history, provider } = world([SUMMARY]);
  const kinds: unknown[] = [];
  for (let turn = 0; turn < 9; turn += 1) {
    const outcome = await step(800);
    kinds.push(outcome.background ?? outcome.kind);
    await background.idle();
    if (outcome.background !== 'applied') continue;
    expect(outcome).toMatchObject({ kind: 'compressed', compression: { strategy: 'middle-out' } });
    expect(outcome.tokensAfter).toBeLessThan(outcome.budget.target);
    expect(outcome.modelCalls).toHaveLength(1);
    break;
  }
  expect(kinds.at(-1)).toBe('applied');
  expect(kinds).toContain('started');
  expect(provider.requests).toHaveLength(1);
  expect(textOf(history.raw())).toContain('The agent ran every step.');
  expect(textOf(history.raw())).toContain('Never push to main.');
  expect(violations(history.raw())).toEqual([]);
});

test('only the jobs need a model; a forced compression without one falls back', async () => {
  const { given, history, background } = world([SUMMARY]);
  const { resolveProvider: _resolveProvider, ...withoutModel } = given;
  const orchestrator = createOrchestrator(withoutModel);
  const seen: unknown[] = [];
  for (let turn = 0; turn < 9 && !seen.includes('applied'); turn += 1) {
    history.append(...exchange(`step${turn}`, 800));
    seen.push((await orchestrator.prepare()).background);
    await background.idle();
  }
  expect(seen).toContain('applied');
  history.append(...exchange('last', 800));
  expect(await orchestrator.prepare({ force: true })).toMatchObject({
    kind: 'compressed',
    compression: { strategy: 'salience', cause: { code: 'NO_MODEL' } },
  });
});

test('no request waits for the model: the fallback carries those that are due, and the summary replaces its work later', async () => {
  const { provider, answerAll } = slowModel();
  const store = await openOriginals(memoryOriginals(), { session: 'one' });
  const { step, background, history } = world(provider, {
    saveOriginals: ({ before, after, by }) => store.keep(before, after, { strategy: by }),
  });
  const original: IContent[] = [...history.raw()];
  const outcomes = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const from = history.length;
    const outcome = await step(700);
    original.push(...exchange(`step${turn + 1}`, 700));
    expect(history.length).toBeLessThanOrEqual(from + 2);
    outcomes.push(outcome);
  }
  const carried = outcomes.filter(({ kind }) => kind === 'compressed');
  expect(carried.length).toBeGreaterThan(0);
  for (const outcome of carried)
    expect(outcome).toMatchObject({ compression: { strategy: 'salience' } });
  expect(textOf(history.raw())).not.toContain('The agent ran every step.');
  answerAll();
  await new Promise((resolve) => setTimeout(resolve, 0));
  answerAll();
  await background.idle();
  let last = outcomes.at(-1)!;
  for (let turn = 12; turn < 30 && last.background !== 'applied'; turn += 1) {
    last = await step(700);
    original.push(...exchange(`step${turn + 1}`, 700));
    answerAll();
    await background.idle();
  }
  expect(last).toMatchObject({ kind: 'compressed', compression: { strategy: 'middle-out' } });
  expect(textOf(history.raw())).toContain('The agent ran every step.');
  expect(violations(history.raw())).toEqual([]);
  const { messages } = await store.restore([...history.raw()]);
  expect(JSON.stringify(messages)).toBe(JSON.stringify(original));
});

test('drops a result if the history was changed by others, and nothing has happened', async () => {
  const { step, background, history } = world([SUMMARY]);
  let outcome = await step(800);
  while (outcome.background !== 'started') outcome = await step(800);
  await background.idle();
  const [first, ...others] = history.raw();
  history.replace(history.raw(), [{ ...first!, blocks: human('Stop.').blocks }, ...others]);
  const before = history.raw();
  outcome = await step(10);
  expect(outcome.kind).toBe('unchanged');
  expect(history.raw().slice(0, before.length)).toEqual(before);
  // A job for the new history follows.
  expect(outcome.background).toBe('started');
  await background.idle();
  while (outcome.background !== 'applied') outcome = await step(800);
  expect(textOf(history.raw())).toContain('Stop.');
});

test('a new process continues with the job of the last one', async () => {
  const { step, background, restart, provider } = world([SUMMARY]);
  let outcome = await step(800);
  while (outcome.background !== 'started') outcome = await step(800);
  await background.idle();
  restart();
  while (outcome.background !== 'applied') outcome = await step(800);
  expect(provider.requests).toHaveLength(1);
});

test('after failures, the fallback carries requests, and jobs wait for the cool-down', async () => {
  const { step, background, clock, provider } = world([
    new Error('rejected'),
    new Error('rejected'),
  ]);
  for (let turn = 0; turn < 30; turn += 1) {
    const outcome = await step(700);
    expect(outcome.kind).not.toBe('failed');
    expect(outcome.tokensAfter).toBeLessThanOrEqual(outcome.budget.limit);
    await background.idle();
  }
  const before = provider.requests.length;
  expect(before).toBeLessThanOrEqual(3);
  clock.now += 61_000;
  for (let turn = 0; turn < 12; turn += 1) await step(700);
  await background.idle();
  expect(provider.requests.length).toBeGreaterThan(before);
});

test('does not ask again and again for summaries that save nothing', async () => {
  const long = `<state_snapshot>\n${'The agent ran a step and saw that it went well. '.repeat(900)}\n</state_snapshot>`;
  const { step, background, provider } = world([long]);
  for (let turn = 0; turn < 40; turn += 1) {
    await step(150);
    await background.idle();
  }
  expect(provider.requests.length).toBeLessThanOrEqual(8);
});

test('a queue that does not answer stops no request', async () => {
  const lost: BackgroundCompressions = {
    start: () => Promise.reject(new Error('no connection')),
    find: () => Promise.reject(new Error('no connection')),
  };
  const { step } = world([SUMMARY], { background: lost });
  for (let turn = 0; turn < 15; turn += 1) {
    const { tokensAfter, budget } = await step(800);
    expect(tokensAfter).toBeLessThanOrEqual(budget.limit);
  }
});

test('without a fallback, a due request waits for the result, and never exceeds the limit', async () => {
  const { provider, answerAll } = slowModel();
  const { step, background } = world(provider, {}, { 'compression.fallback': 'none' });
  let outcome = await step(800);
  while (outcome.tokensBefore < 6_460) outcome = await step(800);
  expect(outcome).toMatchObject({
    kind: 'unchanged',
    reason: 'in-background',
    background: 'running',
  });
  for (let turn = 0; turn < 4; turn += 1) {
    const { tokensAfter, budget } = await step(800);
    expect(tokensAfter).toBeLessThanOrEqual(budget.limit);
  }
  answerAll();
  await background.idle();
});

test('without a fallback, a due request says that jobs are paused after failures', async () => {
  const none = { 'compression.fallback': 'none' };
  const { step, background, clock } = world([new Error('rejected')], {}, none);
  let outcome = await step(200);
  while (outcome.tokensBefore < 7_200) {
    outcome = await step(200);
    await background.idle();
  }
  expect(outcome).toMatchObject({ kind: 'unchanged', reason: 'cooling-down' });
  clock.now += 61_000;
  expect(await step(10)).toMatchObject({ reason: 'in-background', background: 'started' });
});
