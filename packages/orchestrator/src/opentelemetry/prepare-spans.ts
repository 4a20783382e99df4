import { SpanKind, trace, type Span } from '@opentelemetry/api';
import type { OrchestratorEvent } from '../orchestrator/orchestrator-events.ts';
import type { Prepared } from '../orchestrator/prepared.ts';
import { ATTEMPT_EVENTS, attemptFacts } from './attempt-event.ts';
import { errorFacts, noteError } from './error-facts.ts';
import { known, modelFacts } from './facts.ts';
import type { InstrumentOptions } from './instrument-options.ts';
import { outcomeFacts, reasonOf } from './outcome-facts.ts';
import { SCOPE } from './scope.ts';

/** Makes a span of each call of `prepare`. */
export interface PrepareSpans {
  readonly listen: (event: OrchestratorEvent) => void;
  /** Ends what is still open, as nobody will hear of its end. */
  readonly stop: () => void;
}

export function prepareSpans({
  tracer = trace.getTracer(SCOPE),
  attributes = {},
  recordErrorMessages = false,
}: InstrumentOptions): PrepareSpans {
  const open = new Map<number, Span>();

  function begin({ call, model, entries }: Extract<OrchestratorEvent, { kind: 'preparing' }>) {
    const facts = { 'palimpsest.call': call, 'palimpsest.entries.before': entries };
    const options = {
      kind: SpanKind.INTERNAL,
      attributes: { ...attributes, ...modelFacts(model), ...facts },
    };
    // Events are published within the call: where contexts follow asynchronous work, what is active is what was active for its caller.
    open.set(call, tracer.startSpan('palimpsest.prepare', options));
  }

  /** A span ends, whatever goes wrong while it is described. */
  function end(call: number, note: (span: Span) => void): void {
    const span = open.get(call);
    if (span === undefined) return;
    open.delete(call);
    try {
      if (span.isRecording()) note(span);
    } finally {
      span.end();
    }
  }

  function describe(span: Span, outcome: Prepared, strategy: string): void {
    span.setAttributes(outcomeFacts(outcome, strategy));
    if ((outcome.kind === 'failed' || 'steps' in outcome) && outcome.cause !== undefined) {
      span.addEvent('palimpsest.compression.failed', {
        ...known({ 'palimpsest.reason': reasonOf(outcome) }),
        ...errorFacts(outcome.cause, recordErrorMessages),
      });
    }
    if (outcome.kind === 'cannot') noteError(span, outcome.error, recordErrorMessages);
  }

  return {
    listen(event) {
      switch (event.kind) {
        case 'preparing':
          begin(event);
          break;
        case 'attempt': {
          const { kind } = event.event;
          const facts = attemptFacts(event.event, recordErrorMessages);
          open.get(event.call)?.addEvent(ATTEMPT_EVENTS[kind], facts);
          break;
        }
        case 'prepared':
          end(event.call, (span) => describe(span, event.outcome, event.strategy));
          break;
        case 'threw':
          end(event.call, (span) => {
            span.setAttribute('palimpsest.outcome', 'threw');
            noteError(span, event.error, recordErrorMessages);
          });
          break;
        case 'reported':
          break;
      }
    },
    stop() {
      for (const call of open.keys()) {
        try {
          end(call, () => {});
        } catch {
          // A tracer that throws keeps nobody from stopping.
        }
      }
    },
  };
}
