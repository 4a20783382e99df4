import { compress } from 'palimpsest';
import { makeTranscript } from '../../transcript.ts';
import { processorTime } from '../processor-time.ts';

export interface CompressGrowthRow {
  readonly strategy: string;
  readonly messages: number;
  /** Processor time of `compress()` to a quarter. */
  readonly nanosecondsPerByte: number;
  /** Time per byte divided by that at the smallest size: 1 is flat. */
  readonly growth: number;
  /** Processor time of a second call after ten more messages, divided by the first. */
  readonly againToFirst: number;
}

const OPTIONS = { targetRatio: 0.25 };
/** Messages that a conversation gets before the second call. */
const MORE_MESSAGES = 10;

/** Measures `compress()` on generated sessions of several sizes. */
export async function measureGrowth(
  strategy: string,
  sizes: readonly { readonly messages: number; readonly conversations: number }[],
): Promise<CompressGrowthRow[]> {
  const rows: CompressGrowthRow[] = [];
  // Warm-up, so that every size is measured warm.
  await costOf(strategy, sizes[0]!.messages, 1);
  for (const { messages, conversations } of sizes) {
    const { first, again } = await costOf(strategy, messages, conversations);
    const growth = first / (rows[0]?.nanosecondsPerByte ?? first);
    rows.push({
      strategy,
      messages,
      nanosecondsPerByte: first,
      growth,
      againToFirst: again / first,
    });
  }
  return rows;
}

/** Runs per conversation. The fastest counts, because other load on the machine only makes a run slower. */
const RUNS = 3;

/** Returns nanoseconds per byte of the first and of the second call. */
async function costOf(
  strategy: string,
  size: number,
  conversations: number,
): Promise<{ readonly first: number; readonly again: number }> {
  const options = { ...OPTIONS, strategy };
  let [first, again, bytes] = [0, 0, 0];
  for (let at = 1; at <= conversations; at += 1) {
    const text = makeTranscript(size, at);
    const more = (JSON.parse(makeTranscript(MORE_MESSAGES, at)) as readonly object[]).slice(1);
    const times: { readonly first: number; readonly again: number }[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const messages = JSON.parse(text) as readonly object[];
      // What was collected before a run does not count.
      globalThis.gc?.();
      const { ms } = await processorTime(() => compress(messages, options));
      const second = await processorTime(() => compress([...messages, ...more], options));
      times.push({ first: ms, again: second.ms });
    }
    first += Math.min(...times.map((time) => time.first));
    again += Math.min(...times.map((time) => time.again));
    bytes += text.length;
  }
  return { first: (first * 1e6) / bytes, again: (again * 1e6) / bytes };
}
