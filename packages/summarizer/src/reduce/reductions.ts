import { formatDuplicateMarker, isMarker } from '@palimpsest/core-types';
import { findTagPair, splitFences } from '@palimpsest/engine/text';
import { isHard } from '../classify/classifier.ts';
import { summaryBudget } from '../text/summarize-text.ts';
import { BLANK_LINE, type Passage, type Reduction } from './reduction.ts';
import { findReferences, type Reference, type ReferenceOptions } from './references.ts';
import { splitCode } from './split-code.ts';
import { writeSummary } from './write-summary.ts';

export interface PipelineOptions extends ReferenceOptions {
  /** Returns whether a text must stay unchanged. @default the one of `@palimpsest/summarizer/classify` */
  readonly classifier?: { readonly isHard: (text: string) => boolean } | undefined;
  /** Maximum length that one summary represents, in UTF-16 units; a single passage may be longer. @default no limit */
  readonly mergeLength?: number;
  /** Written before `dup` and `near-dup` in references. @default none */
  readonly prefix?: string;
  /** Returns the id in the marker of a summary: letters, digits, `_` and `-`. @default no id */
  readonly summaryId?: (members: readonly number[]) => string;
}

/**
 * Yields all possible reductions, oldest first, at most one per passage: references to later duplicates, summaries of prose next to code, and
 * summaries of prose, one for neighbors of a group.
 *
 * Each is computed on demand, and none depends on whether others are applied. So the first `n` correspond to a pipeline whose recency window
 * starts after them, and applying reductions until the history fits finds the largest window that fits, in one pass.
 */
export function* reductions(
  passages: readonly Passage[],
  options: PipelineOptions = {},
): Generator<Reduction> {
  const { mergeLength = Number.POSITIVE_INFINITY, summaryId } = options;
  const { isHard: mustStay } = options.classifier ?? { isHard };
  const { duplicates, kept } = findReferences(passages, options);
  const actionAt = (index: number): Action => {
    const passage = passages[index];
    if (passage === undefined || passage.skipReason !== undefined) return 'preserve';
    const isDuplicate = duplicates.has(index);
    if (kept.has(index) && !isDuplicate) return 'preserve';
    return chooseAction(passage.text, isDuplicate, mustStay);
  };
  let action = actionAt(0);
  for (let index = 0; index < passages.length;) {
    const passage = passages[index]!;
    const reference = duplicates.get(index);
    const members = [index];
    const now = action;
    action = actionAt(index + 1);
    if (now === 'compress') {
      let length = passage.text.length;
      for (let next = index + 1; action === 'compress'; next += 1) {
        length += passages[next]!.text.length;
        if (length > mergeLength || !areNeighbours(passages[next - 1]!, passages[next]!)) break;
        members.push(next);
        action = actionAt(next + 1);
      }
      yield summarize(members, passages, summaryId?.(members));
    } else if (now === 'duplicate' && reference !== undefined) {
      yield refer(index, passages, reference, options);
    } else if (now === 'code-split') {
      const split = splitCode(index, passage, mustStay, summaryId?.(members));
      if (split !== undefined) yield split;
    }
    index += members.length;
  }
}

function areNeighbours(left: Passage, right: Passage): boolean {
  return (
    left.group !== undefined && left.group === right.group && left.position + 1 === right.position
  );
}

function summarize(
  members: readonly number[],
  passages: readonly Passage[],
  id: string | undefined,
): Reduction {
  const texts = members.map((index) => passages[index]!.text);
  const text = texts.join(BLANK_LINE);
  const { inner } = findTagPair(text) ?? {};
  const said = inner === undefined ? text : text.slice(inner.start, inner.end);
  const below = texts.reduce((sum, { length }) => sum + length, 0);
  return {
    kind: 'summary',
    members,
    sources: [{ text: said, budget: summaryBudget(text.length) }],
    write([summary]) {
      return writeSummary(summary, { merged: members.length, id, below, of: text });
    },
  };
}

function refer(
  index: number,
  passages: readonly Passage[],
  { of, length, similarity }: Reference,
  { nearThreshold, prefix }: PipelineOptions,
): Reduction {
  const isNear = similarity !== undefined;
  return {
    kind: isNear ? 'near-duplicate' : 'duplicate',
    members: [index],
    of,
    sources: [],
    write() {
      const marker = formatDuplicateMarker({
        of: passages[of]!.name(isNear),
        length,
        ...(isNear ? { similarity } : {}),
        ...(nearThreshold === undefined ? {} : { threshold: nearThreshold }),
        ...(prefix === undefined ? {} : { prefix }),
      });
      return marker.length < passages[index]!.text.length ? marker : undefined;
    },
  };
}

/** What may happen to a text: it stays, becomes a reference to its copy, or a summary of all of it or of the prose around its code. */
type Action = 'preserve' | 'duplicate' | 'code-split' | 'compress';

/** Minimum length of a text to shorten, in UTF-16 units with CR LF as one. */
const MIN_LENGTH = 120;

/** Minimum length of the prose around code, in UTF-16 units: the total of the trimmed parts. */
const MIN_PROSE_LENGTH = 80;

/** Decides about a text. The first of these conditions that holds counts. */
function chooseAction(
  text: string,
  isDuplicate: boolean,
  mustStay: (text: string) => boolean,
): Action {
  if (lengthOf(text) < MIN_LENGTH || isMarker(text)) return 'preserve';
  if (isDuplicate) return 'duplicate';
  const parts = splitFences(text);
  if (parts.some(({ kind }) => kind === 'fence')) {
    const prose = parts.filter(({ kind }) => kind === 'prose');
    const lengths = prose.map(({ start, end }) => lengthOf(text.slice(start, end).trim()));
    const total = lengths.reduce((sum, length) => sum + length, 0);
    return total < MIN_PROSE_LENGTH ? 'preserve' : 'code-split';
  }
  return mustStay(text) || isJson(text) ? 'preserve' : 'compress';
}

function lengthOf(text: string): number {
  return text.replaceAll('\r\n', '\n').length;
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
