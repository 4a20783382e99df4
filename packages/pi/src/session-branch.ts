import type { PiMessage } from '@palimpsest/formats/pi';
import { isRecordText, readSessionRules, type SessionRules } from '@palimpsest/host';
import type { ContextEntry, EntryDraft, SessionEntry } from './pi-types.ts';

/** Name of the entries in which the extension records its state and its compactions. */
export const CUSTOM_TYPE = 'palimpsest';

/** An entry of the session, and the message that a compaction reads. */
export interface Place {
  readonly id: string;
  readonly message: PiMessage;
}

/** Returns the messages that the model sees, as a compaction reads them. pi keeps its prompt, a system message, in every compaction. */
export function listPlaces(entries: readonly ContextEntry[]): readonly Place[] {
  return entries.flatMap(({ sourceEntry: { id }, messages }) =>
    messages
      .filter(({ role }) => role !== 'system')
      .map((message) => ({ id, message: toCompactorInput(message) })),
  );
}

/** Returns what pi sends of an entry of the session file: one message or none. */
export function toPiMessages({ type, message, ...entry }: SessionEntry): readonly PiMessage[] {
  if (type === 'message' && message !== undefined)
    return message.role === 'system' ? [] : [message];
  if (type !== 'custom_message') return [];
  const { customType, content } = entry;
  return [{ role: 'custom', customType, content } as PiMessage];
}

/** Returns the original messages that the newest compaction of a session replaces, and its text; `undefined` without one. */
export function findHidden(
  branch: readonly SessionEntry[],
): { readonly messages: readonly PiMessage[]; readonly summary: string } | undefined {
  const at = branch.findLastIndex(({ type }) => type === 'compaction');
  const compaction = branch[at];
  if (compaction === undefined) return undefined;
  const kept = branch.findIndex(({ id }) => id === compaction.firstKeptEntryId);
  const messages = branch.slice(0, kept < 0 ? at : Math.min(at, kept)).flatMap(toPiMessages);
  return { messages, summary: compaction.summary ?? '' };
}

/** The text of a compaction after `undo`: pi has no way to take one back. */
const WHOLE = 'Nothing is left out: the whole conversation follows.';

/** Returns a compaction that hides nothing, and so undoes the newest one; `undefined` if nothing is hidden. */
export function draftUndo(branch: readonly SessionEntry[]): EntryDraft | undefined {
  const hidden = findHidden(branch);
  const first = branch.find((entry) => toPiMessages(entry).length > 0);
  if (hidden === undefined || hidden.summary === WHOLE || first === undefined) return undefined;
  return { type: 'compaction', summary: WHOLE, firstKeptEntryId: first.id };
}

/** Returns the message of a summary: a record is read back, and any other text may be shortened, unlike a person's words. */
export function summaryMessage(summary: string): PiMessage {
  const role = isRecordText(summary) ? 'user' : 'assistant';
  return { role, content: [{ type: 'text', text: summary }] };
}

/**
 * Returns a message as a compaction reads it: without undefined members, as the session file will hold it, so that recall ids are the same after
 * a resume. What pi sends as a message of the user, but no person wrote, is marked as such.
 */
export function toCompactorInput(message: PiMessage): PiMessage {
  const { role, summary, command, output, content }: PiMessage & Extras = message;
  switch (role) {
    case 'compactionSummary':
    case 'branchSummary':
      return summaryMessage(summary ?? '');
    case 'bashExecution':
      return textMessage(
        `<bash-input>${command ?? ''}</bash-input>\n<bash-stdout>${output ?? ''}</bash-stdout>`,
      );
    case 'custom':
      return textMessage(`<system-reminder>${textOf(content)}</system-reminder>`);
    default:
      return JSON.parse(JSON.stringify(message)) as PiMessage;
  }
}

/** Members of pi's own messages. */
interface Extras {
  readonly summary?: string;
  readonly command?: string;
  readonly output?: string;
}

function textMessage(text: string): PiMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? (content as readonly { readonly text?: string }[]) : [];
  return parts.map(({ text = '' }) => text).join('\n');
}

/** Returns whether the model may have seen a marker of a compaction. */
export function hasMarkers(branch: readonly SessionEntry[]): boolean {
  return branch.some(({ type }) => type === 'context_edit' || type === 'compaction');
}

export function wasPaused(branch: readonly SessionEntry[]): boolean {
  return stateOf(branch[lastIndexWith('isPaused', branch)])?.isPaused === true;
}

/** Returns whether an `undo` came after the newest compaction. One that pi made later, with compaction off, stays. */
export function isUndoPending(branch: readonly SessionEntry[]): boolean {
  const compaction = branch.findLastIndex(({ type }) => type === 'compaction');
  return wasPaused(branch) && lastIndexWith('isPaused', branch) > compaction;
}

/** Returns the newest rules of the session file. */
export function findRules(branch: readonly SessionEntry[]): SessionRules {
  return readSessionRules(stateOf(branch[lastIndexWith('rules', branch)])?.rules);
}

/** What an entry of the extension may have. */
type State = { readonly isPaused?: unknown; readonly rules?: unknown } | null | undefined;

function stateOf(entry: SessionEntry | undefined): State {
  return entry?.customType === CUSTOM_TYPE ? (entry.data as State) : undefined;
}

/** Returns the index of the newest entry of the extension with a member; -1 if there is none. */
function lastIndexWith(member: 'isPaused' | 'rules', branch: readonly SessionEntry[]): number {
  return branch.findLastIndex((entry) => stateOf(entry)?.[member] !== undefined);
}

export function describeBranch(branch: readonly SessionEntry[], isPaused: boolean): string {
  const count = findHidden(branch)?.messages.length ?? 0;
  const state = isPaused
    ? 'Compaction is off (/palimpsest on).'
    : 'Compaction without a model is on.';
  return `${state} ${count} messages of this session stand in a report; /palimpsest undo brings them back.`;
}
