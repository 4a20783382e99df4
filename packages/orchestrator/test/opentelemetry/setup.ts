import type { CompressionStrategy, StrategyPlugin, UsageStats } from '@palimpsest/core-types';
import { instrument, type InstrumentOptions } from '../../src/opentelemetry.ts';
import type { CachePrices } from '../../src/index.ts';
import type { OrchestratorOptions } from '../../src/orchestrator/orchestrator.ts';
import { exchange, human, registry, session, type Session } from '../orchestrator/session.ts';
import { telemetry, type Telemetry } from './telemetry.ts';

/** A window with a limit of 17,910 tokens and a trigger of 15,223. */
const WINDOW = { 'context-limit': 20_000, maxOutputTokens: 2_000 };

/** Prices in millionths of a currency unit per token. */
export const PRICES: CachePrices = {
  input: 3,
  cachedRead: 0.3,
  output: 15,
  cacheTtls: [{ name: '5m', milliseconds: 300_000, write: 3.75 }],
  minimumPrefixTokens: 1_024,
  granularityTokens: 1,
  matching: 'whole-requests',
};

type Compress = CompressionStrategy['compress'];

/** Returns a plugin of a strategy named `scripted` that runs the given function. */
function scripted(compress: Compress): StrategyPlugin {
  return {
    specification: 1,
    name: 'scripted',
    requiresLLM: true,
    humanText: 'eligible',
    description: 'Does as it is told.',
    create: () => ({
      name: 'scripted',
      requiresLLM: true,
      trigger: { mode: 'threshold', defaultThreshold: 0.85 },
      compress,
    }),
  };
}

/** Keeps the first entry and the last four, and reports the given model usage. */
export function shrinks(usages: readonly UsageStats[] = []): Compress {
  return async ({ history }) => {
    const newHistory = [history[0]!, ...history.slice(-4)];
    return {
      kind: 'applied',
      newHistory,
      metadata: {
        originalMessageCount: history.length,
        compressedMessageCount: newHistory.length,
        strategyUsed: 'scripted',
        llmCallMade: usages.length > 0,
        llmCalls: usages.map((usage) => ({ usage })),
        dropped: { toolCalls: 16, aiEntries: 16 },
        firstChangedIndex: 1,
      },
    };
  };
}

export interface Watched extends Session {
  readonly seen: Telemetry;
  readonly stop: () => void;
}

export interface WatchedOptions {
  readonly settings?: Record<string, unknown>;
  readonly options?: Partial<OrchestratorOptions>;
  readonly instrumenting?: (seen: Telemetry) => InstrumentOptions;
  readonly compress?: Compress;
}

/** Creates an instrumented session, with the strategy `scripted` if `compress` is set. */
export function watched({
  settings = {},
  options = {},
  instrumenting = () => ({}),
  compress,
}: WatchedOptions = {}): Watched {
  const strategies = registry();
  if (compress !== undefined) strategies.register(scripted(compress));
  const made = session(
    {
      ...WINDOW,
      ...(compress === undefined ? {} : { 'compression.strategy': 'scripted' }),
      ...settings,
    },
    {
      strategies,
      attempts: { sleep: async () => {} },
      ...options,
    },
  );
  const seen = telemetry();
  const { tracer, meter } = seen;
  return {
    ...made,
    seen,
    stop: instrument(made.orchestrator, { tracer, meter, ...instrumenting(seen) }),
  };
}

/** Appends about `exchanges` thousand tokens of history. */
export function fill({ history }: Session, exchanges: number): void {
  history.append(human('Fix it.'));
  for (let at = 0; at < exchanges; at += 1) history.append(...exchange(`run${at}`, 1_000));
}
