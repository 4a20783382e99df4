import type { MessageInfo, Part, SessionMessage } from './opencode-types.ts';
import type { TranscriptMessage } from './transcript.ts';

/** What a compaction changed, by the ids of opencode: it hands over the stored, uncut messages before each request. */
interface Applied {
  /** The record that replaces all messages before `first`; absent if it replaces none. */
  readonly text?: string;
  /** Id of the first message that stays. */
  readonly first?: string | undefined;
  /** Results that a rule of the person dropped. */
  readonly results: readonly TranscriptMessage[];
}

export const UNCHANGED: Applied = { results: [] };

/**
 * Returns messages as a compaction left them. Messages that stay are the same objects unless a result of theirs was dropped, and the given ones
 * never change. Messages that are newer than the compaction stay as they are.
 */
export function applyCompaction(
  messages: readonly SessionMessage[],
  { text, first, results }: Applied,
): readonly SessionMessage[] {
  const start = messages.findIndex(({ info }) => info.id === first);
  // A list without the first message that stays is of another part of the session.
  const isReplaced = text !== undefined && start > 0;
  const kept = isReplaced ? messages.slice(start) : messages;
  const texts = new Map(results.map(({ partID, content }) => [partID, content[0]?.text ?? '']));
  const changed = kept.map((message) =>
    message.parts.some(({ id }) => texts.has(id))
      ? { ...message, parts: message.parts.map((part) => withResult(part, texts.get(part.id))) }
      : message,
  );
  if (!isReplaced) return changed;
  const request = messages.slice(0, start).findLast(({ info }) => info.role === 'user');
  return [recordMessage(text, (request ?? messages[start]!).info), ...changed];
}

function withResult(part: Part, output: string | undefined): Part {
  const { state } = part;
  if (output === undefined || state === undefined) return part;
  return state.status === 'completed'
    ? { ...part, state: { ...state, output, attachments: [] } }
    : { ...part, state: { ...state, error: output, metadata: {} } };
}

/** Returns a record as a message of the person, for the model that `info` names. */
function recordMessage(text: string, info: MessageInfo): SessionMessage {
  const { sessionID } = info;
  const id = `${info.id}-record`;
  const part = { id: `${id}-text`, type: 'text', synthetic: true, sessionID, messageID: id, text };
  return { info: { ...info, id, role: 'user' }, parts: [part] };
}
