import { openOriginals } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conversations } from '../corpus.ts';
import { createDice } from '../dice.ts';
import { startProcesses } from './process-group.ts';
import {
  adapterAt,
  HOSTS,
  recordSession,
  sendTurn,
  type RecordedSession,
} from './recorded-turns.ts';

interface SessionsRun {
  /** Number of recorded sessions. */
  readonly sessions: number;
  readonly processes: number;
  readonly killShare: number;
  /** URL of a Redis server. @default SQLite on one file */
  readonly redis?: string | undefined;
  readonly seed: number;
  /** No session begins after this time. */
  readonly seconds: number;
}

export interface SessionsResult {
  readonly sessions: number;
  readonly turns: number;
  readonly compressed: number;
  readonly killed: number;
  /** Requests that differ from those of a single process. */
  readonly different: readonly string[];
  /** Originals that cannot be recalled. */
  readonly lost: readonly string[];
  readonly originals: number;
}

/** Number of sessions in progress at once. */
const AT_ONCE = 8;

/** Sends the turns of recorded sessions in random processes, and compares each request with that of a single process without a store. */
export async function runSessions({
  sessions: count,
  processes,
  killShare,
  redis,
  seed,
  seconds,
}: SessionsRun): Promise<SessionsResult> {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-sessions-'));
  const dice = createDice(seed);
  const group = startProcesses(
    processes,
    redis === undefined ? [folder] : [folder, redis],
    dice,
    killShare,
  );
  const hosts = Object.keys(HOSTS);
  const different: string[] = [];
  const lost: string[] = [];
  let [done, turns, compressed, originals] = [0, 0, 0, 0];
  const end = performance.now() + seconds * 1_000;

  async function runOne(session: RecordedSession, at: number): Promise<void> {
    const id = `session-${at}`;
    const host = hosts[at % hosts.length]!;
    writeFileSync(join(folder, `${id}.json`), JSON.stringify(session));
    let now = 0;
    const alone = adapterAt(session, HOSTS[host]!, () => now);
    for (let turn = 0; turn < session.turns.length; turn += 1) {
      now = turn;
      const expected = await sendTurn(alone, session, turn);
      const got = await group.send({ session: id, host, turn });
      turns += 1;
      compressed += expected.compressed;
      if (got.sent !== expected.sent) different.push(`${session.id} (${host}), turn ${turn}`);
    }
    const kept = await openOriginals(fileOriginals(join(folder, 'originals')), { session: id });
    const ids = kept.ids();
    originals += ids.length;
    for (const [index, { kind }] of (await kept.recallAll(ids)).entries()) {
      if (kind !== 'found') lost.push(`${session.id}: ${ids[index]} is ${kind}`);
    }
    rmSync(join(folder, `${id}.json`));
  }

  const waiting = recordedSessions(count);
  const work = async (): Promise<void> => {
    for (const [session, at] of waiting) {
      if (performance.now() > end) return;
      await runOne(session, at);
      done += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { sessions: done, turns, compressed, killed: group.killed, different, lost, originals };
  } finally {
    await group.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Yields recorded conversations as sessions, in several formats; the sample first, again in other formats if it has too few. */
function* recordedSessions(count: number): Generator<readonly [RecordedSession, number]> {
  let at = 0;
  for (;;) {
    for (const conversation of conversations(count > 200)) {
      if (at === count) return;
      yield [recordSession(conversation, at), at];
      at += 1;
    }
  }
}
