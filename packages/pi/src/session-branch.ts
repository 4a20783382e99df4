import type { PiMessage } from '@palimpsest/formats/pi';
import { readSessionRules, type SessionRules } from '@palimpsest/host';
import type { SessionEntry } from './pi-types.ts';

/** Name of the entries in which the extension records its state and its compactions. */
export const CUSTOM_TYPE = 'palimpsest';

interface EditedMessage {
  readonly id: string;
  /** Content as it was said. */
  readonly content: unknown;
}

/** Returns the messages that edits of the session file change, in the order of the session. */
export function editedMessages(branch: readonly SessionEntry[]): readonly EditedMessage[] {
  const edits = editsOf(branch);
  return branch.flatMap(({ id, message }) => {
    const edit = edits.get(id);
    if (edit === undefined || message === undefined) return [];
    const { content } = message;
    return isSame(edit?.content, content) ? [] : [{ id, content }];
  });
}

type Replacement = { readonly content: unknown } | null;

/** Returns the last edit of each entry. */
export function editsOf(branch: readonly SessionEntry[]): ReadonlyMap<string, Replacement> {
  return new Map(
    branch.flatMap(({ type, targetId, replacement = null }) =>
      // A label has a target, too.
      type === 'context_edit' && targetId !== undefined ? [[targetId, replacement]] : [],
    ),
  );
}

/** Returns what the model sees of a message. */
export function projected(message: PiMessage, edit: Replacement | undefined): readonly PiMessage[] {
  if (edit === undefined) return [message];
  return edit === null ? [] : [{ ...message, content: edit.content }];
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

export function wasPaused(branch: readonly SessionEntry[]): boolean {
  return statesIn(branch).at(-1)?.isPaused === true;
}

/** Returns the newest rules of the session file. */
export function rulesIn(branch: readonly SessionEntry[]): SessionRules {
  return readSessionRules(statesIn(branch).findLast((state) => state?.rules !== undefined)?.rules);
}

/** What an entry of the extension may have. */
type State = { readonly isPaused?: unknown; readonly rules?: unknown } | null | undefined;

function statesIn(branch: readonly SessionEntry[]): readonly State[] {
  const own = branch.filter(({ customType }) => customType === CUSTOM_TYPE);
  return own.map(({ data }) => data as State);
}

export function describeBranch(branch: readonly SessionEntry[], isPaused: boolean): string {
  const count = editedMessages(branch).length;
  const state = isPaused
    ? 'Compaction is off (/palimpsest on).'
    : 'Compaction without a model is on.';
  return `${state} ${count} messages of this session are shortened or hidden; /palimpsest undo brings them back.`;
}
