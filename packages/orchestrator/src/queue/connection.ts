import { MAX_TIMER_MS, OptionError } from '@palimpsest/core-types';
import type { ConnectionOptions } from 'bullmq';

/** Name of the queue without the option `queue`. */
const DEFAULT_QUEUE = 'palimpsest-compressions';

/** Where the jobs are: what a queue and its workers must have in common. */
export interface QueuePlace {
  /** A Redis URL, options of `ioredis`, or a client of `ioredis` or `redis`, which the caller closes. */
  readonly connection: string | ConnectionOptions;
  /** @default 'palimpsest-compressions' */
  readonly queue?: string;
}

const EXPECTED = 'a redis:// or rediss:// URL, or connection options or a client of BullMQ';

/**
 * Returns the name of the queue and the connection in the form of BullMQ.
 *
 * @throws {OptionError} without the URL, which may have a password
 */
export function readPlace({ connection, queue = DEFAULT_QUEUE }: QueuePlace): {
  readonly connection: ConnectionOptions;
  readonly name: string;
} {
  if (typeof queue !== 'string' || queue === '' || queue.includes(':'))
    throw new OptionError('queue', queue, 'a non-empty text without a colon');
  if (typeof connection === 'string') {
    if (!/^rediss?:$/.test(URL.parse(connection)?.protocol ?? '')) {
      const receivedDescription = 'another text';
      throw new OptionError('connection', connection, EXPECTED, { receivedDescription });
    }
    return { connection: { url: connection }, name: queue };
  }
  // A client may be callable or a proxy; BullMQ recognizes it.
  if (typeof connection !== 'object' || connection === null)
    throw new OptionError('connection', connection, EXPECTED);
  return { connection, name: queue };
}

/** @throws {OptionError} */
export function checkCount(option: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new OptionError(option, value, 'a whole number, 1 or more');
}

/** Checks a time for a timer, in milliseconds. @throws {OptionError} */
export function checkTime(option: string, value: number, least: number): number {
  if (Number.isFinite(value) && value >= least && value <= MAX_TIMER_MS) return value;
  throw new OptionError(option, value, `milliseconds from ${least} to ${MAX_TIMER_MS}`);
}
