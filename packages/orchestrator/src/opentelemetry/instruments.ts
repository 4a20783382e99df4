import type { Counter, Gauge, Histogram, Meter, UpDownCounter } from '@opentelemetry/api';

/** Everything that is counted. */
export interface Instruments {
  readonly duration: Histogram;
  readonly tokensBefore: Histogram;
  readonly tokensAfter: Histogram;
  readonly outcomes: Counter;
  readonly tokensSaved: Counter;
  readonly modelCalls: Counter;
  readonly modelTokens: Counter;
  readonly costReported: Counter;
  readonly costPredicted: Counter;
  readonly costDifference: UpDownCounter;
  readonly reportedTokens: Counter;
  readonly estimateRatio: Gauge;
}

const SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120,
];

/** From 1,024 to 2,097,152. */
const TOKENS = Array.from({ length: 12 }, (_, power) => 1_024 * 2 ** power);

export function createInstruments(meter: Meter): Instruments {
  const tokens = { unit: '{token}', advice: { explicitBucketBoundaries: TOKENS } };
  return {
    duration: meter.createHistogram('palimpsest.prepare.duration', {
      description: 'How long a request was prepared, from its turn on',
      unit: 's',
      advice: { explicitBucketBoundaries: SECONDS },
    }),
    tokensBefore: meter.createHistogram('palimpsest.tokens.before', {
      description: 'Tokens of a request as it would have been sent',
      ...tokens,
    }),
    tokensAfter: meter.createHistogram('palimpsest.tokens.after', {
      description: 'Tokens of a request as it was prepared',
      ...tokens,
    }),
    outcomes: meter.createCounter('palimpsest.outcomes', {
      description: 'Requests that were prepared, by what became of them',
      unit: '{request}',
    }),
    tokensSaved: meter.createCounter('palimpsest.tokens.saved', {
      description: 'Tokens by which requests were made smaller',
      unit: '{token}',
    }),
    modelCalls: meter.createCounter('palimpsest.model_calls', {
      description: 'Calls of a model that compressions made',
      unit: '{call}',
    }),
    modelTokens: meter.createCounter('palimpsest.model_tokens', {
      description: 'Tokens of the calls that compressions made',
      unit: '{token}',
    }),
    costReported: meter.createCounter('palimpsest.cost.reported', {
      description: "What requests cost by the provider's count, in the currency of the prices",
      unit: '{currency}',
    }),
    costPredicted: meter.createCounter('palimpsest.cost.predicted', {
      description: 'What they were expected to cost, in the currency of the prices',
      unit: '{currency}',
    }),
    costDifference: meter.createUpDownCounter('palimpsest.cost.difference', {
      description: 'What they cost more than was expected; below 0 where less',
      unit: '{currency}',
    }),
    reportedTokens: meter.createCounter('palimpsest.tokens.reported', {
      description: 'Tokens of requests by what the provider charges for them',
      unit: '{token}',
    }),
    estimateRatio: meter.createGauge('palimpsest.estimate.ratio', {
      description: "How many of the provider's tokens one of the estimator's is",
      unit: '1',
    }),
  };
}
