export { messageDigest } from './message-digest.ts';
export type { StoredOriginal } from './originals-store.ts';
export { readOriginal } from './read-original.ts';
export { memorySessions } from './sessions/memory-sessions.ts';
export { redisSessions, type RedisClient } from './sessions/redis-sessions.ts';
export type { LoadedSession, SessionChange, SessionStore } from './sessions/session-store.ts';
export { sqliteSessions, type SqliteDatabase } from './sessions/sqlite-sessions.ts';
export { unstorageSessions } from './sessions/unstorage-sessions.ts';
export { toStored } from './write-original.ts';
