import type { UsageStats } from '@palimpsest/core-types';
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
import { instrument } from '../../src/opentelemetry.ts';
import type { OrchestratorOptions } from '../../src/orchestrator/orchestrator.ts';
import { scripted, sourceWith, withoutOldest, type Answer } from '../orchestrator/scripted.ts';
import { session, type Session } from '../orchestrator/session.ts';

/** A window with a limit of 17,910 tokens and a trigger of 15,223. */
const WINDOW = { 'context-limit': 20_000, maxOutputTokens: 2_000 };

/** Drops all texts but the last, and reports the given model usage. */
export function shrinks(usage: UsageStats): Answer {
  return async (context) => {
    const result = withoutOldest(context, context.history.length);
    return { ...result, metadata: { ...result.metadata, llmCallMade: true, usage } };
  };
}

export interface Watched extends Session {
  readonly spans: () => readonly ReadableSpan[];
  /** All measurements so far, by metric name. */
  readonly metrics: () => Promise<Readonly<Record<string, MetricData['dataPoints']>>>;
  readonly stop: () => void;
}

/** Creates an instrumented session that keeps all telemetry in memory, with the strategy `scripted` if `compress` is set. */
export function watched(
  {
    settings = {},
    compress,
    ...options
  }: { settings?: Record<string, unknown>; compress?: Answer } & Partial<
    Omit<OrchestratorOptions, 'settings'>
  > = {},
  attributes: Readonly<Record<string, string>> = {},
): Watched {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor({ exporter })];
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 2 ** 30,
  });
  const own = compress === undefined ? [] : [scripted('scripted', compress)];
  const name = compress === undefined ? {} : { 'compression.strategy': 'scripted' };
  const made = session(
    { ...WINDOW, ...name, ...settings },
    { strategies: sourceWith(...own), attempts: { sleep: async () => {} }, ...options },
  );
  return {
    ...made,
    spans: () => exporter.getFinishedSpans(),
    async metrics() {
      metricExporter.reset();
      await reader.forceFlush();
      const found = metricExporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics);
      const all = found.flatMap(({ metrics }) => metrics);
      return Object.fromEntries(all.map((one) => [one.descriptor.name, one.dataPoints]));
    },
    stop: instrument(made.orchestrator, {
      tracer: new TracerProvider({ spanProcessors }).getTracer('test'),
      meter: new MeterProvider({ readers: [reader] }).getMeter('test'),
      attributes,
    }),
  };
}
