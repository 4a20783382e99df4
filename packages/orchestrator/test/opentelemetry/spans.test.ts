import { context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { instrument } from '../../src/opentelemetry/instrument.ts';
import { human, session } from '../orchestrator/session.ts';
import { fill, shrinks, watched } from './setup.ts';
import { telemetry } from './telemetry.ts';

beforeEach(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});

afterEach(() => {
  context.disable();
  trace.disable();
  metrics.disable();
});

test('the parent of a span is the span active at the call of prepare, also for queued calls', async () => {
  const made = watched({ compress: shrinks() });
  fill(made, 18);
  const { tracer } = made.seen;
  const asking = [1, 2, 3].map((call) =>
    tracer.startActiveSpan(`turn ${call}`, async (turn) => {
      await made.orchestrator.prepare();
      turn.end();
    }),
  );
  await Promise.all(asking);
  const spans = made.seen.spans();
  const turns = spans.filter(({ name }) => name.startsWith('turn'));
  const prepared = spans.filter(({ name }) => name === 'palimpsest.prepare');
  expect(prepared.map(({ attributes }) => attributes['palimpsest.call'])).toEqual([1, 2, 3]);
  expect(prepared.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(
    turns.map((turn) => turn.spanContext().spanId),
  );
});

test('without a context manager, a span has no parent', async () => {
  context.disable();
  const made = watched();
  await made.orchestrator.prepare();
  expect(made.seen.spans()[0]!.parentSpanContext).toBeUndefined();
});

test('records one span per call, for sequential and concurrent calls, and leaves none open', async () => {
  const made = watched({ compress: shrinks() });
  fill(made, 18);
  await made.orchestrator.prepare();
  await made.orchestrator.prepare();
  const bad = made.orchestrator.prepare({ contextLimit: Number.NaN });
  made.settings['context-limit'] = undefined;
  await Promise.allSettled([made.orchestrator.prepare(), bad, made.orchestrator.prepare()]);
  const spans = made.seen.spans();
  expect(spans.map(({ attributes }) => attributes['palimpsest.call'])).toEqual([1, 2, 3, 4, 5]);
  expect(spans.map(({ attributes }) => attributes['palimpsest.outcome'])).toEqual([
    'compressed',
    'unchanged',
    'threw',
    'unchanged',
    'unchanged',
  ]);
  expect(made.seen.open()).toBe(0);
});

test('records no span for an invalid request or one aborted in the queue', async () => {
  const made = watched();
  await expect(made.orchestrator.prepare({ pending: 1 as never })).rejects.toThrow('pending');
  const first = made.orchestrator.prepare();
  const signal = AbortSignal.abort();
  await expect(made.orchestrator.prepare({ signal })).rejects.toThrow('aborted');
  await first;
  await made.orchestrator.prepare();
  expect(made.seen.spans().map(({ attributes }) => attributes['palimpsest.call'])).toEqual([1, 3]);
  expect(made.seen.open()).toBe(0);
});

test('`stop` ends open spans, and nothing is recorded afterwards', async () => {
  let go: (() => void) | undefined;
  const going = new Promise<void>((resolve) => {
    go = resolve;
  });
  const shrink = shrinks();
  const made = watched({
    compress: async (asked) => {
      made.stop();
      await going;
      return await shrink(asked);
    },
  });
  fill(made, 18);
  const preparing = made.orchestrator.prepare();
  await expect.poll(() => made.seen.spans().length).toBe(1);
  expect(made.seen.open()).toBe(0);
  go?.();
  expect((await preparing).kind).toBe('compressed');
  await made.orchestrator.prepare();
  expect(made.seen.spans()).toHaveLength(1);
  expect(await made.seen.metrics()).toEqual({});
  made.stop();
});

test('does not record requests that began before instrumentation', async () => {
  const seen = telemetry();
  let stop: (() => void) | undefined;
  const made = watched({
    compress: async (asked) => {
      stop = instrument(made.orchestrator, { tracer: seen.tracer, meter: seen.meter });
      return await shrinks()(asked);
    },
  });
  fill(made, 18);
  await made.orchestrator.prepare();
  expect(seen.spans()).toEqual([]);
  await made.orchestrator.prepare();
  expect(seen.spans().map(({ attributes }) => attributes['palimpsest.call'])).toEqual([2]);
  stop?.();
});

test('uses global providers when none are given, also those registered later', async () => {
  const seen = telemetry();
  const { history, orchestrator } = session();
  instrument(orchestrator);
  trace.setGlobalTracerProvider(seen.tracerProvider);
  metrics.setGlobalMeterProvider(seen.meterProvider);
  history.append(human('Fix it.'));
  await orchestrator.prepare();
  expect(seen.spans().map(({ instrumentationScope }) => instrumentationScope.name)).toEqual([
    '@palimpsest/orchestrator',
  ]);
  expect(Object.keys(await seen.metrics())).toContain('palimpsest.outcomes');
});

test('adds the attributes of the host to every span and measurement', async () => {
  const made = watched({
    instrumenting: () => ({ attributes: { 'gen_ai.agent.name': 'coder' } }),
  });
  await made.orchestrator.prepare();
  made.orchestrator.report({
    usage: { promptTokens: 1, completionTokens: 1, totalTokens: 2 },
  });
  const all = Object.values(await made.seen.metrics()).flatMap(({ points }) => points);
  expect(all.length).toBeGreaterThan(4);
  for (const { attributes } of [...all, ...made.seen.spans()]) {
    expect(attributes).toMatchObject({ 'gen_ai.agent.name': 'coder' });
  }
});
