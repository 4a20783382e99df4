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
import { isMarkersAlone } from './markers-alone.ts';
import type { SelectionInput, Rates } from './selection-input.ts';
import { outcomeUnits } from './outcome-units.ts';
import type { Part } from './parts.ts';
import { toPassage } from './parse-history.ts';
import { skeletonOfCall, type Skeleton } from './skeletons.ts';

export interface SelectionOptions {
  readonly skeleton: Skeleton;
  /** What is chosen from: everything ordinary, or human text, when nothing else is left to give. */
  readonly from: 'ordinary' | 'human';
  /** Tokens there are for what is chosen. */
  readonly room: number;
  readonly lineShare: number;
  readonly rates: Rates;
  readonly targetTokens: number;
  /** Share of what demands of people may usually take of the target. */
  readonly demandShare: number;
  /** Share of the target that lines may take which tell how commands ended. */
  readonly outcomeShare: number;
}

/** Units by how much they are worth, and the history that comes of the first so many. */
export interface Selection {
  readonly ranking: Ranking;
  readonly open: readonly ReducibleEntry[];
  readonly draft: SelectionRenderer;
  /** Tokens of everything that is not open. */
  readonly closedTokens: number;
}

/** Most of the target that sentences of the model may take. */
const PROSE_SHARE = 0.35;
/** The same where the model says much: this share of the target, divided by the share of its words in all that may be reduced. */
const PROSE_SCARCE = 0.015;
/** Most of the target that people's demands may take. */
const DEMAND_SHARE = 0.5;
/** Most of the target that all sentences of people may take. */
const HUMAN_SHARE = 0.35;

/** Most of the target that questions may take which people answer in a few words. */
const ASKED_SHARE = 0.02;

/** Ranks more than fits, so that what fits can be found. */
const OVERSHOOT = 1.1;

/** Ranks what may be kept of a history, and says what would become of it. */
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
      // Where even short words of people go, only the task is still known by its first line.
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

/**
 * Returns the share of the target that sentences of the model may take. Where the model talks much, most of what it says repeats what results
 * show.
 */
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

/** Returns the units of human texts that stay in any case. */
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

/** Returns the units by which results of commands tell how these ended. */
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

/** Returns the questions of the model that short replies answer. */
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

/** How many texts share what stays of a failed result. */
function textsIn(block: ContentBlock): number {
  return block.type === 'tool_response' ? textsOfBlock(block).length : 1;
}

function allUnits({ reading }: Part): readonly number[] {
  return Array.from({ length: reading.count }, (_, unit) => unit);
}

/** What stays of a text that is no call: its id, how a failure ended, and how a long human text begins. */
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
