import { hasRecallId, recallIdOf, type ContentBlock } from '@palimpsest/core-types';
import { isRequest } from '@palimpsest/history';
import { rank, type Passage, type Ranking } from '@palimpsest/salience';
import { askedUnits } from './asked-units.ts';
import { textsOfBlock } from './block-texts.ts';
import {
  createSelectionRenderer,
  type SelectionRenderer,
  type ReducibleEntry,
  type OpenPart,
} from './create-selection-renderer.ts';
import { failureUnits } from './failure-units.ts';
import { firstLine } from './first-line.ts';
import { humanSentences } from './human-sentences.ts';
import { isMarkersAlone } from './marker-texts.ts';
import type { SelectionInput, Rates } from './selection-input.ts';
import { outcomeUnits } from './outcome-units.ts';
import type { Part } from './parts.ts';
import { toPassage } from './parse-history.ts';
import { skeletonOfCall, type Skeleton } from './skeletons.ts';

export interface SelectionOptions {
  readonly skeleton: Skeleton;
  /** What to select from: ordinary content, or user text as the last resort. */
  readonly from: 'ordinary' | 'human';
  /** Tokens for the selection. */
  readonly room: number;
  readonly lineShare: number;
  readonly rates: Rates;
  readonly targetTokens: number;
  /** Share of the maximum for directives that this attempt may use. */
  readonly demandShare: number;
  /** Maximum share of the target for lines that state outcomes. */
  readonly outcomeShare: number;
}

/** Units by score, and the history for a given number of them. */
export interface Selection {
  readonly ranking: Ranking;
  readonly open: readonly ReducibleEntry[];
  readonly draft: SelectionRenderer;
  /** Tokens of all entries that are not reducible. */
  readonly closedTokens: number;
}

/** Maximum share of the target for sentences of the model. */
const PROSE_SHARE = 0.35;
/** In talkative sessions: this share of the target, divided by the model's share of the reducible text. */
const PROSE_SCARCE = 0.015;
/** Maximum share of the target for directives. */
const DEMAND_SHARE = 0.5;
/** Maximum share of the target for all user sentences. */
const HUMAN_SHARE = 0.35;

/** Maximum share of the target for questions with short replies. */
const ASKED_SHARE = 0.02;

/** Ranks more units than fit, so that the limit can be found. */
const OVERSHOOT = 1.1;

/** Ranks the units of a history, and renders the result for any number of them. */
export function selectFrom(ground: SelectionInput, options: SelectionOptions): Selection {
  const { history, parts, standings, tokens, memory, weights, originalId, folds } = ground;
  const passages: Passage[] = [];
  const open: ReducibleEntry[] = [];
  const task = history.findLastIndex(isRequest);
  const human = humanUnits(ground, options);
  const outcomes = outcomesIn(ground, options);
  const asked = askedIn(ground, options);
  let closedTokens = 0;
  for (const [at, entry] of history.entries()) {
    const standing = standings[at]!;
    const isOpen = standing === 'ordinary' || (standing === 'human' && options.from === 'human');
    const openParts: OpenPart[] = [];
    for (const part of parts[at]!) {
      const isPicture = part.reading.form === 'whole' && part.role !== 'reasoning';
      const rate = isPicture ? options.rates.whole(at) : options.rates.text(at);
      const passage = { ...toPassage(part), costPerCharacter: rate, isTask: at === task };
      if (!isOpen || part.isSettled) {
        passages.push({ ...passage, isKept: true });
        continue;
      }
      const { role, reading } = part;
      const call = role === 'arguments' ? skeletonOfCall(part, options.skeleton) : undefined;
      // When short user texts are removed too, only the task keeps its first line.
      const isKnown = standing === 'ordinary' && (options.from === 'ordinary' || at === task);
      const fixed = part.isRest
        ? allUnits(part)
        : (call?.fixed ??
          human.get(part) ??
          asked.get(part) ??
          fixedUnits(part, isKnown, textsIn(entry.blocks[part.block]!), outcomes.get(part)));
      const hasId = role !== 'result' || part.isTold || isRecallable(entry.blocks[part.block]!);
      const id = hasId ? undefined : originalId?.(entry, part.block);
      openParts.push({
        ...part,
        passage: passages.length,
        target: call?.target,
        keepsNames: options.skeleton.keepsNames,
        id,
      });
      passages.push({
        ...passage,
        requiredUnits: fixed,
        isExhausted: options.from === 'human' && role !== 'user',
        reading,
      });
    }
    const isOpenMark = isOpen && folds && isMarkersAlone(entry);
    if (openParts.length === 0 && !isOpenMark) closedTokens += tokens[at]!;
    else open.push({ index: at, parts: openParts });
  }
  const ranking = rank(passages, {
    reader: memory.reader,
    budget: Math.max(0, options.room) * OVERSHOOT,
    messages: history.length,
    lineShare: options.lineShare,
    prose: proseShare(ground, options.rates) * options.targetTokens,
    weights,
  });
  const { countEntry } = ground;
  const takesTies = options.from === 'human';
  const draft = createSelectionRenderer({
    history,
    open,
    ranking,
    countEntry,
    takesTies,
    mergesOmitted: folds,
  });
  return { ranking, open, draft, closedTokens };
}

