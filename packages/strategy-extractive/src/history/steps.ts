import type { IContent, TokenEstimator, ToolResponseBlock } from '@palimpsest/core-types';
import type { EntryEdits, EvictionCandidate } from '@palimpsest/history';
import { whenReady, type Awaitable } from './reduction-context.ts';
import { responsesOf, withResponses } from './responses.ts';

interface EditOf<Part> {
  readonly index: number;
  /** Returns the same object if it can stay, `undefined` if nothing is saved. */
  rewrite(part: Part): Awaitable<Part | undefined>;
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

/** Maximum number of tool results in an entry that are edited separately. */
const CROWD = 16;

/** Converts a group of edits into an eviction candidate. */
export function toCandidate(step: EditGroup): EvictionCandidate {
  const [only] = step;
  return only === undefined || step.length > 1
    ? createCandidate((current) => applyEditGroups([step], current))
    : createCandidate((current) => makeEdit(only, current(only.index)));
}

/** Applies a single edit, the most frequent case. */
function makeEdit(edit: Edit, entry: IContent | undefined): Awaitable<EntryEdits> {
  const changed = (part: IContent | undefined): EntryEdits =>
    part === undefined || part === entry ? new Map() : new Map([[edit.index, part]]);
  if (entry === undefined) return new Map();
  if (!('response' in edit)) return whenReady(edit.rewrite(entry), changed);
  const responses = responsesOf(entry);
  const before = responses[edit.response];
  if (before === undefined) return new Map();
  return whenReady(edit.rewrite(before), (after) => {
    const isSame = after === undefined || after === before;
    return changed(isSame ? undefined : withResponses(entry, responses.with(edit.response, after)));
  });
}

/**
 * Converts groups of edits of an entry with many results into one candidate. Each group is applied only if it saves tokens by itself. Copying
 * and counting the whole entry for each of its results would be quadratic.
 */
export function toOneCandidate(
  steps: readonly EditGroup[],
  estimateTokens: TokenEstimator,
): EvictionCandidate {
  return createCandidate((current) => applyEditGroups(steps, current, estimateTokens));
}

/** Returns whether an entry has too many tool results to edit them separately. */
export function hasManyResults(entry: IContent | undefined): boolean {
  if (entry === undefined || entry.blocks.length <= CROWD) return false;
  let responses = 0;
  // Called for every group: stops counting once the answer is known.
  return entry.blocks.some(({ type }) => type === 'tool_response' && ++responses > CROWD);
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

/** An entry while it is edited. */
interface EntryEditor {
  entry: IContent;
  readonly responses: ToolResponseBlock[];
  isChanged: boolean;
}

/** @param estimateTokens if given, a group is applied only if it saves tokens by itself */
async function applyEditGroups(
  steps: readonly EditGroup[],
  current: (index: number) => IContent | undefined,
  estimateTokens?: TokenEstimator,
): Promise<EntryEdits> {
  const editors = new Map<number, EntryEditor>();
  const editorAt = (index: number): EntryEditor | undefined => {
    const known = editors.get(index);
    const entry = current(index);
    if (known !== undefined || entry === undefined) return known;
    const editor = { entry, responses: responsesOf(entry), isChanged: false };
    editors.set(index, editor);
    return editor;
  };
  for (const step of steps) {
    const proposals = await propose(step, editorAt);
    if (proposals === undefined) continue;
    if (estimateTokens !== undefined && !(await savesTokens(proposals, estimateTokens))) continue;
    for (const proposal of proposals) proposal.commit();
  }
  const changes = new Map<number, IContent>();
  for (const [index, { entry, responses, isChanged }] of editors) {
    if (isChanged) changes.set(index, withResponses(entry, responses));
  }
  return changes;
}

interface Proposal {
  readonly before: IContent;
  readonly after: IContent;
  commit(): void;
}

async function propose(
  step: EditGroup,
  editorAt: (index: number) => EntryEditor | undefined,
): Promise<Proposal[] | undefined> {
  const proposals: Proposal[] = [];
  for (const edit of step) {
    const editor = editorAt(edit.index);
    const proposal = editor === undefined ? undefined : await proposeEdit(edit, editor);
    if (proposal === undefined) return undefined;
    proposals.push(proposal);
  }
  return proposals;
}

async function proposeEdit(edit: Edit, editor: EntryEditor): Promise<Proposal | undefined> {
  const { entry, responses } = editor;
  if (!('response' in edit)) {
    const after = await edit.rewrite(entry);
    if (after === undefined) return undefined;
    return {
      before: entry,
      after,
      commit() {
        editor.entry = after;
        editor.isChanged = true;
      },
    };
  }
  const number = edit.response;
  const before = responses[number];
  const after = before === undefined ? undefined : await edit.rewrite(before);
  if (before === undefined || after === undefined) return undefined;
  return {
    before: { speaker: entry.speaker, blocks: [before] },
    after: { speaker: entry.speaker, blocks: [after] },
    commit() {
      responses[number] = after;
      editor.isChanged = true;
    },
  };
}

async function savesTokens(
  proposals: readonly Proposal[],
  estimateTokens: TokenEstimator,
): Promise<boolean> {
  const before = await estimateTokens(proposals.map((proposal) => proposal.before));
  return before > (await estimateTokens(proposals.map((proposal) => proposal.after)));
}
