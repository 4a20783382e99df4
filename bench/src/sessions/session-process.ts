import { openOriginals, type OriginalsStore } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { redisSessions, sqliteSessions, type SessionStore } from '@palimpsest/originals/sessions';
import { createClient } from '@redis/client';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { adapterAt, HOSTS, sendTurn, type RecordedSession } from './recorded-turns.ts';

/** A request to a process: a turn of a session. */
export interface TurnRequest {
  readonly number: number;
  readonly session: string;
  readonly host: string;
  readonly turn: number;
  /** A further user message, for requests that differ only at their end. */
  readonly extra?: string;
}

/** The answer of a process. */
export type TurnAnswer = { readonly number: number } & (
  | { readonly sent: string; readonly compressed: number }
  | { readonly error: string }
);

/** One process of a service: sends the turns that its parent asks for, from stores that it shares with other processes. */
const [folder = '', redis] = process.argv.slice(2);
const store = await openStore();
const originals: OriginalsStore = fileOriginals(join(folder, 'originals'));
const sessions = new Map<string, RecordedSession>();
const clock = new Map<string, number>();
const adapters = new Map<string, ReturnType<typeof adapterAt>>();

async function openStore(): Promise<SessionStore> {
  if (redis !== undefined) return redisSessions(await createClient({ url: redis }).connect());
  const database = new DatabaseSync(join(folder, 'sessions.db'), { timeout: 10_000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  return sqliteSessions(database);
}

function readSession(id: string): RecordedSession {
  return JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')) as RecordedSession;
}

async function answer({
  number,
  session: id,
  host,
  turn,
  extra,
}: TurnRequest): Promise<TurnAnswer> {
  try {
    const session = sessions.get(id) ?? readSession(id);
    sessions.set(id, session);
    clock.set(id, turn);
    const adapter =
      adapters.get(id) ??
      adapterAt(
        session,
        {
          ...HOSTS[host],
          session: { id, store },
          originals: openOriginals(originals, { session: id }),
        },
        () => clock.get(id) ?? 0,
      );
    adapters.set(id, adapter);
    return { number, ...(await sendTurn(adapter, session, turn, extra)) };
  } catch (error) {
    return { number, error: String(error instanceof Error ? error.stack : error) };
  }
}

process.on('message', (request) => {
  void answer(request as TurnRequest).then((answered) => process.send!(answered));
});
process.on('disconnect', () => process.exit());
process.send!('ready');
