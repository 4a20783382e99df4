export { messageDigest } from './message-digest.ts';
export type { StoredOriginal } from './originals-store.ts';
export { memorySessions } from './sessions/memory-sessions.ts';
export type { RedisClient } from './redis-options.ts';
export { redisSessions } from './sessions/redis-sessions.ts';
export type { LoadedSession, SessionChange, SessionStore } from './sessions/session-store.ts';
export { pruneSessions, sqliteSessions } from './sessions/sqlite-sessions.ts';
export type { SqliteDatabase } from './sqlite-database.ts';
export { readStored, toStored } from './stored-original.ts';
