export { createSession } from './session/create-session.ts';
export { plainEntry } from './session/session-state.ts';
export {
  SessionConflictError,
  type Session,
  type SessionOriginals,
  type SessionRequest,
  type SessionResult,
} from './session/session.ts';
