import { SpanStatusCode } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { fill, refused, watched } from './setup.ts';
import { eventsOf } from './telemetry.ts';

test('failed: records attempts, waits and the failure as events, without an error status', async () => {
  let tries = 0;
  const made = watched({
    settings: { 'compression.fallback': 'none' },
    compress: async () => {
      tries += 1;
      throw tries === 1 ? Object.assign(new Error('slow down'), { status: 529 }) : refused();
    },
  });
  fill(made, 18);
  const outcome = await made.orchestrator.prepare();
  expect(outcome.kind).toBe('failed');
  const [span] = made.seen.spans();
  expect(span!.status).toEqual({ code: SpanStatusCode.UNSET });
  expect(span!.attributes).toMatchObject({
    'palimpsest.outcome': 'failed',
    'palimpsest.reason': 'permanent',
    'palimpsest.attempts': 2,
  });
  const by = { 'palimpsest.strategy': 'scripted' };
  expect(eventsOf(span)).toEqual([
    ['palimpsest.attempt.failed', { ...by, 'error.type': 'Error', 'palimpsest.error.code': '529' }],
    ['palimpsest.attempt.waiting', { ...by, 'palimpsest.wait_ms': 2_000 }],
    ['palimpsest.attempt.failed', { ...by, 'error.type': 'Error', 'palimpsest.error.code': '401' }],
    [
      'palimpsest.compression.failed',
      { 'palimpsest.reason': 'permanent', 'error.type': 'Error', 'palimpsest.error.code': '401' },
    ],
  ]);
});

test('records a fallback as an event, and in the attributes next to the requested strategy', async () => {
  const made = watched({
    compress: async () => {
      throw Object.assign(new Error('slow down'), { status: 529 });
    },
    options: { attempts: { retries: 0, sleep: async () => {} } },
  });
  fill(made, 18);
  expect((await made.orchestrator.prepare()).kind).toBe('compressed');
  const [span] = made.seen.spans();
  expect(eventsOf(span)).toContainEqual([
    'palimpsest.attempt.fell_back',
    { 'palimpsest.from': 'scripted', 'palimpsest.to': 'top-down-truncation' },
  ]);
  expect(span!.attributes).toMatchObject({
    'palimpsest.strategy': 'scripted',
    'palimpsest.compression.strategy': 'top-down-truncation',
    'palimpsest.compression.reason': 'fallback',
  });
});

test('records a strategy that is skipped in its cool-down as an event', async () => {
  const made = watched({
    settings: { 'compression.fallback': 'none' },
    compress: async () => {
      throw refused();
    },
    options: { breaker: { failures: 1, coolDownMs: 60_000 } },
  });
  fill(made, 18);
  await made.orchestrator.prepare();
  expect(await made.orchestrator.prepare()).toMatchObject({ reason: 'cooling-down' });
  expect(eventsOf(made.seen.spans()[1])).toEqual([
    [
      'palimpsest.attempt.skipped',
      { 'palimpsest.strategy': 'scripted', 'palimpsest.wait_ms': 60_000 },
    ],
  ]);
});

test('records a re-route as an event and as the compression reason', async () => {
  const made = watched({
    compress: async ({ history }) => ({
      kind: 'noop',
      reason: 'too-few-compressible',
      metadata: {
        originalMessageCount: history.length,
        compressedMessageCount: history.length,
        strategyUsed: 'scripted',
        llmCallMade: false,
      },
    }),
    options: {
      attempts: { reRoutes: { scripted: { 'too-few-compressible': 'top-down-truncation' } } },
    },
  });
  fill(made, 18);
  await made.orchestrator.prepare();
  const [span] = made.seen.spans();
  expect(eventsOf(span)).toEqual([
    [
      'palimpsest.attempt.re_routed',
      { 'palimpsest.from': 'scripted', 'palimpsest.to': 'top-down-truncation' },
    ],
  ]);
  expect(span!.attributes).toMatchObject({ 'palimpsest.compression.reason': 're-routed' });
});
