import type { Orchestrator } from '../orchestrator/orchestrator.ts';
import type { InstrumentOptions } from './instrument-options.ts';
import { prepareMetrics } from './prepare-metrics.ts';
import { prepareSpans } from './prepare-spans.ts';

/**
 * Has a span made of each call of `prepare`, and metrics of what became of it. Nothing that is said in a conversation is recorded: figures,
 * words of our own, and the names of models, strategies and errors.
 *
 * A span begins when its request's turn has come; the wait before that is not part of it, and a request that is refused, or aborted while it
 * waits, has none. It is a child of what was active where `prepare` was called, where the context manager follows asynchronous work, as
 * Node's does; elsewhere it has no parent. It is not active itself: spans of a model that a strategy asks stand beside it.
 *
 * What tracers and meters throw disturbs nobody; the orchestrator's `onListenerError` hears of it.
 *
 * @returns ends the recording, and the spans of requests on their way
 */
export function instrument(
  orchestrator: Pick<Orchestrator, 'subscribe'>,
  options: InstrumentOptions = {},
): () => void {
  const spans = prepareSpans(options);
  // Apart, so that what one throws is not missed by the other.
  const endSpans = orchestrator.subscribe(spans.listen);
  const endMetrics = orchestrator.subscribe(prepareMetrics(options));
  return () => {
    endSpans();
    endMetrics();
    spans.stop();
  };
}
