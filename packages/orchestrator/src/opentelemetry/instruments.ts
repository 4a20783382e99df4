import type { Counter, Gauge, Histogram, Meter, UpDownCounter } from '@opentelemetry/api';

const SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120,
];

/** From 1,024 to 2,097,152. */
const TOKENS = Array.from({ length: 12 }, (_, power) => 1_024 * 2 ** power);

export type Instruments = Readonly<
  Record<'duration' | 'tokensBefore' | 'tokensAfter', Histogram> &
    Record<'outcomes' | 'tokensSaved' | 'modelCalls' | 'modelTokens' | 'reportedTokens', Counter> &
    Record<'costReported' | 'costPredicted', Counter> &
    Record<'costDifference', UpDownCounter> &
    Record<'estimateRatio', Gauge>
>;

export function createInstruments(meter: Meter): Instruments {
  const counter = (name: string, unit: string, description: string) =>
    meter.createCounter(`palimpsest.${name}`, { unit, description });
  const histogram = (
    name: string,
    unit: string,
    explicitBucketBoundaries: number[],
    description: string,
  ) =>
    meter.createHistogram(`palimpsest.${name}`, {
      unit,
      description,
      advice: { explicitBucketBoundaries },
    });
  return {
    duration: histogram(
      'prepare.duration',
      's',
      SECONDS,
      'Time to prepare a request, without the wait for earlier ones',
    ),
    tokensBefore: histogram(
      'tokens.before',
      '{token}',
      TOKENS,
      'Tokens of a request before preparation',
    ),
    tokensAfter: histogram(
      'tokens.after',
      '{token}',
      TOKENS,
      'Tokens of a request after preparation',
    ),
    outcomes: counter('outcomes', '{request}', 'Prepared requests by outcome'),
    tokensSaved: counter('tokens.saved', '{token}', 'Tokens removed from requests'),
    modelCalls: counter('model_calls', '{call}', 'Model calls made by compressions'),
    modelTokens: counter('model_tokens', '{token}', 'Tokens of model calls made by compressions'),
    costReported: counter(
      'cost.reported',
      '{currency}',
      "Cost of requests by the provider's count, in the currency of the prices",
    ),
    costPredicted: counter(
      'cost.predicted',
      '{currency}',
      'Expected cost of those requests, in the currency of the prices',
    ),
    costDifference: meter.createUpDownCounter('palimpsest.cost.difference', {
      unit: '{currency}',
      description: 'Reported minus expected cost',
    }),
    reportedTokens: counter(
      'tokens.reported',
      '{token}',
      'Tokens of requests by the price that applies to them',
    ),
    estimateRatio: meter.createGauge('palimpsest.estimate.ratio', {
      unit: '1',
      description: 'Tokens by the provider per token by the estimator',
    }),
  };
}
