import {
  metrics,
  SpanStatusCode,
  trace,
  type Attributes,
  type Meter,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { Orchestrator, OrchestratorEvent } from './orchestrator/orchestrator.ts';

const SCOPE = '@palimpsest/orchestrator';

interface InstrumentOptions {
  /** @default a tracer of the global provider */
  readonly tracer?: Tracer;
  /** @default a meter of the global provider at the time of the call */
  readonly meter?: Meter;
  /** Attributes of every span and measurement, to tell agents apart. Use few values: metrics keep a series for each. */
  readonly attributes?: Attributes;
}

/** From 1,024 to 2,097,152. */
const TOKENS = Array.from({ length: 12 }, (_, power) => 1_024 * 2 ** power);
const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120];

/** An identifier, as opposed to text that may quote the conversation. */
const WORD = /^[\w.:/-]{1,128}$/;

/**
 * Records a span for each call of `prepare`, and metrics of its outcome. No content of the conversation is recorded: only figures, reasons,
 * and names of models, strategies and errors.
 *
 * A span starts when its call starts to run; calls run one after another. Its parent is the span that is active where `prepare` is called.
 *
 * @returns a function that stops recording and ends open spans
 */
export function instrument(
  orchestrator: Pick<Orchestrator, 'subscribe'>,
  {
    tracer = trace.getTracer(SCOPE),
    meter = metrics.getMeter(SCOPE),
    attributes = {},
  }: InstrumentOptions = {},
): () => void {
  const histogram = (name: string, unit: string, buckets: number[]) =>
    meter.createHistogram(name, { unit, advice: { explicitBucketBoundaries: buckets } });
  const duration = histogram('palimpsest.prepare.duration', 's', SECONDS);
  const before = histogram('palimpsest.tokens.before', '{token}', TOKENS);
  const after = histogram('palimpsest.tokens.after', '{token}', TOKENS);
  const outcomes = meter.createCounter('palimpsest.outcomes', { unit: '{request}' });
  const modelCalls = meter.createCounter('palimpsest.model_calls', { unit: '{call}' });
  const cost = meter.createCounter('palimpsest.cost.reported', { unit: '{currency}' });
  const running = new Map<number, { startedAt: number; model: Attributes; span: Span }>();

  const end = (call: number, facts: Attributes, error?: unknown): Attributes => {
    const begun = running.get(call);
    running.delete(call);
    const labels = { ...attributes, ...begun?.model, ...facts };
    outcomes.add(1, labels);
    if (begun === undefined) return labels;
    duration.record((performance.now() - begun.startedAt) / 1_000, labels);
    begun.span.setAttributes(facts);
    if (error !== undefined) begun.span.setStatus({ code: SpanStatusCode.ERROR });
    begun.span.end();
    return labels;
  };

  const unsubscribe = orchestrator.subscribe((event: OrchestratorEvent) => {
    if (event.kind === 'preparing') {
      const model = { 'gen_ai.request.model': wordOf(event.model) };
      const span = tracer.startSpan('palimpsest.prepare', {
        attributes: { ...attributes, ...model },
      });
      running.set(event.call, { startedAt: performance.now(), model, span });
    } else if (event.kind === 'threw') {
      const facts = { 'palimpsest.outcome': 'threw', 'error.type': typeOf(event.error) };
      end(event.call, facts, event.error);
    } else if (event.kind === 'prepared') {
      const { outcome } = event;
      const error = outcome.kind === 'overflow' ? outcome.error : undefined;
      running.get(event.call)?.span.setAttributes({
        'palimpsest.tokens.before': outcome.tokensBefore,
        'palimpsest.tokens.after': outcome.tokensAfter,
        'palimpsest.attempts': outcome.attempts.length,
      });
      const labels = end(
        event.call,
        {
          'palimpsest.outcome': outcome.kind,
          'palimpsest.strategy': wordOf(event.strategy),
          'palimpsest.reason': 'reason' in outcome ? wordOf(outcome.reason) : undefined,
          'error.type': error === undefined ? undefined : typeOf(error),
        },
        error,
      );
      before.record(outcome.tokensBefore, labels);
      after.record(outcome.tokensAfter, labels);
      if (outcome.modelCalls.length > 0) modelCalls.add(outcome.modelCalls.length, labels);
    } else if (event.kind === 'reported' && event.cost !== undefined) {
      cost.add(event.cost.reported, attributes);
    }
  });
  return () => {
    unsubscribe();
    for (const { span } of running.values()) span.end();
    running.clear();
  };
}

function wordOf(text: string | undefined): string | undefined {
  return text === undefined || WORD.test(text) ? text : '_OTHER';
}

function typeOf(error: unknown): string | undefined {
  return error instanceof Error ? wordOf(error.name) : typeof error;
}
