import { setTimeout } from 'node:timers/promises';
import { converse, type Conversed, type ConverseOptions } from './converse.ts';
import { rounded, timesOf, type Times } from './times.ts';

/** Sessions that went on at the same time. */
export interface AllConversed {
  readonly conversed: readonly Conversed[];
  /** Of `prepare`. */
  readonly times: Times;
  /** Processor time of this process, in ms for each request. */
  readonly processorMs: number;
}

/** Sends the requests of sessions that begin one after the other within the time of a turn. */
export async function converseAll(
  sessions: number,
  optionsOf: (at: number) => ConverseOptions,
): Promise<AllConversed> {
  const before = process.cpuUsage();
  const conversed = await Promise.all(
    Array.from({ length: sessions }, async (_, at) => {
      const options = optionsOf(at);
      await setTimeout((at / sessions) * options.turnMs);
      return await converse(`session-${at}`, options);
    }),
  );
  const { user, system } = process.cpuUsage(before);
  const times = conversed.flatMap((session) => session.times);
  const processorMs = rounded((user + system) / 1e3 / times.length);
  return { conversed, times: timesOf(times), processorMs };
}
