import { defaultClassifier, type Classifier } from '../classify/classifier.ts';
import {
  decide,
  preservationRules,
  type PreservationAction,
  type PreservationRule,
} from '../classify/preservation-rules.ts';
import { formatDuplicateMarker } from '@palimpsest/core-types';
import { summaryBudget } from '../text/summarize-text.ts';
import { BLANK_LINE, type Passage, type Reduction } from './reduction.ts';
import { findReferences, type Reference, type ReferenceOptions } from './references.ts';
import { splitCode } from './split-code.ts';
import { writeSummary } from './write-summary.ts';

export interface PipelineOptions extends ReferenceOptions {
  /** Decides which text must stay unchanged. @default the one of `@palimpsest/summarizer/classify` */
  readonly classifier?: Pick<Classifier, 'isHard'> | undefined;
  /**
   * Whether a text must stay unchanged, by text: a cache that this call fills. Pass it again only with the same classifier. @default a new map
   * for each call
   */
  readonly classified?: Map<string, boolean>;
  /**
   * Decide, in order, about passages without a `skipReason`. @default those of `@palimpsest/summarizer/classify`, with the given classifier;
   * roles, recency and tool calls are left to `skipReason`
   */
  readonly rules?: readonly PreservationRule[] | undefined;
  /** Leave code in its place between the prose. @default false: all prose, then all code, as in the seed */
  readonly keepOrder?: boolean;
  /** Maximum length that one summary represents, in UTF-16 units; a single passage may be longer. @default no limit */
  readonly mergeLength?: number;
  /** Written before `dup` and `near-dup` in references. @default none */
  readonly prefix?: string;
  /** Returns the id in the marker of a summary: letters, digits, `_` and `-`. @default no id */
  readonly summaryId?: (members: readonly number[]) => string;
}

/**
 * Yields all possible reductions, oldest first, at most one per passage: references to later duplicates, summaries of prose next to code, and
 * summaries of prose, one for neighbors of a group (seed compression-pipeline).
 *
 * Each is computed on demand, and none depends on whether others are applied. So the first `n` correspond to a pipeline whose recency window
 * starts after them, and applying reductions until the history fits finds the largest window that fits, in one pass.
 */
export function* reductions(
  passages: readonly Passage[],
  options: PipelineOptions = {},
): Generator<Reduction> {
  const { mergeLength = Number.POSITIVE_INFINITY, summaryId } = options;
  const classifier = withMemory(options.classifier ?? defaultClassifier, options.classified);
  const { rules = preservationRules({ preserve: [], recencyWindow: 0, classifier }) } = options;
  const { duplicates, kept } = findReferences(passages, options);
  const actionAt = (index: number): PreservationAction => {
    const passage = passages[index];
    if (passage === undefined || passage.skipReason !== undefined) return 'preserve';
    const duplicate = duplicates.has(index);
    if (kept.has(index) && !duplicate) return 'preserve';
    const { text, role, position } = passage;
    const candidate = { text, role, position, total: Number.POSITIVE_INFINITY, duplicate };
    return decide({ ...candidate, hasToolCalls: false }, rules).action;
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
      const { keepOrder = false } = options;
      const split = splitCode(index, passage, classifier, keepOrder, summaryId?.(members));
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
  const below = texts.reduce((sum, { length }) => sum + length, 0);
  return {
    kind: 'summary',
    members,
    sources: [{ text, budget: summaryBudget(text.length) }],
    write([summary]) {
      const marker = writeSummary(summary, { merged: members.length, id, below });
      return marker === undefined ? undefined : [{ text: marker }];
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
      return marker.length < passages[index]!.text.length ? [{ text: marker }] : undefined;
    },
  };
}

/** Returns a classifier that remembers whether a text is hard. Its `classify` is a stand-in for the rule `hard-content`. */
function withMemory(
  classifier: Pick<Classifier, 'isHard'>,
  classified = new Map<string, boolean>(),
): Classifier {
  return {
    isHard(text) {
      const isHard = classified.get(text) ?? classifier.isHard(text);
      classified.set(text, isHard);
      return isHard;
    },
    // Only the rule hard-content calls it, for hard texts. The reasons are not used here, and finding them would scan the text again.
    classify: () => ({ tier: 'T0', confidence: 1, reasons: [], isHard: true }),
  };
}
