import type { IContent, ToolResponseBlock } from '@palimpsest/core-types';
import type { EntryEdits, EvictionCandidate } from '@palimpsest/history';
import { responsesOf, withResponses } from './responses.ts';
import type { Entries } from './sites.ts';

interface EditOf<Part> {
  readonly index: number;
  /** Returns the same object if it can stay, `undefined` if nothing is saved. */
  rewrite(part: Part): Promise<Part | undefined> | Part | undefined;
}

export type ProseEdit = EditOf<IContent>;

export interface ResultEdit extends EditOf<ToolResponseBlock> {
  /** 0-based number of the tool result in its entry. */
  readonly response: number;
}

/** An edit of one passage. */
export type Edit = ProseEdit | ResultEdit;

/** Edits that are applied together or not at all. */
export type EditGroup = readonly Edit[];

/** Maximum number of tool results in an entry that are edited separately: each candidate copies and counts the whole entry. */
const CROWD = 16;

/** Yields one candidate for each group. Groups in entries with many tool results come last, as one candidate. */
export function* toCandidates(
  groups: Iterable<EditGroup>,
  entries: Entries,
): Generator<EvictionCandidate> {
  const crowded = entries.map((entry) => entry !== undefined && responsesOf(entry).length > CROWD);
  const last: EditGroup[] = [];
  for (const group of groups) {
    if (group.some(({ index }) => crowded[index])) last.push(group);
    else yield createCandidate((current) => applyGroups([group], current));
  }
  if (last.length > 0) yield createCandidate((current) => applyGroups(last, current));
}

/** An entry while it is edited. */
interface EditedEntry {
  entry: IContent;
  readonly responses: ToolResponseBlock[];
  isChanged: boolean;
}

async function applyGroups(
  groups: readonly EditGroup[],
  current: (index: number) => IContent | undefined,
): Promise<EntryEdits> {
  const edited = new Map<number, EditedEntry>();
  for (const group of groups) {
    const commits: (() => void)[] = [];
    for (const edit of group) {
      const entry = current(edit.index);
      if (entry === undefined) break;
      const at = edited.get(edit.index) ?? {
        entry,
        responses: responsesOf(entry),
        isChanged: false,
      };
      edited.set(edit.index, at);
      const commit = await proposeEdit(edit, at);
      if (commit === undefined) break;
      commits.push(commit);
    }
    if (commits.length === group.length) for (const commit of commits) commit();
  }
  const changes = new Map<number, IContent>();
  for (const [index, { entry, responses, isChanged }] of edited)
    if (isChanged) changes.set(index, withResponses(entry, responses));
  return changes;
}

/** Returns a function that makes the edit; `undefined` if nothing is saved. */
async function proposeEdit(edit: Edit, at: EditedEntry): Promise<(() => void) | undefined> {
  if (!('response' in edit)) {
    const after = await edit.rewrite(at.entry);
    if (after === undefined) return undefined;
    return () => {
      at.isChanged ||= after !== at.entry;
      at.entry = after;
    };
  }
  const before = at.responses[edit.response];
  const after = before && (await edit.rewrite(before));
  if (after === undefined) return undefined;
  return () => {
    at.responses[edit.response] = after;
    at.isChanged ||= after !== before;
  };
}

/** Creates a candidate that edits one entry. `edit` returns the same entry if it can stay, `undefined` to remove it. */
export function editEntry(
  index: number,
  edit: (entry: IContent) => IContent | undefined,
): EvictionCandidate {
  return createCandidate((current) => {
    const entry = current(index);
    const after = entry && edit(entry);
    return after === entry ? new Map() : new Map([[index, after]]);
  });
}

export function createCandidate(changes: EvictionCandidate['changes']): EvictionCandidate {
  return { changes, dropped: {}, onlyIfSmaller: true };
}
