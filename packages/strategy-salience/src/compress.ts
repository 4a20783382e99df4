import {
  gapNote,
  isGapNote,
  isMarker,
  type CompressionContext,
  type CompressionResult,
  type IContent,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import {
  checkedEstimate,
  conclude,
  isHumanText,
  plannedHistory,
  protection,
  repair,
  resolveTargetTokens,
  safeCuts,
  tailBoundary,
  tokenLedger,
  type Decision,
  type HistoryPlan,
} from '@palimpsest/history';
import { rank, type Passage, type SalienceWeights } from '@palimpsest/salience';
import { readHistory } from './read-history.ts';
import { draftHistory, type OpenEntry } from './draft-history.ts';
import { failureUnits } from './failure-units.ts';
import type { Part } from './parts.ts';
import type { ReadingMemory } from './reading-memory.ts';
import { skeletonOfCall, SKELETONS, type CallSkeleton } from './skeleton.ts';
import { tailStart } from './tail-start.ts';
import { takeWhatFits } from './take-what-fits.ts';

export const NAME = 'salience';
/** Human text of more characters counts as ordinary text. */
export const LONG_HUMAN_TEXT = 2_000;
/** Share of the budget the newest exchanges may take. */
const TAIL_SHARE = 0.12;

export interface Means {
  readonly taxonomy: ToolTaxonomy;
  readonly memory: ReadingMemory;
  readonly weights: SalienceWeights;
}

export async function compressSalience(
  context: CompressionContext,
  { taxonomy, memory, weights }: Means,
): Promise<CompressionResult> {
  const { history: original, currentTokenCount, pinned, signal, originalId } = context;
  const estimateTokens = checkedEstimate(context.estimateTokens);
  signal?.throwIfAborted();
  const repaired = repair(original);
  const { history, index } = repaired;
  const decide = (decision: Partial<Decision>): CompressionResult =>
    conclude({
      strategy: NAME,
      original,
      repaired,
      plan: { removals: new Set(), replacements: new Map() },
      idleReason: 'nothing-removable',
      ...decision,
    });
  if (history.length === 0) return decide({ idleReason: 'empty-history' });
  const targetTokens = resolveTargetTokens(context);
  const tokensBefore = await estimateTokens(history);
  const figures = { tokensBefore, targetTokens };
  if (Math.min(tokensBefore, currentTokenCount) <= targetTokens) {
    return decide({ ...figures, idleReason: 'already-under-target' });
  }
  const ledger = tokenLedger(estimateTokens);
  const counts: number[] = [];
  for (const entry of history) counts.push(await ledger.count(entry));

  const cuts = safeCuts(index);
  const preserve = context.runtimeContext.ephemerals.preserveThreshold?.();
  const boundary =
    preserve === undefined
      ? tailStart(history, cuts, { room: TAIL_SHARE * targetTokens, tokensOf: (at) => counts[at]! })
      : tailBoundary(history, cuts, preserve);
  if (boundary === 0) return decide({ ...figures, idleReason: 'tail-covers-all' });

  const parts = readHistory(index, { taxonomy, memory });
  const isProtected = protection(pinned);
  const newestHuman = history.findLastIndex(isHumanText);
  const isShortHuman = (at: number): boolean => {
    const { speaker, blocks } = history[at]!;
    if (speaker !== 'human' || !isHumanText(history[at]!)) return speaker === 'human' && blocks.some((block) => block.type === 'text' && isMarker(block.text));
    let length = 0;
    for (const { reading } of parts[at]!) length += reading.source.length;
    return length <= LONG_HUMAN_TEXT;
  };
  const isOpen = (at: number): boolean => at < boundary && !isProtected(history[at]!);

  const rates = parts.map((of, at) => {
    let length = 1;
    for (const { reading } of of) length += reading.source.length;
    return Math.min(100, Math.max(0.001, counts[at]! / length));
  });
  const isNoted = history.some(isNote);
  const note = makeNote(originalId !== undefined);
  const noteTokens = isNoted ? 0 : await estimateTokens([note]);

  /** What stays of calls: the richest that takes little of the room. */
  let fixedTokens = noteTokens;
  for (let at = 0; at < history.length; at += 1) if (!isOpen(at) || isShortHuman(at)) fixedTokens += counts[at]!;
  const room = targetTokens - fixedTokens;

  const attempt = async (skeleton: number, humanIsOpen: boolean) => {
    const passages: Passage[] = [];
    const open: OpenEntry[] = [];
    for (let at = 0; at < history.length; at += 1) {
      const isShort = isShortHuman(at);
      const mayChange = isOpen(at) && (!isShort || (humanIsOpen && at !== newestHuman && !isMarkerEntry(history[at]!)));
      const openParts = parts[at]!.map((part) => {
        const passage = passages.length;
        const call: CallSkeleton | undefined =
          part.role === 'arguments' ? skeletonOfCall(part, SKELETONS[skeleton]!) : undefined;
        const isFailure = part.role === 'result' && part.call?.hasFailed === true;
        const isKept = !mayChange || part.isSettled;
        const fixed = call?.fixed ?? (isFailure ? failureUnits(part.reading) : []);
        passages.push({
          reading: part.reading,
          message: at,
          role: part.role,
          namesFile: part.call?.namesFile === true,
          rate: rates[at]!,
          isKept,
          // When people's words have to go, nothing else is chosen before them.
          ...(isKept ? {} : { fixed }),
        });
        return {
          ...part,
          passage,
          skeleton: call,
          id: part.role === 'result' ? originalId?.(history[at]!, part.block) : undefined,
          isOpen: !isKept,
        };
      });
      const changing = openParts.filter((part) => part.isOpen);
      if (changing.length > 0) open.push({ index: at, parts: changing });
    }
    return { passages, open };
  };
  const { passages, open } = await attempt(chooseSkeleton(), false);
  function chooseSkeleton(): number {
    for (const [level, skeleton] of SKELETONS.entries()) {
      let cost = 0;
      for (let at = 0; at < boundary; at += 1) {
        if (!isOpen(at)) continue;
        for (const part of parts[at]!) {
          if (part.role === 'arguments') cost += skeletonOfCall(part, skeleton).length * rates[at]!;
        }
      }
      if (cost <= 0.1 * room) return level;
    }
    return SKELETONS.length - 1;
  }
  const openAll = open.reduce((sum, { index: at }) => sum + counts[at]!, 0);
  const effective = Math.max(0, room) / Math.max(1, openAll);
  const lineShare = Number(process.env['L'] ?? 0.3) * Math.min(1, effective / Number(process.env['LS'] ?? 0.2)) ** Number(process.env['LP'] ?? 2);
  const ranking = rank(passages, {
    reader: memory.reader,
    budget: Math.max(0, room) * 1.1,
    messages: history.length,
    lineShare,
    weights,
  });
  const draft = draftHistory({ history, open, ranking, countEntry: (entry) => ledger.count(entry) });
  const openTokens = open.reduce((sum, { index: at }) => sum + counts[at]!, 0);
  let rest = noteTokens - openTokens;
  for (const tokens of counts) rest += tokens;
  const taken = await takeWhatFits({
    ranking,
    targetTokens,
    tokensAt: async (some) => rest + (await draft.tokensAt(some)),
  });
  const changes = await draft.changesAt(taken);
  const removals = new Set<number>();
  const replacements = new Map<number, IContent>();
  for (const [at, entry] of changes) {
    if (entry === undefined) removals.add(at);
    else replacements.set(at, entry);
  }
  const first = Math.min(...changes.keys(), history.length);
  const place = cuts.atOrBefore(first);
  const plan: HistoryPlan =
    isNoted || changes.size === 0
      ? { removals, replacements }
      : {
          removals,
          replacements,
          insertions: new Map([[place, { entry: note, reason: 'notice' as const, sources: [...changes.keys()] }]]),
        };
  const tokensAfter = await estimateTokens(plannedHistory(history, plan));
  return decide({
    ...figures,
    plan,
    tail: history.length - boundary,
    tokensAfter,
    obstacle: 'x',
  });
}

function isMarkerEntry({ blocks }: IContent): boolean {
  return blocks.every((block) => block.type === 'text' && isMarker(block.text));
}

function isNote({ blocks }: IContent): boolean {
  const [block] = blocks;
  return blocks.length === 1 && block?.type === 'text' && isGapNote(block.text);
}

function makeNote(canRecall: boolean): IContent {
  return {
    speaker: 'human',
    blocks: [{ type: 'text', text: gapNote({ canRecall }) }],
    metadata: { synthetic: true, reason: 'gap-note' },
  };
}
export type { Part };
