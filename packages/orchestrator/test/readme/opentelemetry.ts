import * as sdk from '@opentelemetry/sdk-trace';
import { createRegistry } from '@palimpsest/factory';
import { createConversationHistory, createOrchestrator } from '@palimpsest/orchestrator';
import { instrument } from '@palimpsest/orchestrator/opentelemetry';
import { salience } from '@palimpsest/strategy-salience';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';

const exporter = new sdk.InMemorySpanExporter();
const provider = new sdk.TracerProvider({
  spanProcessors: [new sdk.SimpleSpanProcessor({ exporter })],
});
const orchestrator = createOrchestrator({
  history: createConversationHistory(),
  strategies: createRegistry().register(salience).register(topDownTruncation),
  estimateTokens: (entries) => JSON.stringify(entries).length / 4,
});
const stop = instrument(orchestrator, { tracer: provider.getTracer('agent') });

orchestrator.history.append({ speaker: 'human', blocks: [{ type: 'text', text: 'Fix it.' }] });
await orchestrator.prepare({ model: 'large' });
for (const { name, attributes } of exporter.getFinishedSpans()) {
  console.log(name, attributes['palimpsest.outcome'], attributes['palimpsest.reason']);
  // palimpsest.prepare unchanged not-due
}
stop();
