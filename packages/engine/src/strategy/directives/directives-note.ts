import {
  defined,
  type IContent,
  type ProvenanceRecord,
  type TokenEstimator,
} from '@palimpsest/core-types';
import { findDirectives } from '../../directives/index.ts';
import {
  DEMANDS_HEADING,
  indexExchanges,
  makeTurnMarker,
  parseNoticeEntry,
  safeCuts,
} from '../../history/index.ts';
import { findMissingTurn, isTurn } from '../../history/turns/turns.ts';
import type { FindDirectives } from './directive-rows.ts';
import { findLostDirectives, type LostDirective } from './lost-directives.ts';

export interface NoteRequest {
  /** Finds the directives of a text. @default `findDirectives` of `@palimpsest/engine/directives` */
  readonly find?: FindDirectives | undefined;
  readonly estimateTokens: TokenEstimator;
  /** Maximum tokens of the note; if it is exceeded, the shortest directives are kept: most of them. @default no limit */
  readonly maxTokens?: number;
  /** Provenance of `after`, by index in `before`. Without it, entries are matched by identity. */
  readonly provenance?: readonly ProvenanceRecord[] | undefined;
}

/** Result of restating lost directives. */
export interface RestatedDirectives {
  /** `after` with the note inserted; `after` itself if nothing was lost, or no directive fits. */
  readonly history: readonly IContent[];
  /** Provenance of `history`, if that of `after` was given. */
  readonly provenance?: readonly ProvenanceRecord[];
  /** Tokens of all entries inserted for the note. Absent without a note. */
  readonly noteTokens?: number;
  /** Number of directives that did not fit. */
  readonly leftOut: number;
}

/**
 * Restates the directives that a shortened history no longer contains in user, system or summary text: verbatim, in one pinned note at the
 * position of their first message. Changes no input.
 *
 * @param before the full history, followed by pending entries
 * @param after the same, shortened: entries that were kept are the same objects
 */
export async function restateLostDirectives(
  before: readonly IContent[],
  after: readonly IContent[],
  { find = findDirectives, estimateTokens, maxTokens = Infinity, provenance }: NoteRequest,
): Promise<RestatedDirectives> {
  const lost = findLostDirectives(before, after, find);
  const chosen = await chooseFitting(lost, maxTokens, estimateTokens);
  const leftOut = lost.length - chosen.size;
  if (chosen.size === 0) return { history: after, ...defined({ provenance }), leftOut };
  const note = writeNote(lost, chosen);
  const stated = new Set([...chosen].flatMap((directive) => directive.sources));
  const sources = [...stated].toSorted((a, b) => a - b);
  const at = findNoteIndex(before, after, { source: sources[0]!, provenance });
  const entries = separateNote(after, at, note);
  const records = entries.map((entry): ProvenanceRecord => {
    return { sources: entry === note ? sources : [], reason: 'notice' };
  });
  return {
    history: after.toSpliced(at, 0, ...entries),
    ...(provenance?.length === after.length && {
      provenance: provenance.toSpliced(at, 0, ...records),
    }),
    noteTokens: await estimateTokens(entries),
    leftOut,
  };
}

/**
 * Returns the directives that fit into a note of `maxTokens`, with the turn marker that may have to separate it from a user message: first those
 * that need no label, then the shortest, then the newest.
 */
async function chooseFitting(
  lost: readonly LostDirective[],
  maxTokens: number,
  estimateTokens: TokenEstimator,
): Promise<ReadonlySet<LostDirective>> {
  const marker = makeTurnMarker();
  const ranked = lost
    .toReversed()
    .toSorted((a, b) => Number(a.isLabelled) - Number(b.isLabelled) || a.row.length - b.row.length);
  const firstOf = (count: number): ReadonlySet<LostDirective> => new Set(ranked.slice(0, count));
  let fitting = 0;
  let most = lost.length;
  while (fitting < most) {
    const count = Math.ceil((fitting + most) / 2);
    const note = writeNote(lost, firstOf(count));
    if ((await estimateTokens([note, marker])) <= maxTokens) fitting = count;
    else most = count - 1;
  }
  return firstOf(fitting);
}

const REASON = 'kept-directives';

