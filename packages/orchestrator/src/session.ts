export { createSession } from './session/create-session.ts';
export { plainEntry } from './session/entry-digests.ts';
export {
  SessionConflictError,
  type Session,
  type SessionOptions,
  type SessionOriginals,
  type SessionRequest,
  type SessionResult,
} from './session/session.ts';
