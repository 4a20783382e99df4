import type { Attributes } from '@opentelemetry/api';
import type { OrchestratorEvent } from '../orchestrator/orchestrator-events.ts';
import type { Instruments } from './instruments.ts';

/** Measures what a provider counted for a request, beside what was expected. */
export function measureReport(
  instruments: Instruments,
  { ratio, cost }: Extract<OrchestratorEvent, { kind: 'reported' }>,
  labels: Attributes,
): void {
  instruments.estimateRatio.record(ratio, labels);
  if (cost === undefined) return;
  const { reported, predicted, tokens } = cost;
  instruments.costReported.add(reported, labels);
  if (predicted !== undefined) {
    instruments.costPredicted.add(predicted, labels);
    instruments.costDifference.add(reported - predicted, labels);
  }
  for (const kind of ['cached', 'written', 'uncached', 'output'] as const) {
    instruments.reportedTokens.add(tokens[kind], { ...labels, 'palimpsest.token.kind': kind });
  }
}
