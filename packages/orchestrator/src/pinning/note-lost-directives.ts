import type { IContent, ProvenanceRecord, TokenEstimator } from '@palimpsest/core-types';
import { forcesOf, type DirectiveOptions } from './directive-options.ts';
import { writeNote } from './directives-note.ts';
import { lostDemands } from './lost-demands.ts';
import { noteInTurn, placeNote } from './place-note.ts';

export interface NoteRequest extends DirectiveOptions {
  readonly estimateTokens: TokenEstimator;
  /** Most tokens the note may have. Beyond them the newest demands win. @default no limit */
  readonly maxTokens?: number;
  /** What the entries of `after` stand for, by index in `before`. Where it is missing, entries are found by identity. */
  readonly provenance?: readonly ProvenanceRecord[] | undefined;
}

/** What became of demands that a history had lost. */
export interface NotedDirectives {
  /** `after` with the note in its place; `after` itself where there was room for none. */
  readonly history: readonly IContent[];
  /** What its entries stand for, where that was known of `after`. */
  readonly provenance?: readonly ProvenanceRecord[];
  /** The note, a pinned entry, its index, and the tokens of all that was put in for it. */
  readonly note?: { readonly entry: IContent; readonly at: number; readonly tokens: number };
  /** Demands there was no room for. */
  readonly leftOut: number;
}

/**
 * Looks for what people demanded in a history and what stands neither in their words, nor in those of the system, nor in a summary, once
 * it was shortened; and says it in one note, word for word, where the first of the messages stood. Nothing is changed.
 *
 * @param before the history as it was; pending entries behind it
 * @param after the same, shortened: entries that were kept are the same objects
 * @returns `undefined` where nothing was lost
 * @throws {OrchestratorOptionError} for a force that is not known
 */
export async function noteLostDirectives(
  before: readonly IContent[],
  after: readonly IContent[],
  request: NoteRequest,
): Promise<NotedDirectives | undefined> {
  const lost = lostDemands(before, after, forcesOf(request));
  if (lost.length === 0) return undefined;
  // Asked for no earlier: a result makes it when somebody asks.
  const { provenance, estimateTokens, maxTokens = Infinity } = request;
  const note = await writeNote(lost, maxTokens, estimateTokens);
  if (note === undefined) {
    return {
      history: after,
      ...(provenance === undefined ? {} : { provenance }),
      leftOut: lost.length,
    };
  }
  const { entry, sources, leftOut } = note;
  const at = placeNote(before, after, { source: sources[0]!, provenance });
  const entries = noteInTurn(after, at, entry);
  const records = entries.map((each): ProvenanceRecord => {
    return { sources: each === entry ? sources : [], reason: 'notice' };
  });
  return {
    history: after.toSpliced(at, 0, ...entries),
    ...(provenance?.length === after.length
      ? { provenance: provenance.toSpliced(at, 0, ...records) }
      : {}),
    note: { entry, at: at + entries.indexOf(entry), tokens: await estimateTokens(entries) },
    leftOut,
  };
}
