import type { IContent, TokenEstimator, ToolResponseBlock } from '@palimpsest/core-types';
import type { EntryEdits, EvictionCandidate } from '@palimpsest/history';
import { whenReady, type Awaitable } from '../when-ready.ts';
import { responsesOf, withResponses } from './responses.ts';

interface EditOf<Part> {
  readonly place: number;
  /** The same object where nothing has to be done, `undefined` where nothing would be gained. */
  rewrite(part: Part): Awaitable<Part | undefined>;
}

export type ProseEdit = EditOf<IContent>;

export interface ResultEdit extends EditOf<ToolResponseBlock> {
  /** Number of the response among those of its entry, from 0 on. */
  readonly response: number;
}

/** What becomes of one passage. */
export type Edit = ProseEdit | ResultEdit;

/** Edits that are made together or not at all. */
export type EditGroup = readonly Edit[];

/** More responses than this in one entry are a crowd. */
const CROWD = 16;

/** Converts a group of edits into an eviction candidate. */
export function toCandidate(step: EditGroup): EvictionCandidate {
  const [only] = step;
  return only === undefined || step.length > 1
    ? createCandidate((current) => applyEditGroups([step], current))
    : createCandidate((current) => makeEdit(only, current(only.place)));
}

/** The most usual step: one edit. */
function makeEdit(edit: Edit, entry: IContent | undefined): Awaitable<EntryEdits> {
  const changed = (part: IContent | undefined): EntryEdits =>
    part === undefined || part === entry ? new Map() : new Map([[edit.place, part]]);
  if (entry === undefined) return new Map();
  if (!('response' in edit)) return whenReady(edit.rewrite(entry), changed);
  const before = responsesOf(entry)[edit.response];
  if (before === undefined) return new Map();
  return whenReady(edit.rewrite(before), (after) =>
    changed(
      after === undefined || after === before
        ? undefined
        : withResponses(entry, new Map([[edit.response, after]])),
    ),
  );
}

/**
 * Steps as candidates, in their order; those that touch a crowded entry come last, as one candidate, and each of them is asked for its
 * gain apart: copying and counting a whole entry for each of its responses would cost the square of their number.
 */
export function* toCandidates(
  steps: Iterable<EditGroup>,
  isCrowded: (place: number) => boolean,
  estimateTokens: TokenEstimator,
): Generator<EvictionCandidate> {
  const crowded: EditGroup[] = [];
  for (const step of steps) {
    if (step.some(({ place }) => isCrowded(place))) crowded.push(step);
    else yield toCandidate(step);
  }
  if (crowded.length > 0) yield toOneCandidate(crowded, estimateTokens);
}

/** Converts groups of edits into one candidate. Each group is applied only if it saves tokens by itself. */
export function toOneCandidate(
  steps: readonly EditGroup[],
  estimateTokens: TokenEstimator,
): EvictionCandidate {
  return createCandidate((current) => applyEditGroups(steps, current, estimateTokens));
}

/** Whether an entry holds so many responses that they are not looked at one by one. */
export function hasManyResults({ blocks }: IContent): boolean {
  if (blocks.length <= CROWD) return false;
  let responses = 0;
  // Asked for every step: no further than it takes to know.
  return blocks.some(({ type }) => type === 'tool_response' && ++responses > CROWD);
}

function createCandidate(changes: EvictionCandidate['changes']): EvictionCandidate {
  return { changes, dropped: {}, onlyIfSmaller: true };
}

/** An entry while it is edited. */
interface EntryEditor {
  entry: IContent;
  readonly responses: ToolResponseBlock[];
  readonly changed: Map<number, ToolResponseBlock>;
}

/** @param estimateTokens each step must free tokens by itself */
async function applyEditGroups(
  steps: readonly EditGroup[],
  current: (place: number) => IContent | undefined,
  estimateTokens?: TokenEstimator,
): Promise<EntryEdits> {
  const drafts = new Map<number, EntryEditor>();
  const draftAt = (place: number): EntryEditor | undefined => {
    const known = drafts.get(place);
    const entry = current(place);
    if (known !== undefined || entry === undefined) return known;
    const draft = { entry, responses: responsesOf(entry), changed: new Map() };
    drafts.set(place, draft);
    return draft;
  };
  const touched = new Set<EntryEditor>();
  for (const step of steps) {
    const proposals = await propose(step, draftAt);
    if (proposals === undefined) continue;
    if (estimateTokens !== undefined && !(await savesTokens(proposals, estimateTokens))) continue;
    for (const proposal of proposals) {
      proposal.commit();
      touched.add(proposal.draft);
    }
  }
  const changes = new Map<number, IContent>();
  for (const [place, draft] of drafts) {
    if (touched.has(draft)) changes.set(place, withResponses(draft.entry, draft.changed));
  }
  return changes;
}

interface Proposal {
  readonly draft: EntryEditor;
  readonly before: IContent;
  readonly after: IContent;
  commit(): void;
}

async function propose(
  step: EditGroup,
  draftAt: (place: number) => EntryEditor | undefined,
): Promise<Proposal[] | undefined> {
  const proposals: Proposal[] = [];
  for (const edit of step) {
    const draft = draftAt(edit.place);
    const proposal = draft === undefined ? undefined : await proposeEdit(edit, draft);
    if (proposal === undefined) return undefined;
    proposals.push(proposal);
  }
  return proposals;
}

async function proposeEdit(edit: Edit, draft: EntryEditor): Promise<Proposal | undefined> {
  const { entry, responses, changed } = draft;
  if (!('response' in edit)) {
    const after = await edit.rewrite(entry);
    if (after === undefined) return undefined;
    return { draft, before: entry, after, commit: () => (draft.entry = after) };
  }
  const number = edit.response;
  const before = responses[number];
  const after = before === undefined ? undefined : await edit.rewrite(before);
  if (before === undefined || after === undefined) return undefined;
  return {
    draft,
    before: { speaker: entry.speaker, blocks: [before] },
    after: { speaker: entry.speaker, blocks: [after] },
    commit() {
      responses[number] = after;
      changed.set(number, after);
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
