import { openOriginals } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isChecked, newlyBroken } from '../checker/check-provider.ts';
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
  /** Turns of each session at most. @default Infinity */
  readonly mostTurns?: number;
}

export interface SessionsResult {
  readonly sessions: number;
  readonly turns: number;
  readonly compressed: number;
  readonly killed: number;
  readonly killedDuringRequest: number;
  /** Requests that differ from those of a single process. */
  readonly different: readonly string[];
  /** Requests that break a rule of their provider that the recorded messages keep. */
  readonly invalid: readonly string[];
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
  mostTurns = Number.POSITIVE_INFINITY,
}: SessionsRun): Promise<SessionsResult> {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-sessions-'));
  const dice = createDice(seed);
  const group = startProcesses(processes, { folder, redis }, dice, killShare);
  const hosts = Object.keys(HOSTS);
  const different: string[] = [];
  const lost: string[] = [];
  const invalid: string[] = [];
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
      const request = { session: id, host, turn };
      const name = `${session.id} (${session.format}, ${host}), turn ${turn}`;
      const answers = [await group.send(request)];
      // The state after the last turn is read as well.
      if (turn === session.turns.length - 1) answers.push(await group.send(request));
      turns += 1;
      compressed += expected.compressed;
      if (answers.some(({ sent }) => sent !== expected.sent)) different.push(name);
      if (!isValid(session, turn, expected.sent)) invalid.push(name);
    }
    const kept = await openOriginals(fileOriginals(join(folder, 'originals')), { session: id });
    const ids = kept.ids();
    originals += ids.length;
    for (const [index, { kind }] of (await kept.recallAll(ids)).entries()) {
      if (kind !== 'found') lost.push(`${session.id}: ${ids[index]} is ${kind}`);
    }
    rmSync(join(folder, `${id}.json`));
  }

  const waiting = recordedSessions(count, mostTurns);
  const work = async (): Promise<void> => {
    for (const [session, at] of waiting) {
      if (performance.now() > end) return;
      await runOne(session, at);
      done += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return {
      sessions: done,
      turns,
      compressed,
      killed: group.killed,
      killedDuringRequest: group.killedDuringRequest,
      different,
      invalid,
      lost,
      originals,
    };
  } finally {
    await group.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns whether a request breaks no more rules of its provider than the recorded messages do. */
function isValid({ format, messages, turns }: RecordedSession, turn: number, sent: string) {
  if (!isChecked(format)) return true;
  return newlyBroken(format, messages.slice(0, turns[turn]), JSON.parse(sent)).length === 0;
}

/** Yields conversations of the sample, or of the whole corpus for more than 200; again in other formats if there are too few. */
function* recordedSessions(
  count: number,
  mostTurns: number,
): Generator<readonly [RecordedSession, number]> {
  let at = 0;
  for (;;) {
    for (const conversation of conversations(count > 200)) {
      if (at === count) return;
      yield [recordSession(conversation, at, mostTurns), at];
      at += 1;
    }
  }
}