/** Writes a note of the chosen directives. */
function writeNote(lost: readonly LostDirective[], chosen: ReadonlySet<LostDirective>): IContent {
  const leftOut = lost.length - chosen.size;
  const rows = lost.filter((each) => chosen.has(each)).map(({ row }) => `- ${row}`);
  const rest = leftOut > 0 ? [`… and ${leftOut} more`] : [];
  return {
    speaker: 'human',
    blocks: [{ type: 'text', text: [DEMANDS_HEADING, ...rows, ...rest].join('\n') }],
    metadata: { synthetic: true, pinned: true, reason: REASON },
  };
}

/**
 * Returns the index for a note: the position of its first source, between exchanges. Never after a dropped notice that counts the entries
 * after it, because the tail start is found by that count.
 */
function findNoteIndex(
  before: readonly IContent[],
  after: readonly IContent[],
  { source, provenance }: Pick<NoteRequest, 'provenance'> & { readonly source: number },
): number {
  const places = new Map(before.map((entry, at) => [entry, at]));
  const sourceOf = (at: number): number | undefined => {
    if (provenance?.length !== after.length) return places.get(after[at]!);
    return provenance[at]!.reason === 'notice' ? undefined : provenance[at]!.sources[0];
  };
  const index = after.findIndex((entry, at) => {
    const countsFollowing = parseNoticeEntry(entry)?.following === after.length - 1 - at;
    return countsFollowing || (sourceOf(at) ?? -1) >= source;
  });
  return safeCuts(indexExchanges(after)).atOrBefore(index < 0 ? after.length : index);
}

/** Returns the entries that insert a note: the note, and markers of the model between it and turns of the user. */
function separateNote(after: readonly IContent[], at: number, note: IContent): IContent[] {
  const next = after.slice(at).find(isTurn);
  const last = after.slice(0, at).findLast(isTurn);
  const behind = next && findMissingTurn(note, next);
  return [findMissingTurn(last, note) ?? [], note, behind ?? []].flat();
}

/** Share of the target that all notes of a history may have together. A new note gets half of what is left of it. */
const SHARE_OF_NOTES = 0.5;
/** Tokens that all notes together may always have, about 40 sentences: losing a directive costs more than missing a small target. */
const MIN_TOKENS = 1_000;

interface NoteBudget {
  /** Maximum tokens of a new note. */
  readonly tokens: number;
  /** Existing notes, to be kept. */
  readonly notes: ReadonlySet<IContent>;
}

/**
 * Returns the budget of a new note: (L − tokens of existing notes) / 2, where L = max(1,000, target / 2) bounds all notes together. So each note
 * leaves room for the next one.
 *
 * Formats drop metadata, so entries that only read like a note are kept too, unless all notes then exceed that bound: anyone can type one.
 */
export async function measureNoteBudget(
  history: readonly IContent[],
  targetTokens: number,
  estimateTokens: TokenEstimator,
): Promise<NoteBudget> {
  const maxTokens = Math.max(MIN_TOKENS, targetTokens * SHARE_OF_NOTES);
  const tokensOf = async (entries: readonly IContent[]): Promise<number> =>
    entries.length === 0 ? 0 : await estimateTokens(entries);
  let notes = history.filter((entry) => isNote(entry) || readsLikeNote(entry));
  let usedTokens = await tokensOf(notes);
  if (usedTokens > maxTokens) {
    notes = notes.filter(isNote);
    usedTokens = await tokensOf(notes);
  }
  return { tokens: Math.max(0, Math.floor((maxTokens - usedTokens) / 2)), notes: new Set(notes) };
}

function isNote({ speaker, metadata }: IContent): boolean {
  return speaker === 'human' && metadata?.synthetic === true && metadata.reason === REASON;
}

const ROW = /^(?:- |… and \d+ more$)/;

function readsLikeNote({ speaker, blocks }: IContent): boolean {
  const [block] = blocks;
  if (speaker !== 'human' || blocks.length !== 1 || block?.type !== 'text') return false;
  if (!block.text.startsWith(DEMANDS_HEADING)) return false;
  const [heading, ...rows] = block.text.split('\n');
  return heading === DEMANDS_HEADING && rows.length > 0 && rows.every((row) => ROW.test(row));
}
