import type { IContent, ProvenanceRecord, TokenEstimator } from '@palimpsest/core-types';
import { readLevels, type DirectiveOptions } from './directive-rows.ts';
import { writeNote } from './directives-note.ts';
import { findLostDirectives } from './lost-directives.ts';
import {
  findRoleProblems,
  indexExchanges,
  makeTurnMark,
  parseNoticeEntry,
  safeCuts,
} from '@palimpsest/history';

export interface NoteRequest extends DirectiveOptions {
  readonly estimateTokens: TokenEstimator;
  /** Most tokens the note may have. Beyond them the newest demands win. @default no limit */
  readonly maxTokens?: number;
  /** What the entries of `after` stand for, by index in `before`. Where it is missing, entries are found by identity. */
  readonly provenance?: readonly ProvenanceRecord[] | undefined;
}

/** What became of demands that a history had lost. */
export interface RestatedDirectives {
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
export async function restateLostDirectives(
  before: readonly IContent[],
  after: readonly IContent[],
  request: NoteRequest,
): Promise<RestatedDirectives | undefined> {
  const lost = findLostDirectives(before, after, readLevels(request));
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
  const at = findNoteIndex(before, after, { source: sources[0]!, provenance });
  const entries = separateNote(after, { at, note: entry, before });
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

/**
 * Where a note belongs in a history that was shortened: where its first source stood, between exchanges. Never behind a notice that counts
 * the entries after it: the boundary it tells of is found again by that count.
 *
 * @param provenance of `after`, by index in `before`; where it is missing, entries are found by identity
 */
function findNoteIndex(
  before: readonly IContent[],
  after: readonly IContent[],
  {
    source,
    provenance,
  }: {
    readonly source: number;
    readonly provenance?: readonly ProvenanceRecord[] | undefined;
  },
): number {
  const firstSource = originsIn(before, after, provenance);
  const { length } = after;
  let place = 0;
  while (place < length && firstSource(place) < source && !countsOn(after, place)) place += 1;
  return safeCuts(indexExchanges(after)).atOrBefore(place);
}

/**
 * Returns the entries that insert a note at an index: the note alone, or with a marker of the model before or after it. Chooses the way that
 * breaks the fewest rules about roles, those aside that the history broke before its compression; then the one with the fewest adjacent
 * entries of one role.
 */
export function separateNote(
  after: readonly IContent[],
  {
    at,
    note,
    before,
  }: { readonly at: number; readonly note: IContent; readonly before: readonly IContent[] },
): IContent[] {
  const known = new Set(rolesBrokenIn(before));
  const mark = makeTurnMark();
  // A user message after a result breaks one rule, as do two messages of one role; more formats reject the latter.
  const pairs = (way: readonly IContent[]): number => {
    const near = [...after.slice(Math.max(0, at - 1), at), ...way, ...after.slice(at, at + 1)];
    return near.filter(({ speaker }, index) => near[index - 1]?.speaker === speaker).length;
  };
  const ways = [[note], [mark, note], [note, mark]].map((way) => {
    const broken = rolesBrokenIn(after.toSpliced(at, 0, ...way));
    return { way, problems: broken.filter((rule) => !known.has(rule)).length, pairs: pairs(way) };
  });
  return ways.toSorted((a, b) => a.problems - b.problems || a.pairs - b.pairs)[0]!.way;
}

/** Returns each violation of a rule about roles, by the name of the rule. Plain turns are those without calls and results. */
function rolesBrokenIn(entries: readonly IContent[]): string[] {
  const plain = entries.filter((entry) => !hasExchange(entry));
  return [
    ...[...findRoleProblems(entries)].map(({ rule }) => rule),
    ...[...findRoleProblems(plain)].map(({ rule }) => `plain turns: ${rule}`),
  ];
}

const hasExchange = ({ blocks }: IContent): boolean =>
  blocks.some(({ type }) => type === 'tool_call' || type === 'tool_response');

function countsOn(after: readonly IContent[], at: number): boolean {
  return parseNoticeEntry(after[at]!)?.following === after.length - 1 - at;
}

/** Answers with -1 for an entry that stands for none, or only tells of some. */
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
