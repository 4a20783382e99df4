import { openai } from '@palimpsest/formats';
import { SalienceStrategy } from '@palimpsest/strategy-salience';
import { memoryInUse, quietMemory, settledMemory } from '../speed/measure.ts';
import { quarterOf, runSalience } from './run-salience.ts';

export interface MemoryRow {
  readonly megabytes: number;
  /** Most memory in use at once, the history itself apart, to the size of its JSON; what nobody needs any more counts until it is collected. */
  readonly peakToText: number;
  /** The same right after everything unused was collected, whenever the whole history is estimated and at the end. */
  readonly neededToText: number;
  /** What a strategy still knows when the result is gone. */
  readonly rememberedToText: number;
}

/** What a compression to a quarter takes, in bytes of heap and of arrays beside it. Needs `--expose-gc`. */
export async function measureMemory(text: string): Promise<MemoryRow> {
  const history = openai.decode(JSON.parse(text) as never[]);
  const targetTokens = quarterOf(history);
  const strategy = new SalienceStrategy();
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
  // The history and the strategy are still needed here.
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
