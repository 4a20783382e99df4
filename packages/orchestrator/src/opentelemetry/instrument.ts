import {
  metrics,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Meter,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { Orchestrator, OrchestratorEvent } from '../orchestrator/orchestrator.ts';
import type { PrepareResult } from '../orchestrator/prepare-request.ts';
import {
  attemptAttributes,
  errorAttributes,
  errorMessage,
  errorType,
  modelAttributes,
  outcomeAttributes,
  outcomeLabels,
  reasonAttributes,
  sumModelTokens,
} from './attributes.ts';

const SCOPE = '@palimpsest/orchestrator';

export interface InstrumentOptions {
  /** @default a tracer of the global provider */
  readonly tracer?: Tracer;
  /** @default a meter of the global provider, which must be registered before the first request */
  readonly meter?: Meter;
  /** Attributes of every span and measurement, to tell agents apart. Use few values: metrics keep a series for each. */
  readonly attributes?: Attributes;
  /** Whether to record up to 1,000 characters of error messages. Messages of providers may quote the conversation. @default false */
  readonly recordErrorMessages?: boolean;
}

type EventOf<Kind extends OrchestratorEvent['kind']> = Extract<OrchestratorEvent, { kind: Kind }>;

interface RunningCall {
  readonly startedAt: number;
  readonly model: Attributes;
  /** Absent if the tracer failed. */
  span?: Span;
}

/**
 * Records a span for each call of `prepare`, and metrics of its outcome. No content of the conversation is recorded: only figures, reasons,
 * and names of models, strategies and errors.
 *
 * Calls of `prepare` run one after another. A span starts when its call starts to run; a call that is rejected or aborted before has none. The
 * parent of the span is the span that is active where `prepare` is called, if the context manager follows asynchronous calls. Errors of tracers
 * and meters go to `onListenerError`.
 *
 * @returns a function that stops recording and ends open spans
 */
export function instrument(
  orchestrator: Pick<Orchestrator, 'subscribe'>,
  options: InstrumentOptions = {},
): () => void {
  const { tracer = trace.getTracer(SCOPE), attributes = {}, recordErrorMessages = false } = options;
  const running = new Map<number, RunningCall>();
  const measure = createMeasure(() => options.meter ?? metrics.getMeter(SCOPE));
  let lastModel: Attributes = {};

  function begin({ call, model, entries }: EventOf<'preparing'>): void {
    const begun: RunningCall = { startedAt: performance.now(), model: modelAttributes(model) };
    running.set(call, begun);
    begun.span = tracer.startSpan('palimpsest.prepare', {
      kind: SpanKind.INTERNAL,
      attributes: {
        ...attributes,
        ...begun.model,
        'palimpsest.call': call,
        'palimpsest.entries.before': entries,
      },
    });
  }

  function noteAttempt({ call, event }: EventOf<'attempt'>): void {
    const name = event.kind === 'attempt-failed' ? 'failed' : event.kind.replace('-', '_');
    const facts = attemptAttributes(event, recordErrorMessages);
    running.get(call)?.span?.addEvent(`palimpsest.attempt.${name}`, facts);
  }

  /** A failing meter must not leave the span open, and a failing tracer must not prevent metrics. */
  function end(
    call: number,
    labels: Attributes,
    record: (labels: Attributes) => void,
    describe: (span: Span) => void,
  ): void {
    const begun = running.get(call);
    if (begun === undefined) return;
    running.delete(call);
    lastModel = begun.model;
    try {
      const all = { ...attributes, ...begun.model, ...labels };
      measure('prepare.duration', (performance.now() - begun.startedAt) / 1_000, all);
      record(all);
    } finally {
      try {
        if (begun.span?.isRecording() === true) describe(begun.span);
      } finally {
        begun.span?.end();
      }
    }
  }

  function endPrepared({ call, outcome, strategy }: EventOf<'prepared'>): void {
    const record = (labels: Attributes) => recordOutcome(outcome, labels);
    end(call, outcomeLabels(outcome, strategy), record, (span) => {
      span.setAttributes(outcomeAttributes(outcome, strategy));
      if ((outcome.kind === 'failed' || 'steps' in outcome) && outcome.cause !== undefined) {
        const cause = errorAttributes(outcome.cause, recordErrorMessages);
        span.addEvent('palimpsest.compression.failed', { ...reasonAttributes(outcome), ...cause });
      }
      if (outcome.kind === 'overflow') describeError(span, outcome.error);
    });
  }

  function endThrown({ call, error }: EventOf<'threw'>): void {
    const labels = { 'palimpsest.outcome': 'threw', 'error.type': errorType(error) };
    end(call, labels, countOutcome, (span) => {
      span.setAttributes(labels);
      describeError(span, error);
    });
  }

  function describeError(span: Span, error: unknown): void {
    const message = recordErrorMessages ? errorMessage(error) : undefined;
    const withMessage = message === undefined ? {} : { message };
    span.setAttributes(errorAttributes(error, false));
    // Without the stack: it begins with the message.
    span.recordException({ name: errorType(error), ...withMessage });
    span.setStatus({ code: SpanStatusCode.ERROR, ...withMessage });
  }

  function countOutcome(labels: Attributes): void {
    measure('outcomes', 1, labels);
  }

  function recordOutcome(outcome: PrepareResult, labels: Attributes): void {
    const { tokensBefore, tokensAfter, modelCalls } = outcome;
    countOutcome({ ...labels, ...reasonAttributes(outcome) });
    measure('tokens.before', tokensBefore, labels);
    measure('tokens.after', tokensAfter, labels);
    if (tokensAfter < tokensBefore) measure('tokens.saved', tokensBefore - tokensAfter, labels);
    if (modelCalls.length > 0) measure('model_calls', modelCalls.length, labels);
    const { input, output } = sumModelTokens(outcome) ?? {};
    for (const [type, tokens] of Object.entries({ input, output })) {
      if (tokens === undefined) continue;
      measure('model_tokens', tokens, { ...labels, 'gen_ai.token.type': type });
    }
  }

  function recordReport({ ratio, cost }: EventOf<'reported'>): void {
    const labels = { ...attributes, ...lastModel };
    measure('estimate.ratio', ratio, labels);
    if (cost === undefined) return;
    measure('cost.reported', cost.reported, labels);
    if (cost.predicted !== undefined) {
      measure('cost.predicted', cost.predicted, labels);
      measure('cost.difference', cost.reported - cost.predicted, labels);
    }
    for (const [kind, tokens] of Object.entries(cost.tokens)) {
      measure('tokens.reported', tokens, { ...labels, 'palimpsest.token.kind': kind });
    }
  }

  const unsubscribe = orchestrator.subscribe((event) => {
    if (event.kind === 'preparing') begin(event);
    else if (event.kind === 'attempt') noteAttempt(event);
    else if (event.kind === 'prepared') endPrepared(event);
    else if (event.kind === 'threw') endThrown(event);
    else recordReport(event);
  });
  return () => {
    unsubscribe();
    for (const { span } of running.values()) {
      try {
        span?.end();
      } catch {
        // A failing tracer must not keep the caller from stopping.
      }
    }
    running.clear();
  };
}

const SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120,
];

