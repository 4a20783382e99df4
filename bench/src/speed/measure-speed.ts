import { createStrategy } from '@palimpsest/engine';
import type { CompressionStrategy, IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { highDensity } from '@palimpsest/strategy-high-density';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { median, settledHeap, timed } from './measure.ts';
import { makeTranscript } from '../transcript.ts';

export interface SpeedRow {
  readonly messages: number;
  readonly megabytes: number;
  readonly jsonParseMs: number;
  /** Time to optimize and compress with `high-density`, without the estimator. */
  readonly highDensityMs: number;
  readonly highDensityToJsonParse: number;
  readonly topDownMs: number;
  readonly topDownToJsonParse: number;
  /** Time of the estimator within the `high-density` run. */
  readonly estimatorMs: number;
  readonly nanosecondsPerByte: number;
  /** Peak heap in use during a `high-density` run, without the input, divided by the size of one transcript. */
  readonly peakHeapToTranscript: number;
}

const CONFIG = {
  readWritePruning: true,
  fileDedupe: true,
  recencyPruning: true,
  recencyRetention: 3,
  workspaceRoot: '/workspace',
};

const newHighDensity = (): CompressionStrategy => createStrategy(highDensity);

/** Measures the same total work at every size: transcripts of `totalMessages` in total. */
export async function measureSpeed(messages: number, totalMessages: number): Promise<SpeedRow> {
  const texts = Array.from({ length: totalMessages / messages }, (_, at) =>
    makeTranscript(messages, at + 1),
  );
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  const jsonParseMs = await median(5, () => {
    const start = performance.now();
    for (const text of texts) JSON.parse(text);
    return performance.now() - start;
  });
  const histories = texts.map((text) => openai.decode(JSON.parse(text) as never[]));
  const estimator = timed<IContent>(estimateEntryTokens);

  // A strategy caches conversations, so each run uses a new one.
  const compressAll = async (create: () => CompressionStrategy): Promise<number> => {
    const strategy = create();
    estimator.takeMilliseconds();
    const start = performance.now();
    for (const history of histories) await compressOnce(strategy, history, estimator.estimate);
    return performance.now() - start - estimator.takeMilliseconds();
  };
  let estimatorMs = 0;
  const highDensityMs = await median(5, async () => {
    const start = performance.now();
    const own = await compressAll(newHighDensity);
    estimatorMs = performance.now() - start - own;
    return own;
  });
  const topDownMs = await median(5, () => compressAll(() => createStrategy(topDownTruncation)));

  const [first] = histories;
  const before = settledHeap();
  let peak = before;
  await compressOnce(newHighDensity(), first!, (entries) => {
    peak = Math.max(peak, process.memoryUsage().heapUsed);
    return estimateEntryTokens(entries);
  });
  const peakHeapToTranscript = (peak - before) / texts[0]!.length;

  return {
    messages,
    megabytes: bytes / 1e6,
    jsonParseMs,
    highDensityMs,
    highDensityToJsonParse: highDensityMs / jsonParseMs,
    topDownMs,
    topDownToJsonParse: topDownMs / jsonParseMs,
    estimatorMs,
    nanosecondsPerByte: (highDensityMs * 1e6) / bytes,
    peakHeapToTranscript,
  };
}

/** Plans the removal of stale entries, then compresses to a third. */
async function compressOnce(
  strategy: CompressionStrategy,
  history: readonly IContent[],
  estimateTokens: (entries: readonly IContent[]) => number,
): Promise<unknown> {
  const plan = strategy.optimize?.(history, CONFIG);
  const result = await strategy.compress({
    history,
    estimateTokens,
    targetTokens: Math.floor(estimateTokens(history) / 3),
    currentTokenCount: Number.MAX_SAFE_INTEGER,
    runtimeContext: { ephemerals: {} },
  });
  return [plan, result];
}
