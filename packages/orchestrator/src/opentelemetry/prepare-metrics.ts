import { metrics, type Attributes } from '@opentelemetry/api';
import type { OrchestratorEvent } from '../orchestrator/orchestrator-events.ts';
import { errorType } from './error-facts.ts';
import { modelFacts, type Facts } from './facts.ts';
import type { InstrumentOptions } from './instrument-options.ts';
import { createInstruments, type Instruments } from './instruments.ts';
import { measureOutcome, outcomeLabels } from './measure-outcome.ts';
import { measureReport } from './measure-report.ts';
import { SCOPE } from './scope.ts';

interface Running {
  readonly startedAt: number;
  readonly model: Facts;
}

/** Measures each call of `prepare`, and what was reported of it. */
export function prepareMetrics({
  meter,
  attributes = {},
}: InstrumentOptions): (event: OrchestratorEvent) => void {
  const running = new Map<number, Running>();
  let instruments: Instruments | undefined;
  let lastModel: Facts = {};

  // A global meter provider has to be there when a meter is asked for, unlike one of tracers: so at the first event, not before.
  const ready = (): Instruments =>
    (instruments ??= createInstruments(meter ?? metrics.getMeter(SCOPE)));

  /** What is measured of one call goes by these labels. */
  function labelled({ model }: Pick<Running, 'model'>, facts: Facts = {}): Attributes {
    return { ...attributes, ...model, ...facts };
  }

  function ended(call: number): (Running & { readonly seconds: number }) | undefined {
    const begun = running.get(call);
    if (begun === undefined) return undefined;
    running.delete(call);
    return { ...begun, seconds: (performance.now() - begun.startedAt) / 1_000 };
  }

  return (event) => {
    switch (event.kind) {
      case 'preparing':
        running.set(event.call, {
          startedAt: performance.now(),
          model: modelFacts(event.model),
        });
        break;
      case 'prepared': {
        const call = ended(event.call);
        if (call === undefined) break;
        lastModel = call.model;
        const { outcome, strategy } = event;
        const labels = labelled(call, outcomeLabels(outcome, strategy));
        measureOutcome(ready(), { outcome, labels, seconds: call.seconds });
        break;
      }
      case 'threw': {
        const call = ended(event.call);
        if (call === undefined) break;
        const failure = { 'error.type': errorType(event.error) };
        const labels = labelled(call, { 'palimpsest.outcome': 'threw', ...failure });
        ready().duration.record(call.seconds, labels);
        ready().outcomes.add(1, labels);
        break;
      }
      case 'reported':
        measureReport(ready(), event, labelled({ model: lastModel }));
        break;
      case 'attempt':
        break;
    }
  };
}
