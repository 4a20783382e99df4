import type { ChatMessage } from '../../retention/chat-message.ts';
import { makeTranscript } from '../../transcript.ts';
import { clocked, memoryInUse, quietMemory } from '../measure.ts';
import type { GrowthMethod } from './method.ts';
import { keepWatch, onlyStop, StoppedError, type Bounds } from './watch.ts';

/** One full pass of a method over one transcript. `null`: not completed. */
export interface PassRow {
  readonly method: string;
  /** Requested number of messages; the transcript ends with the exchange that reaches it. */
  readonly messages: number;
  readonly bytes: number;
  /** Number of messages examined, with repetitions. */
  readonly looks: number | null;
  /** Number of remaining messages. */
  readonly left: number | null;
  /** Time of the fastest pass, including counting: other load on the machine only makes a pass slower. */
  readonly milliseconds: number | null;
  /** `JSON.parse` of the same text before each pass; the fastest. */
  readonly jsonParseMs: number;
  /** Peak memory beyond that of the messages, divided by the size of the text. */
  readonly peakToText: number | null;
  /** Present if the bench stopped the method; then there are no figures. */
  readonly stopped?: {
    readonly looks: number;
    readonly looksPerMessage: number;
    readonly seconds: number;
  };
}

export interface PassOptions {
  readonly bounds: Bounds;
  /** Seconds for the timed passes after the watched one. If that took less than `QUICK_MS`, at least one is made. */
  readonly seconds: number;
}

const MAX_PASSES = 15;
const QUICK_MS = 3_000;

/** Measures passes over messages that are new to the method. The first one is watched; its time counts only if it is too long to repeat. */
export async function measurePass(
  method: GrowthMethod,
  size: number,
  { bounds, seconds }: PassOptions,
): Promise<PassRow> {
  const text = makeTranscript(size, 1);
  const parsed: number[] = [];
  const read = async (): Promise<readonly ChatMessage[]> => {
    const { ms, outcome } = await clocked(() => JSON.parse(text) as readonly ChatMessage[]);
    parsed.push(ms);
    return outcome;
  };
  const messages = await read();
  const row = { method: method.name, messages: size, bytes: text.length };
  const pass = method.pass(messages);
  const before = await quietMemory();
  const watch = keepWatch(size, bounds);
  try {
    const first = await clocked(() => pass(watch));
    const peak = Math.max(watch.peak, memoryInUse());
    const times: number[] = [];
    const end = performance.now() + seconds * 1e3;
    while (first.ms < QUICK_MS && times.length < MAX_PASSES) {
      if (times.length > 0 && performance.now() > end) break;
      const again = method.pass(await read());
      times.push((await clocked(() => again(onlyStop(bounds)))).ms);
    }
    return {
      ...row,
      looks: watch.looks,
      left: first.outcome.length,
      milliseconds: Math.min(...(times.length > 0 ? times : [first.ms])),
      jsonParseMs: Math.min(...parsed),
      peakToText: (peak - before) / text.length,
    };
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    const nothing = { looks: null, left: null, milliseconds: null, peakToText: null };
    const { looks } = error;
    const stopped = { looks, looksPerMessage: looks / size, seconds: error.seconds };
    return { ...row, ...nothing, jsonParseMs: Math.min(...parsed), stopped };
  }
}
