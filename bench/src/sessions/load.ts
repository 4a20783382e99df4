import { createAdapter } from '@palimpsest/adapter';
import { openOriginals } from '@palimpsest/originals';
import { redisOriginals, type RedisClient } from '@palimpsest/originals/redis';
import { redisSessions } from '@palimpsest/originals/sessions';
import { createClient } from '@redis/client';
import { createPalimpsest } from 'palimpsest';
import { makeTranscript } from '../transcript.ts';
import { settledMemory } from '../speed/measure.ts';

/** What a service with stateless processes costs, measured in one process. */
interface LoadResult {
  readonly sessions: number;
  readonly turns: number;
  readonly turnsPerSecond: number;
  /** Milliseconds from the history to the messages to send, with 4 sessions at once. */
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the process, without Redis. */
  readonly processorMsPerTurn: number;
  readonly compressions: number;
  readonly commandsPerTurn: number;
  /** Of the state of a session: what was sent, and how. */
  readonly stateBytes: number;
  /** Of the originals of a session. */
  readonly originalBytes: number;
  /** Memory in use after a tenth, half and all of the sessions, in MB. */
  readonly memory: readonly number[];
}

/** Stores keep what they have longer than any run takes. */
const TTL_SECONDS = 86_400;

/** Sessions in progress at once. */
const AT_ONCE = 4;

/** Messages of a generated session for each turn: a question, calls, results and answers. */
const MESSAGES_PER_TURN = 4;

/** Tokens of a window that a session of 50 turns, about 340 kB, fills one and a half times. */
const CONTEXT_LIMIT = 64_000;

/** Different sessions. Each is sent many times under other names. */
const TRANSCRIPTS = 50;

/** Sends the turns of many sessions, each turn with a new adapter that knows nothing but the stores. */
async function measureLoad(url: string, sessions: number, turns: number): Promise<LoadResult> {
  const client = await createClient({ url }).connect();
  const { registry } = createPalimpsest();
  const base = `load-${process.pid}`;
  let commands = 0;
  const counting: RedisClient = {
    eval: (script, options) => ((commands += 1), client.eval(script, options)),
    hmGet: (key, fields) => ((commands += 1), client.hmGet(key, fields)),
    del: (key) => ((commands += 1), client.del(key)),
  };
  const store = redisSessions(counting, { base, ttl: TTL_SECONDS });
  const removed = redisOriginals(counting, { base, ttl: TTL_SECONDS });
  const transcripts = Array.from({ length: TRANSCRIPTS }, (_, at) => sessionOf(at, turns));
  const times: number[] = [];
  const memory: number[] = [];
  let [compressions, done] = [0, 0];

  async function runSession(at: number): Promise<void> {
    const id = `session-${at}`;
    const { messages, ends } = transcripts[at % TRANSCRIPTS]!;
    for (const end of ends) {
      const given = JSON.parse(JSON.stringify(messages.slice(0, end))) as object[];
      const start = performance.now();
      const adapter = createAdapter({
        registry,
        contextLimit: CONTEXT_LIMIT,
        session: { id, store },
        originals: openOriginals(removed, { session: id }),
      });
      const { outcome } = await adapter.adapt('openai', given);
      times.push(performance.now() - start);
      await adapter.flush();
      if (outcome?.kind === 'compressed') compressions += 1;
    }
    done += 1;
    if ([0.1, 0.5, 1].some((share) => done === Math.round(share * sessions)))
      memory.push(settledMemory() / 1e6);
  }

  const start = performance.now();
  const processorBefore = process.cpuUsage();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < sessions) await runSession(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = (performance.now() - start) / 1e3;
  const { user, system } = process.cpuUsage(processorBefore);
  const bytes = { state: 0, originals: 0 };
  for await (const keys of client.scanIterator({ MATCH: `${base}:*`, COUNT: 1_000 })) {
    for (const key of keys) {
      const used = (await client.memoryUsage(key)) ?? 0;
      if (key.startsWith(`${base}:session:`)) bytes.state += used;
      else bytes.originals += used;
    }
  }
  client.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    sessions,
    turns: times.length,
    turnsPerSecond: times.length / seconds,
    p50: sorted[Math.floor(times.length / 2)]!,
    p99: sorted[Math.floor(0.99 * times.length)]!,
    processorMsPerTurn: (user + system) / 1e3 / times.length,
    compressions,
    commandsPerTurn: commands / times.length,
    stateBytes: bytes.state / sessions,
    originalBytes: bytes.originals / sessions,
    memory,
  };
}

/** Returns a generated session, and the number of messages in the request of each turn. */
function sessionOf(at: number, turns: number) {
  const messages = JSON.parse(makeTranscript(turns * MESSAGES_PER_TURN, at + 1)) as object[];
  const ends = Array.from({ length: turns }, (_, turn) => (turn + 1) * MESSAGES_PER_TURN);
  return { messages, ends };
}

const [sessions = '200', turns = '50'] = process.argv.slice(2);
const redis = process.env['PALIMPSEST_REDIS'];
if (redis === undefined) {
  console.error('PALIMPSEST_REDIS: expected the URL of a Redis server, got nothing.');
  process.exit(2);
}
console.log(JSON.stringify(await measureLoad(redis, +sessions, +turns)));
