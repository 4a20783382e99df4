import {
  defined,
  type IContent,
  type ProvenanceRecord,
  type TokenEstimator,
} from '@palimpsest/core-types';
import { findDirectives } from '../../directives/index.ts';
import type { FindDirectives } from './directive-rows.ts';
import { writeNote } from './directives-note.ts';
import { findLostDirectives } from './lost-directives.ts';
import {
  findMissingTurn,
  indexExchanges,
  isTurn,
  parseNoticeEntry,
  safeCuts,
} from '../../history/index.ts';

export interface NoteRequest {
  /** Finds the directives of a text. @default `findDirectives` of `@palimpsest/engine/directives` */
  readonly find?: FindDirectives | undefined;
  readonly estimateTokens: TokenEstimator;
  /** Maximum tokens of the note; if it is exceeded, the newest directives are kept. @default no limit */
  readonly maxTokens?: number;
  /** Provenance of `after`, by index in `before`. Without it, entries are matched by identity. */
  readonly provenance?: readonly ProvenanceRecord[] | undefined;
}

/** Result of restating lost directives. */
export interface RestatedDirectives {
  /** `after` with the note inserted; `after` itself if no directive fits. */
  readonly history: readonly IContent[];
  /** Provenance of `history`, if that of `after` was given. */
  readonly provenance?: readonly ProvenanceRecord[];
  /** The note, a pinned entry; its index; and the tokens of all entries inserted for it. */
  readonly note?: { readonly entry: IContent; readonly at: number; readonly tokens: number };
  /** Number of directives that did not fit. */
  readonly leftOut: number;
}

/**
 * Restates the directives that a shortened history no longer contains in user, system or summary text: verbatim, in one note at the position
 * of their first message. Changes no input.
 *
 * @param before the full history, followed by pending entries
 * @param after the same, shortened: entries that were kept are the same objects
 * @returns `undefined` if nothing was lost
 */
export async function restateLostDirectives(
  before: readonly IContent[],
  after: readonly IContent[],
  request: NoteRequest,
): Promise<RestatedDirectives | undefined> {
  const lost = findLostDirectives(before, after, request.find ?? findDirectives);
  if (lost.length === 0) return undefined;
  const { provenance, estimateTokens, maxTokens = Infinity } = request;
  const note = await writeNote(lost, maxTokens, estimateTokens);
  if (note === undefined) {
    return { history: after, ...defined({ provenance }), leftOut: lost.length };
  }
  const { entry, sources, leftOut } = note;
  const at = findNoteIndex(after, sources[0]!, originsIn(before, after, provenance));
  const entries = separateNote(after, at, entry);
  const records = entries.map((each): ProvenanceRecord => {
    return { sources: each === entry ? sources : [], reason: 'notice' };
  });
  return {
    history: after.toSpliced(at, 0, ...entries),
    ...(provenance?.length === after.length && {
      provenance: provenance.toSpliced(at, 0, ...records),
    }),
    note: { entry, at: at + entries.indexOf(entry), tokens: await estimateTokens(entries) },
    leftOut,
  };
}

/**
 * Returns the index for a note: the position of its first source, between exchanges. Never after a dropped notice that counts the entries
 * after it, because the tail start is found by that count.
 */
function findNoteIndex(
  after: readonly IContent[],
  source: number,
  firstSource: (at: number) => number,
): number {
  const { length } = after;
  let index = 0;
  while (index < length && firstSource(index) < source && !isCountingNotice(after, index))
    index += 1;
  return safeCuts(indexExchanges(after)).atOrBefore(index);
}

/** Returns the entries that insert a note: the note, and markers of the model between it and turns of the user. */
function separateNote(after: readonly IContent[], at: number, note: IContent): IContent[] {
  const next = after.slice(at).find(isTurn);
  const markers = [
    findMissingTurn(after.slice(0, at).findLast(isTurn), note),
    next && findMissingTurn(note, next),
  ];
  return [markers[0] ?? [], note, markers[1] ?? []].flat();
}

function isCountingNotice(after: readonly IContent[], at: number): boolean {
  return parseNoticeEntry(after[at]!)?.following === after.length - 1 - at;
}

/** Returns a function from an index in `after` to its first source in `before`; -1 for notices and entries without sources. */
function originsIn(
  before: readonly IContent[],
  after: readonly IContent[],
  provenance: readonly ProvenanceRecord[] | undefined,
): (at: number) => number {
  if (provenance?.length === after.length) {
    return (at) => {
      const { sources, reason } = provenance[at]!;
      return reason === 'notice' ? -1 : (sources[0] ?? -1);
    };
  }
  const places = new Map(before.map((entry, at) => [entry, at]));
  return (at) => places.get(after[at]!) ?? -1;
}
