import { SpanStatusCode } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { exchange, human } from '../orchestrator/session.ts';
import { fill, PRICES, refused, shrinks, watched } from './setup.ts';
import { eventsOf } from './telemetry.ts';

test('unchanged: records the figures of the request and its budget', async () => {
  const made = watched();
  made.history.append(human('Fix it.'), ...exchange('a', 500));
  const outcome = await made.orchestrator.prepare({ pending: [human('Go on.')], model: 'large' });
  const [span, ...others] = made.seen.spans();
  expect(others).toEqual([]);
  expect(span).toMatchObject({
    name: 'palimpsest.prepare',
    status: { code: SpanStatusCode.UNSET },
  });
  expect(span!.attributes).toEqual({
    'palimpsest.call': 1,
    'palimpsest.entries.before': 4,
    'gen_ai.request.model': 'large',
    'palimpsest.outcome': 'unchanged',
    'palimpsest.reason': 'not-due',
    'palimpsest.strategy': 'salience',
    'palimpsest.tokens.before': outcome.tokensBefore,
    'palimpsest.tokens.after': outcome.tokensAfter,
    'palimpsest.entries.after': 4,
    'palimpsest.budget.target': outcome.budget.target,
    'palimpsest.budget.trigger': outcome.budget.trigger,
    'palimpsest.budget.limit': outcome.budget.limit,
    'palimpsest.attempts': 0,
    'palimpsest.ingested': 0,
    'palimpsest.optimized': 0,
  });
  expect(eventsOf(span)).toEqual([]);
});

test('optimized: records the number of reduced results and the first changed index', async () => {
  const made = watched({ settings: { 'compression.ingestTokens': 200 } });
  made.history.append(human('Fix it.'), ...exchange('a', 4_000));
  const { tokensBefore, tokensAfter, firstChangedIndex } = await made.orchestrator.prepare();
  expect(tokensAfter).toBeLessThan(tokensBefore);
  expect(made.seen.spans()[0]!.attributes).toMatchObject({
    'palimpsest.outcome': 'optimized',
    'palimpsest.ingested': 1,
    'palimpsest.tokens.before': tokensBefore,
    'palimpsest.tokens.after': tokensAfter,
    'palimpsest.first_changed_index': firstChangedIndex,
  });
});

test('compressed: records the strategy, the dropped entries and the token usage of the model', async () => {
  const usage = { promptTokens: 900, completionTokens: 40, totalTokens: 940, cachedTokens: 300 };
  const made = watched({ compress: shrinks([usage, usage]) });
  fill(made, 18);
  const outcome = await made.orchestrator.prepare();
  const { status, attributes } = made.seen.spans()[0]!;
  expect(status).toEqual({ code: SpanStatusCode.UNSET });
  expect(attributes).toMatchObject({
    'palimpsest.outcome': 'compressed',
    'palimpsest.strategy': 'scripted',
    'palimpsest.compression.strategy': 'scripted',
    'palimpsest.compression.reason': 'compressed',
    'palimpsest.compression.ineffective': false,
    'palimpsest.model_calls': 2,
    'gen_ai.usage.input_tokens': 1_800,
    'gen_ai.usage.output_tokens': 80,
    'gen_ai.usage.cache_read.input_tokens': 600,
    'gen_ai.usage.cache_creation.input_tokens': 0,
    'palimpsest.dropped.tool_calls': 16,
    'palimpsest.dropped.ai_entries': 16,
    'palimpsest.entries.before': 37,
    'palimpsest.entries.after': outcome.history.length,
    'palimpsest.attempts': 1,
  });
});

test('truncated: records the steps and the failure before them', async () => {
  const made = watched({
    settings: { 'compression.fallback': 'none' },
    compress: async () => {
      throw refused();
    },
  });
  fill(made, 30);
  expect((await made.orchestrator.prepare()).kind).toBe('truncated');
  const [span] = made.seen.spans();
  expect(span!.status.code).toBe(SpanStatusCode.UNSET);
  expect(span!.attributes['palimpsest.steps']).toEqual(['reduce-results']);
  expect(eventsOf(span).map(([name]) => name)).toEqual([
    'palimpsest.attempt.failed',
    'palimpsest.compression.failed',
  ]);
});

test('overflow: records an error status and the irreducible tokens', async () => {
  const made = watched();
  made.history.append(human('Fix it.'));
  const pending = [human('very '.repeat(20_000))];
  const outcome = await made.orchestrator.prepare({ pending, overhead: { system: 30, tools: 20 } });
  expect(outcome.kind).toBe('overflow');
  const [span] = made.seen.spans();
  expect(span!.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(span!.attributes).toMatchObject({
    'palimpsest.outcome': 'overflow',
    'error.type': 'ContextOverflowError',
    'palimpsest.error.code': 'CONTEXT_OVERFLOW',
    'palimpsest.floor.system': 30,
    'palimpsest.floor.tools': 20,
    'palimpsest.floor.pending': 25_007,
    'palimpsest.floor.pinned': 0,
  });
  expect(eventsOf(span)).toContainEqual([
    'exception',
    { 'exception.type': 'ContextOverflowError' },
  ]);
});

test('threw: records an error status and leaves no span open', async () => {
  const made = watched({ settings: { 'compression.strategy': 'nobody' } });
  await expect(made.orchestrator.prepare()).rejects.toThrow('nobody');
  const [span] = made.seen.spans();
  expect(span!.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(span!.attributes).toMatchObject({
    'palimpsest.outcome': 'threw',
    'error.type': 'UnknownStrategyError',
    'palimpsest.error.code': 'UNKNOWN_STRATEGY',
  });
  expect(eventsOf(span)).toEqual([['exception', { 'exception.type': 'UnknownStrategyError' }]]);
  expect(made.seen.open()).toBe(0);
});

test('ends the span with an error type when the caller aborts', async () => {
  const controller = new AbortController();
  const made = watched({
    compress: async () => {
      controller.abort();
      return await new Promise(() => {});
    },
  });
  fill(made, 18);
  const { signal } = controller;
  await expect(made.orchestrator.prepare({ signal })).rejects.toThrow('aborted');
  expect(made.seen.spans()[0]!.attributes).toMatchObject({ 'error.type': 'AbortError' });
  expect(made.seen.open()).toBe(0);
});

test('with prices: records the schedule decision and the expected cache use', async () => {
  const settings = { 'compression.expectedCalls': 1 };
  const made = watched({ settings, options: { prices: PRICES } });
  fill(made, 12);
  await made.orchestrator.prepare();
  made.history.append(...exchange('more', 2_000));
  const { schedule, expected } = await made.orchestrator.prepare();
  expect(expected!.cached).toBeGreaterThan(0);
  expect(made.seen.spans()[1]!.attributes).toMatchObject({
    'palimpsest.schedule.reason': schedule!.reason,
    'palimpsest.schedule.net': schedule!.price!.net,
    'palimpsest.expected.cached_tokens': Math.round(expected!.cached),
    'palimpsest.expected.written_tokens': Math.round(expected!.written),
    'palimpsest.expected.uncached_tokens': Math.round(expected!.uncached),
  });
});
