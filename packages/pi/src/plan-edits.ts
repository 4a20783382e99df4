import type { PiMessage } from '@palimpsest/formats/pi';
import type { ContextEntry, EntryDraft } from './pi-types.ts';

type Edit = Extract<EntryDraft, { readonly type: 'context_edit' }>;

interface Place {
  readonly id: string;
  readonly message: PiMessage;
}

/**
 * Returns the entries whose content an edit can replace: one message each, written by a person, the model, a tool or an extension. Entries of
 * other types, such as earlier compactions, stay as they are. The messages are as the session file will hold them, without undefined members, so
 * that recall ids are the same after a resume.
 */
export function editablePlaces(entries: readonly ContextEntry[]): readonly Place[] {
  return entries.flatMap(({ sourceEntry: { id, type }, messages }) => {
    const [message, ...others] = messages;
    const isEditable = type === 'message' || type === 'custom_message';
    return isEditable && message !== undefined && others.length === 0
      ? [{ id, message: JSON.parse(JSON.stringify(message)) as PiMessage }]
      : [];
  });
}

/**
 * Returns the edits that turn the messages of some entries into compacted ones. Messages that a compaction adds, such as a note, become a part
 * of the next message of a person, or of the last one before. Returns `undefined` where there is no such message.
 */
export function planEdits(
  places: readonly Place[],
  compacted: readonly PiMessage[],
): readonly Edit[] | undefined {
  const contents = new Map<string, unknown>();
  const kept = new Set<string>();
  let notes: unknown[] = [];
  let lastOfPerson: Place | undefined;
  const sourceOf = createSourceFinder(places);
  for (const message of compacted) {
    const place = places[sourceOf(message)];
    if (place === undefined) {
      notes.push(...partsOf(message.content));
      continue;
    }
    kept.add(place.id);
    const isOfPerson = message.role === 'user';
    const content =
      isOfPerson && notes.length > 0 ? [...notes, ...partsOf(message.content)] : message.content;
    if (isOfPerson) {
      notes = [];
      lastOfPerson = place;
    }
    if (content !== place.message.content) contents.set(place.id, content);
  }
  if (notes.length > 0) {
    if (lastOfPerson === undefined) return undefined;
    const { id, message } = lastOfPerson;
    contents.set(id, [...partsOf(contents.get(id) ?? message.content), ...notes]);
  }
  return places.flatMap(({ id }): Edit[] => {
    if (!kept.has(id)) return [{ type: 'context_edit', targetId: id, replacement: null }];
    return contents.has(id)
      ? [{ type: 'context_edit', targetId: id, replacement: { content: contents.get(id) } }]
      : [];
  });
}

/**
 * Returns a function that finds the place that a compacted message was made from, among those after the last one found. Codecs keep all members
 * but the content, so an edited message has the role, time and call of its original.
 */
function createSourceFinder(places: readonly Place[]): (made: PiMessage) => number {
  const byKey = new Map<string, number[]>();
  for (const [at, { message }] of places.entries()) {
    const key = keyOf(message);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [at]);
    else known.push(at);
  }
  let next = 0;
  return (made) => {
    const candidates = byKey.get(keyOf(made)) ?? [];
    while (candidates.length > 0 && candidates[0]! < next) candidates.shift();
    const same = candidates.find((at) => places[at]!.message === made);
    const found = same ?? candidates[0] ?? -1;
    if (found >= 0) next = found + 1;
    return found;
  };
}

function keyOf({ role, timestamp, toolCallId }: PiMessage): string {
  return JSON.stringify([role, timestamp, toolCallId]);
}

function partsOf(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  return typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : [];
}