/** From 1,024 to 2,097,152. */
const TOKENS = Array.from({ length: 12 }, (_, power) => 1_024 * 2 ** power);

/** Kind, unit and description of each metric; the kind of a histogram is its bucket boundaries. */
const METRICS = {
  'prepare.duration': [
    SECONDS,
    's',
    'Time to prepare a request, without the wait for earlier ones',
  ],
  'tokens.before': [TOKENS, '{token}', 'Tokens of a request before preparation'],
  'tokens.after': [TOKENS, '{token}', 'Tokens of a request after preparation'],
  outcomes: ['counter', '{request}', 'Prepared requests by outcome'],
  'tokens.saved': ['counter', '{token}', 'Tokens removed from requests'],
  model_calls: ['counter', '{call}', 'Model calls made by compressions'],
  model_tokens: ['counter', '{token}', 'Tokens of model calls made by compressions'],
  'cost.reported': [
    'counter',
    '{currency}',
    "Cost of requests by the provider's count, in the currency of the prices",
  ],
  'cost.predicted': [
    'counter',
    '{currency}',
    'Expected cost of those requests, in the currency of the prices',
  ],
  'cost.difference': ['up-down', '{currency}', 'Reported minus expected cost'],
  'tokens.reported': ['counter', '{token}', 'Tokens of requests by the price that applies to them'],
  'estimate.ratio': ['gauge', '1', 'Tokens by the provider per token by the estimator'],
} as const satisfies Record<string, readonly [string | number[], unit: string, meaning: string]>;

type MetricName = keyof typeof METRICS;
type Measure = (value: number, labels: Attributes) => void;

/**
 * Returns a function that records a value of a metric. The instrument is created at its first value: unlike a tracer, a meter does not follow
 * a provider that is registered later.
 */
function createMeasure(
  getMeter: () => Meter,
): (name: MetricName, ...given: Parameters<Measure>) => void {
  const instruments = new Map<MetricName, Measure>();
  return (name, value, labels) => {
    const known = instruments.get(name) ?? createInstrument(getMeter(), name);
    instruments.set(name, known);
    known(value, labels);
  };
}

function createInstrument(meter: Meter, metric: MetricName): Measure {
  const [kind, unit, description] = METRICS[metric];
  const name = `palimpsest.${metric}`;
  const options = { unit, description };
  if (typeof kind !== 'string') {
    const advice = { explicitBucketBoundaries: kind };
    const histogram = meter.createHistogram(name, { ...options, advice });
    return (value, labels) => histogram.record(value, labels);
  }
  if (kind === 'gauge') {
    const gauge = meter.createGauge(name, options);
    return (value, labels) => gauge.record(value, labels);
  }
  const counter =
    kind === 'counter'
      ? meter.createCounter(name, options)
      : meter.createUpDownCounter(name, options);
  return (value, labels) => counter.add(value, labels);
}
