import { expect, test } from 'vitest';
import { fill, PRICES, shrinks, watched } from './setup.ts';

test('a span and the metrics of a call say what became of the request', async () => {
  const usage = { promptTokens: 900, completionTokens: 90, totalTokens: 990 };
  const made = watched({
    compress: shrinks([usage]),
    instrumenting: () => ({ attributes: { agent: 'docs' } }),
  });
  fill(made, 18);
  const { tokensBefore, tokensAfter } = await made.orchestrator.prepare({ model: 'large' });
  const [span] = made.seen.spans();
  expect(span!.name).toBe('palimpsest.prepare');
  expect(span!.attributes).toMatchObject({
    agent: 'docs',
    'gen_ai.request.model': 'large',
    'palimpsest.outcome': 'compressed',
    'palimpsest.strategy': 'scripted',
    'palimpsest.tokens.before': tokensBefore,
    'palimpsest.tokens.after': tokensAfter,
  });
  const metrics = await made.seen.metrics();
  expect(metrics['palimpsest.outcomes']!.points[0]!.value).toBe(1);
  expect(metrics['palimpsest.model_calls']!.points[0]!.value).toBe(1);
  expect(metrics['palimpsest.tokens.after']!.points[0]!.value).toMatchObject({ sum: tokensAfter });
});

test('the reported cost is counted', async () => {
  const made = watched({ options: { prices: () => PRICES } });
  fill(made, 2);
  await made.orchestrator.prepare({ model: 'large' });
  made.orchestrator.report({
    usage: { promptTokens: 2_000, completionTokens: 10, totalTokens: 2_010 },
  });
  const metrics = await made.seen.metrics();
  expect(metrics['palimpsest.cost.reported']!.points[0]!.value).toBeGreaterThan(0);
});

test('a call that throws ends its span as an error, without the message', async () => {
  const made = watched({ settings: { 'compression.strategy': 'nobody' } });
  await expect(made.orchestrator.prepare()).rejects.toThrow('nobody');
  const [span] = made.seen.spans();
  expect(span!.attributes).toMatchObject({
    'palimpsest.outcome': 'threw',
    'error.type': 'UnknownStrategyError',
  });
  expect(span!.status).toEqual({ code: 2 });
});
