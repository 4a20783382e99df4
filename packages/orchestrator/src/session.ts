export { createSession } from './session/create-session.ts';
export {
  findConversation,
  type Found,
  type KnownConversation,
  type Mark,
} from './session/find-conversation.ts';
export { plainEntry } from './session/session-state.ts';
export {
  SessionConflictError,
  type Session,
  type SessionOptions,
  type SessionOriginals,
  type SessionRequest,
  type SessionResult,
} from './session/session.ts';
