import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PRICES } from '../../src/index.ts';
import { exchange, human } from '../orchestrator/session.ts';
import { shrinks, watched } from './setup.ts';

test('a span and the metrics of a call say what became of the request', async () => {
  const usage = { promptTokens: 900, completionTokens: 90, totalTokens: 990 };
  const made = watched({ compress: shrinks(usage) }, { agent: 'docs' });
  made.history.append(human('Fix it.'), human('Look. '.repeat(12_000)), ...exchange('a', 1_000));
  const { tokensBefore, tokensAfter } = await made.orchestrator.prepare({ model: 'large' });
  const [span] = made.spans();
  expect(span!.name).toBe('palimpsest.prepare');
  expect(span!.attributes).toMatchObject({
    agent: 'docs',
    'gen_ai.request.model': 'large',
    'palimpsest.outcome': 'compressed',
    'palimpsest.strategy': 'scripted',
    'palimpsest.tokens.before': tokensBefore,
    'palimpsest.tokens.after': tokensAfter,
  });
  const metrics = await made.metrics();
  expect(metrics['palimpsest.outcomes']![0]!.value).toBe(1);
  expect(metrics['palimpsest.model_calls']![0]!.value).toBe(1);
  expect(metrics['palimpsest.tokens.after']![0]!.value).toMatchObject({ sum: tokensAfter });
});

test('the reported cost is counted', async () => {
  const made = watched({ prices: PRICES.anthropic });
  await made.orchestrator.prepare({ model: 'large' });
  made.orchestrator.report({
    usage: { promptTokens: 2_000, completionTokens: 10, totalTokens: 2_010 },
  });
  expect((await made.metrics())['palimpsest.cost.reported']![0]!.value).toBeGreaterThan(0);
});

test('a call that throws ends its span as an error, without the message', async () => {
  const made = watched({ settings: { 'compression.strategy': 'nobody' } });
  await expect(made.orchestrator.prepare()).rejects.toThrow('nobody');
  const [span] = made.spans();
  expect(span!.attributes).toMatchObject({
    'palimpsest.outcome': 'threw',
    'error.type': 'UnknownStrategyError',
  });
  expect(span!.status).toEqual({ code: 2 });
});

test('no other entry imports anything from OpenTelemetry', () => {
  const source = new URL('../../src/', import.meta.url);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const others = files.filter((name) => name.endsWith('.ts') && !name.startsWith('opentelemetry'));
  const importing = others.filter((name) =>
    /from '[^']*opentelemetry/.test(readFileSync(new URL(name, source), 'utf8')),
  );
  expect(others).toContain('index.ts');
  expect(importing).toEqual([]);
});
