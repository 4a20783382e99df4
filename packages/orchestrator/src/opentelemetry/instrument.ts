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
  sumModelCalls,
} from './attributes.ts';
import { createInstruments, type Instruments } from './instruments.ts';

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
  let lastModel: Attributes = {};
  let instruments: Instruments | undefined;
  // Created at the first measurement: unlike a tracer, a meter does not follow a provider that is registered later.
  const measure = (): Instruments =>
    (instruments ??= createInstruments(options.meter ?? metrics.getMeter(SCOPE)));

  function begin({ call, model, entries }: Extract<OrchestratorEvent, { kind: 'preparing' }>) {
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
      measure().duration.record((performance.now() - begun.startedAt) / 1_000, all);
      record(all);
    } finally {
      try {
        if (begun.span?.isRecording() === true) describe(begun.span);
      } finally {
        begun.span?.end();
      }
    }
  }

  function describeError(span: Span, error: unknown): void {
    const message = recordErrorMessages ? errorMessage(error) : undefined;
    const withMessage = message === undefined ? {} : { message };
    span.setAttributes(errorAttributes(error, false));
    // Without the stack: it begins with the message.
    span.recordException({ name: errorType(error), ...withMessage });
    span.setStatus({ code: SpanStatusCode.ERROR, ...withMessage });
  }

  function describeOutcome(span: Span, outcome: PrepareResult, strategy: string): void {
    span.setAttributes(outcomeAttributes(outcome, strategy));
    if ((outcome.kind === 'failed' || 'steps' in outcome) && outcome.cause !== undefined) {
      const cause = errorAttributes(outcome.cause, recordErrorMessages);
      span.addEvent('palimpsest.compression.failed', { ...reasonAttributes(outcome), ...cause });
    }
    if (outcome.kind === 'overflow') describeError(span, outcome.error);
  }

  function recordOutcome(outcome: PrepareResult, labels: Attributes): void {
    const { tokensBefore, tokensAfter } = outcome;
    const to = measure();
    to.outcomes.add(1, { ...labels, ...reasonAttributes(outcome) });
    to.tokensBefore.record(tokensBefore, labels);
    to.tokensAfter.record(tokensAfter, labels);
    if (tokensAfter < tokensBefore) to.tokensSaved.add(tokensBefore - tokensAfter, labels);
    const { count, tokens } = sumModelCalls(outcome);
    if (count > 0) to.modelCalls.add(count, labels);
    for (const type of tokens === undefined ? [] : (['input', 'output'] as const)) {
      to.modelTokens.add(tokens![type], { ...labels, 'gen_ai.token.type': type });
    }
  }

  function recordReport({ ratio, cost }: Extract<OrchestratorEvent, { kind: 'reported' }>): void {
    const labels = { ...attributes, ...lastModel };
    const to = measure();
    to.estimateRatio.record(ratio, labels);
    if (cost === undefined) return;
    to.costReported.add(cost.reported, labels);
    if (cost.predicted !== undefined) {
      to.costPredicted.add(cost.predicted, labels);
      to.costDifference.add(cost.reported - cost.predicted, labels);
    }
    for (const [kind, tokens] of Object.entries(cost.tokens)) {
      to.reportedTokens.add(tokens, { ...labels, 'palimpsest.token.kind': kind });
    }
  }

  const unsubscribe = orchestrator.subscribe((event) => {
    const { call } = event;
    switch (event.kind) {
      case 'preparing':
        return begin(event);
      case 'attempt': {
        const { kind } = event.event;
        const name = kind === 'attempt-failed' ? 'failed' : kind.replace('-', '_');
        const facts = attemptAttributes(event.event, recordErrorMessages);
        running.get(call)?.span?.addEvent(`palimpsest.attempt.${name}`, facts);
        return;
      }
      case 'prepared': {
        const { outcome, strategy } = event;
        return end(
          call,
          outcomeLabels(outcome, strategy),
          (labels) => recordOutcome(outcome, labels),
          (span) => describeOutcome(span, outcome, strategy),
        );
      }
      case 'threw': {
        const threw = { 'palimpsest.outcome': 'threw' };
        return end(
          call,
          { ...threw, 'error.type': errorType(event.error) },
          (labels) => measure().outcomes.add(1, labels),
          (span) => {
            span.setAttributes(threw);
            describeError(span, event.error);
          },
        );
      }
      case 'reported':
        return recordReport(event);
    }
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
