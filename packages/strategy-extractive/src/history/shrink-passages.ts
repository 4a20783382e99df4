import type { IContent, ToolResponseBlock } from '@palimpsest/core-types';
import type { Sacrifice } from '@palimpsest/history';
import { withoutCopy } from '@palimpsest/reductions';
import { cuttingsOf, type Cutting } from './cuttings.ts';
import { dropMedia, dropThinking, replaceMedia } from './drop-beside.ts';
import { foldTalk } from './fold-talk.ts';
import { proseOf } from './prose.ts';
import { responsesOf, textsOfResult } from './responses.ts';
import { rewriteText } from './rewrite-text.ts';
import type { Entries } from './sites.ts';
import { isCrowd, sacrificesOf, type Step } from './steps.ts';
import { targetsOf, type Target } from './targets.ts';
import type { Workbench } from './workbench.ts';
import type { Notes } from './writing.ts';

export interface Shrinking {
  /** How the history is by now. */
  readonly entries: () => Entries;
  /** What stands at a place by now. */
  readonly now: (place: number) => IContent | undefined;
  /** How it was when the round began. */
  readonly given: Entries;
  readonly round: number;
}

/**
 * What is given up when references and summaries were not enough: thoughts, then more and more of every text, the longest first, pictures
 * and files in results once their texts are cut for the first time, and in the end those beside results (pipeline-origin §5, 39). Old talk goes whole before anything is cut to less than a paragraph: what
 * a tool said is needed longer. A copy that references name goes after everything else, and they with it.
 */
export function* shrinkPassages(bench: Workbench, shrinking: Shrinking): Generator<Sacrifice> {
  const { entries, given, round } = shrinking;
  const { ground, estimateTokens, writings } = bench;
  yield* dropThinking(entries(), ground);
  const notes = { writings, round };
  const start = entries();
  const targets = targetsOf(start, given, ground);
  const isCrowded = (place: number): boolean => isCrowd(start[place]!);
  for (const isNamed of [false, true]) {
    const chosen = targets.filter(({ references }) => references.length > 0 === isNamed);
    if (chosen.length === 0) continue;
    for (const [rank, cutting] of cuttingsOf(notes).entries()) {
      const longest = longestFirst(chosen, entries(), cutting.above);
      yield* sacrificesOf(stepsOf(longest, cutting, notes), isCrowded, estimateTokens);
      if (rank > 0 || isNamed) continue;
      yield* foldTalk(chosen, shrinking, notes);
      yield* replaceMedia(entries(), ground);
    }
  }
  yield* dropMedia(entries(), ground);
}

function* stepsOf(targets: readonly Target[], cutting: Cutting, notes: Notes): Generator<Step> {
  for (const target of targets) {
    const edit = cutting.cut(target);
    if (edit === undefined) continue;
    yield [edit, ...target.references.map((site) => rewriteText(site, withoutCopy, notes))];
  }
}

function longestFirst(targets: readonly Target[], entries: Entries, above: number): Target[] {
  const lengthOf = textLengths(entries);
  return targets
    .map((target) => ({ target, length: lengthOf(target) }))
    .filter(({ length }) => length > above)
    .toSorted((left, right) => right.length - left.length)
    .map(({ target }) => target);
}

/** How long the text of a target is by now, the longest of several; 0 of a result without one. Targets of one entry are asked for together. */
function textLengths(entries: Entries): (target: Target) => number {
  let at = -1;
  let lengths: readonly number[] = [];
  return ({ place, response }) => {
    const entry = entries[place];
    if (entry === undefined) return -1;
    if (response === undefined) return proseOf(entry)?.text.length ?? -1;
    if (at !== place) {
      at = place;
      lengths = responsesOf(entry).map(longestText);
    }
    return lengths[response] ?? -1;
  };
}

function longestText(block: ToolResponseBlock): number {
  let longest = 0;
  for (const { text } of textsOfResult(block)) longest = Math.max(longest, text.length);
  return longest;
}
