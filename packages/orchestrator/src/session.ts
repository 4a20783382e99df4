export { createSession } from './session/create-session.ts';
export { plainEntry } from './session/plain-entry.ts';
export { SessionConflictError } from './session/session-conflict-error.ts';
export type {
  Session,
  SessionOptions,
  SessionOriginals,
  SessionRequest,
  SessionResult,
} from './session/session.ts';
