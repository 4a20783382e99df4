import type { Meter, Tracer } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';

type Point = MetricData['dataPoints'][number];

export interface Telemetry {
  readonly tracer: Tracer;
  readonly meter: Meter;
  readonly tracerProvider: TracerProvider;
  readonly meterProvider: MeterProvider;
  /** Ended spans, in the order of their end. */
  spans(): readonly ReadableSpan[];
  /** All measurements so far, by metric name, with unit and description. */
  metrics(): Promise<Readonly<Record<string, Metric>>>;
  /** All exported data, as one text. */
  everything(): Promise<string>;
}

interface Metric {
  readonly unit: string;
  readonly description: string;
  readonly points: readonly Point[];
}

/** Creates an SDK that keeps all telemetry in memory. */
export function telemetry(): Telemetry {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new TracerProvider({
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 2 ** 30,
  });
  const meterProvider = new MeterProvider({ readers: [reader] });

  async function metrics(): Promise<Record<string, Metric>> {
    metricExporter.reset();
    await reader.forceFlush();
    const found = metricExporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics);
    return Object.fromEntries(
      found.flatMap((scope) =>
        scope.metrics.map(({ descriptor, dataPoints }) => {
          const { name, unit, description } = descriptor;
          return [name, { unit, description, points: dataPoints }] as const;
        }),
      ),
    );
  }

  return {
    tracer: tracerProvider.getTracer('test'),
    meter: meterProvider.getMeter('test'),
    tracerProvider,
    meterProvider,
    spans: () => exporter.getFinishedSpans(),
    metrics,
    everything: async () =>
      JSON.stringify([
        exporter
          .getFinishedSpans()
          .map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
        await metrics(),
      ]),
  };
}
