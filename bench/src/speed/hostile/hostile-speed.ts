import { compress } from 'palimpsest';
import { processorTime } from '../processor-time.ts';
import type { HostileInput } from './hostile-inputs.ts';

/** The costliest hostile inputs of one strategy. */
export interface HostileSpeedRow {
  readonly strategy: string;
  readonly place: string;
  readonly inputs: number;
  /** Largest processor time per byte of `compress()` to a quarter, in multiples of ordinary prose at the same place. */
  readonly worstToProse: number;
  readonly worst: string;
}

/** An input with a larger ratio is measured again, and the least time counts. */
const SUSPECT_RATIO = 3;
const MAX_RUNS = 4;

/** Returns one row for each place. */
export async function measureHostileInputs(
  strategy: string,
  inputs: readonly HostileInput[],
): Promise<HostileSpeedRow[]> {
  const rows: HostileSpeedRow[] = [];
  for (const place of new Set(inputs.map((input) => input.place))) {
    const [prose, ...hostile] = inputs.filter((input) => input.place === place);
    if (prose === undefined) continue;
    // The first run warms up.
    await costOf(strategy, prose);
    const usual = Math.min(await costOf(strategy, prose), await costOf(strategy, prose));
    const ratios: (readonly [ratio: number, text: string])[] = [];
    for (const input of hostile) {
      let ratio = (await costOf(strategy, input)) / usual;
      for (let run = 1; run < MAX_RUNS && ratio > SUSPECT_RATIO; run += 1) {
        ratio = Math.min(ratio, (await costOf(strategy, input)) / usual);
      }
      ratios.push([ratio, input.text]);
    }
    const [worst = [0, '']] = ratios.toSorted(([left], [right]) => right - left);
    rows.push({ strategy, place, inputs: hostile.length, worstToProse: worst[0], worst: worst[1] });
  }
  return rows;
}

/** Returns milliseconds per byte. */
async function costOf(strategy: string, { messages, bytes }: HostileInput): Promise<number> {
  const given = messages();
  return (await processorTime(() => compress(given, { strategy, targetRatio: 0.25 }))).ms / bytes;
}
