import type { ChatMessage } from '../../retention/chat-message.ts';
import { makeTranscript } from '../../transcript.ts';
import { clocked, memoryInUse, quietMemory } from '../measure.ts';
import type { GrowthMethod } from './method.ts';
import { keepWatch, onlyStop, StoppedError, type Bounds } from './watch.ts';

/** One full pass of a method over one transcript. What could not be finished is null. */
export interface PassRow {
  readonly method: string;
  /** As many as were asked for; the transcript ends with the exchange that reaches them. */
  readonly messages: number;
  readonly bytes: number;
  /** Messages looked at, as often as they were. */
  readonly looks: number | null;
  /** Messages that are left. */
  readonly left: number | null;
  /** Everything the caller waits for, counting included: the fastest pass, as others on the machine can only make it slower. */
  readonly milliseconds: number | null;
  /** The same text, read before each pass: the fastest again. */
  readonly jsonParseMs: number;
  /** Most memory in use at once over what the messages take, to the size of the text. */
  readonly peakToText: number | null;
  /** Where we put an end to it, and there are no figures. */
  readonly stopped?: {
    readonly looks: number;
    readonly looksPerMessage: number;
    readonly seconds: number;
  };
}

export interface PassOptions {
  readonly bounds: Bounds;
  /** For passes after the one that is watched. At least one of them is made where that is a matter of seconds. */
  readonly seconds: number;
}

const MOST_PASSES = 15;
const QUICK_MS = 3_000;

/** Each pass is over messages that were never seen. The first one is watched, and its time counts only where it is too long for another. */
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
    while (first.ms < QUICK_MS && times.length < MOST_PASSES) {
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
