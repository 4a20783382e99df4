import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { IncomingMessage, ServerResponse } from 'node:http';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const TOKENS = Array.from({ length: 9 }, (_, power) => 1_024 * 2 ** power);

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of a process. Names and labels have no content of conversations and no session. */
export function createMetrics(instance: string) {
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withResourceConstantLabels: /^service\.instance\.id$/,
  });
  const resource = resourceFromAttributes({
    'service.name': 'chat',
    'service.instance.id': instance,
  });
  const meter = new MeterProvider({ readers: [exporter], resource }).getMeter('chat');
  const histogram = (name: string, description: string, unit: string, buckets: number[]) =>
    meter.createHistogram(name, {
      description,
      unit,
      advice: { explicitBucketBoundaries: buckets },
    });
  const counter = (name: string, description: string) => meter.createCounter(name, { description });
  return {
    requests: histogram('http.server.request.duration', 'HTTP requests', 's', SECONDS),
    tokensBefore: histogram('chat.tokens.before', 'Tokens of model requests as given', '', TOKENS),
    tokensAfter: histogram('chat.tokens.after', 'Tokens of model requests as sent', '', TOKENS),
    outcomes: counter('chat.compressions', 'Model requests by strategy and outcome'),
    background: counter('chat.summaries', 'Summaries started, applied or dropped by web processes'),
    jobs: histogram('chat.job.duration', 'Runs of summary jobs by result', 's', SECONDS),
    conflicts: counter('chat.conflicts', 'Decisions repeated because another request was first'),
    /** Writes all metrics in the text format of Prometheus. */
    write: (request: IncomingMessage, response: ServerResponse) =>
      exporter.getMetricsRequestHandler(request, response),
  };
}
