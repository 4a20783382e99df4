import { expect, test } from 'vitest';
import { human } from '../orchestrator/session.ts';
import { fill, PRICES, shrinks, watched } from './setup.ts';
import type { Metric } from './telemetry.ts';

/** Returns the value of each data point with its attributes; for histograms, the sum. */
function values(metric: Metric | undefined): (readonly [unknown, object])[] {
  return (metric?.points ?? []).map(({ value, attributes }) => [
    typeof value === 'object' ? value.sum : value,
    { ...attributes },
  ]);
}

test('every metric has a description and a unit', async () => {
  const usage = { promptTokens: 900, completionTokens: 40, totalTokens: 940 };
  const made = watched({ compress: shrinks([usage]), options: { prices: PRICES } });
  fill(made, 18);
  await made.orchestrator.prepare({ force: true });
  made.orchestrator.report({ usage });
  const units = Object.entries(await made.seen.metrics()).map(([name, { unit, description }]) => {
    expect(description).not.toBe('');
    return [name, unit];
  });
  expect(Object.fromEntries(units)).toEqual({
    'palimpsest.prepare.duration': 's',
    'palimpsest.outcomes': '{request}',
    'palimpsest.tokens.before': '{token}',
    'palimpsest.tokens.after': '{token}',
    'palimpsest.tokens.saved': '{token}',
    'palimpsest.tokens.reported': '{token}',
    'palimpsest.model_calls': '{call}',
    'palimpsest.model_tokens': '{token}',
    'palimpsest.cost.reported': '{currency}',
    'palimpsest.cost.predicted': '{currency}',
    'palimpsest.cost.difference': '{currency}',
    'palimpsest.estimate.ratio': '1',
  });
});

test('counts outcomes, tokens and model calls by model, requested strategy and executing strategy', async () => {
  const usage = { promptTokens: 900, completionTokens: 40, totalTokens: 940 };
  const made = watched({ compress: shrinks([usage, usage]) });
  fill(made, 18);
  const first = await made.orchestrator.prepare({ model: 'large' });
  const second = await made.orchestrator.prepare({ model: 'large' });
  expect([first.kind, second.kind]).toEqual(['compressed', 'unchanged']);
  const metrics = await made.seen.metrics();
  const asked = { 'gen_ai.request.model': 'large', 'palimpsest.strategy': 'scripted' };
  const compressed = {
    ...asked,
    'palimpsest.outcome': 'compressed',
    'palimpsest.compression.strategy': 'scripted',
  };
  const unchanged = { ...asked, 'palimpsest.outcome': 'unchanged' };
  expect(values(metrics['palimpsest.outcomes'])).toEqual([
    [1, compressed],
    [1, { ...unchanged, 'palimpsest.reason': 'not-due' }],
  ]);
  expect(values(metrics['palimpsest.tokens.before'])).toEqual([
    [first.tokensBefore, compressed],
    [second.tokensBefore, unchanged],
  ]);
  expect(values(metrics['palimpsest.tokens.after'])).toEqual([
    [first.tokensAfter, compressed],
    [second.tokensAfter, unchanged],
  ]);
  expect(values(metrics['palimpsest.tokens.saved'])).toEqual([
    [first.tokensBefore - first.tokensAfter, compressed],
  ]);
  expect(values(metrics['palimpsest.model_calls'])).toEqual([[2, compressed]]);
  expect(values(metrics['palimpsest.model_tokens'])).toEqual([
    [1_800, { ...compressed, 'gen_ai.token.type': 'input' }],
    [80, { ...compressed, 'gen_ai.token.type': 'output' }],
  ]);
  const durations = metrics['palimpsest.prepare.duration']!.points;
  expect(durations.map(({ value, attributes }) => [value, attributes])).toEqual([
    [expect.objectContaining({ count: 1 }), compressed],
    [expect.objectContaining({ count: 1 }), unchanged],
  ]);
});

test('counts a request that ended in an error with the type of the error', async () => {
  const made = watched();
  made.history.append(human('Fix it.'));
  await made.orchestrator.prepare({ pending: [human('very '.repeat(20_000))] });
  made.settings['compression.strategy'] = 'nobody';
  await expect(made.orchestrator.prepare()).rejects.toThrow('nobody');
  expect(values((await made.seen.metrics())['palimpsest.outcomes'])).toEqual([
    [
      1,
      {
        'palimpsest.outcome': 'overflow',
        'palimpsest.strategy': 'salience',
        'error.type': 'ContextOverflowError',
      },
    ],
    [1, { 'palimpsest.outcome': 'threw', 'error.type': 'UnknownStrategyError' }],
  ]);
});

test('records reported and predicted cost, their difference, and the estimate ratio', async () => {
  const made = watched({ options: { prices: PRICES } });
  fill(made, 4);
  await made.orchestrator.prepare({ model: 'large' });
  const usage = { promptTokens: 4_000, completionTokens: 100, totalTokens: 4_100 };
  const cost = made.orchestrator.report({ usage })!;
  const metrics = await made.seen.metrics();
  const by = { 'gen_ai.request.model': 'large' };
  expect(values(metrics['palimpsest.cost.reported'])).toEqual([[cost.reported, by]]);
  expect(values(metrics['palimpsest.cost.predicted'])).toEqual([[cost.predicted, by]]);
  const [difference] = values(metrics['palimpsest.cost.difference']);
  expect(difference).toEqual([cost.reported - cost.predicted!, by]);
  expect(values(metrics['palimpsest.tokens.reported'])).toEqual(
    Object.entries(cost.tokens).map(([kind, tokens]) => [
      tokens,
      { ...by, 'palimpsest.token.kind': kind },
    ]),
  );
  const [[ratio] = []] = values(metrics['palimpsest.estimate.ratio']);
  expect(ratio).toBeGreaterThan(1);
});

test('without prices, records the estimate ratio but no costs or reported tokens', async () => {
  const made = watched();
  fill(made, 4);
  await made.orchestrator.prepare();
  made.orchestrator.report({
    usage: { promptTokens: 4_000, completionTokens: 100, totalTokens: 4_100 },
  });
  const names = Object.keys(await made.seen.metrics());
  expect(names).toContain('palimpsest.estimate.ratio');
  expect(names.filter((name) => /cost|reported/.test(name))).toEqual([]);
});