/** Returns the share of the target for sentences of the model. The more it talks, the more of it repeats results. */
function proseShare({ parts, standings, tokens }: SelectionInput, { text }: Rates): number {
  let [said, all] = [0, 1];
  for (const [at, of] of parts.entries()) {
    if (standings[at] !== 'ordinary') continue;
    all += tokens[at]!;
    for (const { role, reading } of of) {
      if (role === 'text') said += reading.source.length * text(at);
    }
  }
  return Math.min(PROSE_SHARE, (PROSE_SCARCE * all) / Math.max(1, said));
}

/** Returns the units of user texts that always stay. */
function humanUnits(
  { history, parts, standings, tokens, proseRate }: SelectionInput,
  { from, targetTokens, demandShare }: SelectionOptions,
): ReadonlyMap<Part, readonly number[]> {
  const texts = parts.flatMap((of) => of.filter(({ role }) => role === 'user'));
  let short = 0;
  for (const [at, standing] of standings.entries()) if (standing === 'human') short += tokens[at]!;
  const isOpen = ({ entry, isSettled }: Part): boolean =>
    !isSettled &&
    (standings[entry] === 'ordinary' || (from === 'human' && standings[entry] === 'human'));
  const task = history.findLastIndex(isRequest);
  const found = humanSentences({
    texts: texts.filter(isOpen),
    first: texts.find(({ entry }) => isRequest(history[entry]!)),
    demandRoom: DEMAND_SHARE * demandShare * targetTokens,
    room: demandShare < 1 ? 0 : HUMAN_SHARE * targetTokens - (from === 'human' ? 0 : short),
    rate: proseRate,
  });
  const known = texts.find(({ entry }) => entry === task);
  if (known === undefined || !found.has(known)) return found;
  return new Map(found).set(known, [
    ...new Set([...firstLine(known.reading), ...found.get(known)!]),
  ]);
}

/** Returns the units that state outcomes of commands. */
function outcomesIn(
  { parts, standings, proseRate }: SelectionInput,
  { targetTokens, outcomeShare }: SelectionOptions,
): ReadonlyMap<Part, readonly number[]> {
  const tells = ({ role, entry, isSettled, call }: Part): boolean =>
    role === 'result' &&
    !isSettled &&
    standings[entry] === 'ordinary' &&
    call?.command !== undefined;
  return outcomeUnits({
    results: outcomeShare > 0 ? parts.flatMap((of) => of.filter(tells)) : [],
    room: outcomeShare * targetTokens,
    rate: proseRate,
  });
}

/** Returns the model's questions that have short replies. */
function askedIn(
  { history, parts, standings, proseRate }: SelectionInput,
  { from, targetTokens }: SelectionOptions,
): ReadonlyMap<Part, readonly number[]> {
  const isOpen = ({ role, entry, isSettled }: Part): boolean =>
    role === 'text' && !isSettled && standings[entry] === 'ordinary';
  return askedUnits({
    history,
    texts: from === 'ordinary' ? parts.flatMap((of) => of.filter(isOpen)) : [],
    room: ASKED_SHARE * targetTokens,
    rate: proseRate,
  });
}

function isRecallable(block: ContentBlock): boolean {
  return block.type === 'tool_response' && recallIdOf(block.result) !== undefined;
}

/** Returns how many texts share the excerpt of a failed result. */
function textsIn(block: ContentBlock): number {
  return block.type === 'tool_response' ? textsOfBlock(block).length : 1;
}

function allUnits({ reading }: Part): readonly number[] {
  return Array.from({ length: reading.count }, (_, unit) => unit);
}

/** Returns the units that a text other than a call always keeps: its recall id, the outcome of a failure, the start of a long user text. */
function fixedUnits(
  { role, call, part, reading }: Part,
  isKnown: boolean,
  texts: number,
  outcome: readonly number[] = [],
): readonly number[] {
  if (part?.type === 'media') return [];
  if (role === 'user') return isKnown ? firstLine(reading) : [];
  if (role !== 'result') return [];
  const failure = call?.hasFailed === true ? failureUnits(reading, texts) : [];
  const id = hasRecallId(reading.source) ? [0] : [];
  return [...new Set([...id, ...failure, ...outcome])];
}
