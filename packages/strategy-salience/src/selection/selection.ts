import { hasRecallId, recallIdOf, type ContentBlock } from '@palimpsest/core-types';
import { isRequest } from '@palimpsest/history';
import type { Passage } from '../ranking/unit-index.ts';
import { rank, type Ranking } from '../ranking/rank.ts';
import { askedUnits, outcomeUnits } from '../required/required-units.ts';
import { textsOfBlock } from '../parts/block-texts.ts';
import {
  createSelectionRenderer,
  type SelectionRenderer,
} from '../rendering/create-selection-renderer.ts';
import { failureUnits } from '../required/failure-units.ts';
import { findRequiredUserUnits } from '../required/required-user-units.ts';
import { toPassage, type Part } from '../parts/parts.ts';
import { isMarkersAlone } from '../required/retention-class.ts';
import { isReducible, type SelectionInput, type SelectionOptions } from './selection-input.ts';
import { skeletonOfCall } from '../parts/skeletons.ts';
import { unitsWhere } from '../parts/text-lines.ts';
import type { ReduciblePart, ReducibleEntry } from '../rendering/write-entry.ts';

/** Units by score, and the history for a given number of them. */
export interface Selection {
  readonly ranking: Ranking;
  readonly reducibleEntries: readonly ReducibleEntry[];
  readonly renderer: SelectionRenderer;
  /** Tokens of all entries that are not reducible. */
  readonly irreducibleTokens: number;
}

/** Maximum share of the target for sentences of the model. */
const PROSE_SHARE = 0.3;
/** Minimum of the squared coverage in `proseShare`. */
const MIN_COVERAGE = 0.015;
/** Ranks more units than fit, so that the limit can be found. */
const OVERSHOOT = 1.1;

/** Ranks the units of a history, and renders the result for any number of them. */
export function selectFrom(input: SelectionInput, options: SelectionOptions): Selection {
  const { history, parts, retentionClasses, tokens, originalId } = input;
  const { skeleton, from, rates } = options;
  const passages: Passage[] = [];
  const reducibleEntries: ReducibleEntry[] = [];
  const task = history.findLastIndex(isRequest);
  const human = findRequiredUserUnits(input, options);
  const outcomes = outcomeUnits(input, options);
  const asked = askedUnits(input, options);
  let irreducibleTokens = 0;
  for (const [at, entry] of history.entries()) {
    const isOpen = isReducible(retentionClasses[at]!, from);
    const openParts: ReduciblePart[] = [];
    for (const part of parts[at]!) {
      const isPicture = part.reading.form === 'whole' && part.role !== 'reasoning';
      const rate = isPicture ? rates.whole(at) : rates.text(at);
      const passage = { ...toPassage(part), costPerCharacter: rate, isTask: at === task };
      if (!isOpen || part.isSettled) {
        passages.push({ ...passage, isKept: true });
        continue;
      }
      const { role } = part;
      const block = entry.blocks[part.block]!;
      const call = role === 'arguments' ? skeletonOfCall(part, skeleton) : undefined;
      const fixed = part.isRest
        ? unitsWhere(part.reading, () => true)
        : (call?.fixed ??
          human.get(part) ??
          asked.get(part) ??
          fixedUnits(part, block, outcomes.get(part)));
      const hasId = role !== 'result' || part.isTold || isRecallable(block);
      const id = hasId ? undefined : originalId?.(entry, part.block);
      openParts.push({
        ...part,
        passage: passages.length,
        target: call?.target,
        keepsNames: skeleton.keepsNames,
        id,
      });
      passages.push({
        ...passage,
        requiredUnits: fixed,
        isExhausted: from !== 'ordinary' && role !== 'user',
        isReplaced: role === 'arguments' && part.call?.plan === 'replaced',
      });
    }
    const isOpenMarker = isOpen && input.mergesOmitted && isMarkersAlone(entry);
    if (openParts.length === 0 && !isOpenMarker) irreducibleTokens += tokens[at]!;
    else reducibleEntries.push({ index: at, parts: openParts });
  }
  const ranking = rank(passages, {
    reader: input.parseCache.reader,
    budget: Math.max(0, options.availableTokens) * OVERSHOOT,
    messages: history.length,
    lineShare: options.lineShare,
    edited: input.edited,
    prose: proseShare(input, options) * options.targetTokens,
    weights: input.weights,
  });
  const renderer = createSelectionRenderer(input, reducibleEntries, ranking, from !== 'ordinary');
  return { ranking, reducibleEntries, renderer, irreducibleTokens };
}

/**
 * Returns the share of the target for sentences of the model: the squared coverage, divided by the model's share of the reducible text. The
 * more it talks, the more of it repeats results; the less fits, the more the terms in results are worth.
 */
function proseShare(
  { parts, retentionClasses, tokens }: SelectionInput,
  { rates, coverage }: SelectionOptions,
): number {
  let [said, all] = [0, 1];
  for (const [at, of] of parts.entries()) {
    if (!isReducible(retentionClasses[at]!, 'ordinary')) continue;
    all += tokens[at]!;
    for (const { role, reading } of of) {
      if (role === 'text') said += reading.source.length * rates.text(at);
    }
  }
  return Math.min(PROSE_SHARE, (Math.max(MIN_COVERAGE, coverage ** 2) * all) / Math.max(1, said));
}

function isRecallable(block: ContentBlock): boolean {
  return block.type === 'tool_response' && recallIdOf(block.result) !== undefined;
}

/** Returns the units that a result always keeps: its recall id, the outcome of a failure. None for other texts. */
function fixedUnits(
  { role, call, part, reading }: Part,
  block: ContentBlock,
  outcome: readonly number[] = [],
): readonly number[] {
  if (part?.type === 'media' || role !== 'result') return [];
  // The texts of a failed result share its excerpt.
  const texts = block.type === 'tool_response' ? textsOfBlock(block).length : 1;
  const failure = call?.hasFailed === true ? failureUnits(reading, texts) : [];
  const id = hasRecallId(reading.source) ? [0] : [];
  return [...new Set([...id, ...failure, ...outcome])];
}
