import { createStrategy } from '@palimpsest/engine';
import { openai } from '@palimpsest/formats/openai';
import { salience } from '@palimpsest/strategy-salience';
import { memoryInUse, quietMemory, settledMemory } from '../speed/measure.ts';
import { quarterOf, runSalience } from './run-salience.ts';

export interface MemoryRow {
  readonly megabytes: number;
  /** Peak memory in use without the history, divided by the size of its JSON. Unreachable objects count until they are collected. */
  readonly peakToText: number;
  /** The same after garbage collection, sampled whenever the whole history is estimated and at the end. */
  readonly neededToText: number;
  /** Memory of the strategy's cache after the result is released, divided by the size of the JSON. */
  readonly rememberedToText: number;
}

/** Measures the memory of a compression to a quarter: heap and array buffers. Needs `--expose-gc`. */
export async function measureMemory(text: string): Promise<MemoryRow> {
  const history = openai.decode(JSON.parse(text) as never[]);
  const targetTokens = quarterOf(history);
  const strategy = createStrategy(salience);
  const before = await quietMemory();
  let [peak, needed] = [before, before];
  const run = async (): Promise<void> => {
    const { after } = await runSalience(history, {
      targetTokens,
      strategy,
      watch(entries) {
        peak = Math.max(peak, memoryInUse());
        if (entries.length > 1) needed = Math.max(needed, settledMemory());
      },
    });
    peak = Math.max(peak, memoryInUse());
    needed = Math.max(needed, settledMemory());
    if (after.length === 0) throw new Error('Nothing is left of the history.');
  };
  await run();
  const remembered = await quietMemory();
  // Keeps the history and the strategy reachable up to this point.
  await strategy.compress({
    history: history.slice(0, 1),
    estimateTokens: () => 1,
    currentTokenCount: 1,
    targetTokens: 1,
    runtimeContext: { ephemerals: {} },
  });
  const share = (bytes: number): number => (bytes - before) / text.length;
  return {
    megabytes: text.length / 1e6,
    peakToText: share(peak),
    neededToText: share(needed),
    rememberedToText: share(remembered),
  };
}
