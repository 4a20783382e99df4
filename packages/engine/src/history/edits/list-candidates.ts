import {
  hasToolCall,
  type ContentBlock,
  type DroppedCounts,
  type IContent,
  type OpaqueBlock,
} from '@palimpsest/core-types';
import type { EvictionCandidate } from './fit-to-target.ts';
import type { EntryEdits } from './plan.ts';
import { hasContent, type EntryPredicate } from '../entries/blank.ts';
import { isGapMarker, isRequest } from '../entries/human-text.ts';
import type { ExchangeIndex } from '../structure/exchange-index.ts';
import { exchangeUnits, type ExchangeUnit } from '../structure/exchange-units.ts';

interface EvictionOptions {
  /** Start of the preserved tail. */
  readonly boundary: number;
  readonly isProtected: EntryPredicate;
}

interface KindOptions extends EvictionOptions {
  readonly dropHumanText: boolean;
  /** Tried after tool exchanges, before assistant text is removed. @default none */
  readonly shortenProse?: Iterable<EvictionCandidate>;
  /**
   * Index of the text by which the agent answered the newest request. It is removed after all other assistant text, and after user text of rank 0
   * or 1.
   * @default none
   */
  readonly answer?: number;
  /** Returns whether the exchange with an entry is removed after all other exchanges. @default always `false` */
  readonly isAsked?: (entry: IContent) => boolean;
  /** Returns when user text is removed: 0 is first, 2 is last. @default always 2 */
  readonly rankOfText?: (entry: IContent) => 0 | 1 | 2;
  /**
   * Increasingly short versions of the first user message, tried after everything else; `undefined` skips one. The message is never removed.
   *
   * @default it is removed like any other
   */
  readonly shortenFirst?: readonly ((entry: IContent) => IContent | undefined)[];
}

/**
 * Lists removals in this order: reasoning, tool exchanges, calls that the provider ran, assistant prose, then user text if `dropHumanText`; each oldest first.
 * Keeps the newest user message: providers require one, and a message before it that introduces the tail is worth no more than others.
 */
export function* listCandidatesByKind(
  index: ExchangeIndex,
  { boundary, isProtected, dropHumanText, answer = -1, ...options }: KindOptions,
): Generator<EvictionCandidate> {
  const { shortenProse = [], isAsked = () => false, rankOfText = () => 2, shortenFirst } = options;
  const { history } = index;
  const isFree = (at: number): boolean => at !== answer && !isProtected(history[at]!);
  for (let at = 0; at < boundary; at += 1) {
    const { speaker, blocks } = history[at]!;
    const thinkingBlocks = speaker === 'ai' ? blocks.filter(isThinking).length : 0;
    if (thinkingBlocks === 0 || !isFree(at)) continue;
    yield {
      changes: (current) => new Map([[at, without(current(at), isThinking)]]),
      dropped: { thinkingBlocks },
    };
  }
  const newest = history.findLastIndex(isRequest);
  const isRemovable = (at: number): boolean => at !== newest && isFree(at);
  const asked: ExchangeUnit[] = [];
  for (const unit of exchangeUnits(index, boundary)) {
    if (![...unit.callEntries, ...unit.resultEntries].every(isRemovable)) continue;
    if (unit.resultEntries.some((at) => isAsked(history[at]!))) asked.push(unit);
    else yield dropExchange(unit);
  }
  for (const unit of asked) yield dropExchange(unit);
  yield* listHostedCalls(history, { boundary, isProtected });
  yield* shortenProse;
  for (let at = 0; at < boundary; at += 1) {
    const { speaker, blocks } = history[at]!;
    const isProse = speaker === 'ai' || speaker === 'tool' || isGapMarker(history[at]!);
    if (!isProse || !isFree(at) || blocks.some(isUnknown)) continue;
    yield { changes: unlessPaired(at), dropped: countsOf(history[at]!) };
  }
  const isOpenAnswer = answer >= 0 && answer < boundary && !isProtected(history[answer]!);
  const dropAnswer = isOpenAnswer ? [dropWhole([answer], countsOf(history[answer]!))] : [];
  if (!dropHumanText) {
    yield* dropAnswer;
    return;
  }
  const first = shortenFirst === undefined ? -1 : history.findIndex(isRequest);
  for (const rank of [0, 1, 2]) {
    if (rank === 2) yield* dropAnswer;
    for (let at = 0; at < boundary; at += 1) {
      const entry = history[at]!;
      if (at === first || entry.speaker !== 'human' || isGapMarker(entry) || !isRemovable(at))
        continue;
      if (rankOfText(entry) !== rank) continue;
      yield { changes: unlessPaired(at), dropped: { humanEntries: 1 } };
    }
  }
  if (shortenFirst === undefined || first < 0 || first >= boundary || !isRemovable(first)) return;
  for (const shorten of shortenFirst) {
    yield {
      changes(current) {
        const entry = current(first);
        const shorter = entry === undefined ? undefined : shorten(entry);
        return shorter === undefined ? new Map() : new Map([[first, shorter]]);
      },
      dropped: {},
      onlyIfSmaller: true,
    };
  }
}

/**
 * Lists removals of calls that the provider ran, oldest first: all blocks of a call together, and of an entry in growing batches, so that
 * the work is not quadratic.
 */
export function* listHostedCalls(
  history: readonly IContent[],
  { boundary, isProtected }: EvictionOptions,
): Generator<EvictionCandidate> {
  for (let at = 0; at < boundary; at += 1) {
    const { speaker, blocks } = history[at]!;
    if (speaker !== 'ai' || isProtected(history[at]!)) continue;
    const ids = [...new Set(blocks.flatMap((block) => hostedCallId(block) ?? []))];
    // 1, 2, 4, … calls at once.
    for (let start = 0; start < ids.length; start = start * 2 + 1) {
      const chosen = new Set(ids.slice(start, start * 2 + 1));
      const isTaken = (block: ContentBlock): boolean => {
        const id = hostedCallId(block);
        return id !== undefined && chosen.has(id);
      };
      yield {
        changes(current) {
          const entry = current(at);
          const isLeft = entry?.blocks.some(isTaken) === true;
          return isLeft ? new Map([[at, without(entry, isTaken)]]) : new Map();
        },
        dropped: { toolCalls: chosen.size },
      };
    }
  }
}

/**
 * Lists removals, oldest entry first. A user message is removed after the tool loop that it started, so that no history starts
 * within one. Keeps the newest user message.
 */
export function* listCandidatesByAge(
  index: ExchangeIndex,
  { boundary, isProtected }: EvictionOptions,
): Generator<EvictionCandidate> {
  const { history } = index;
  const isFree = (at: number): boolean => !isProtected(history[at]!);
  const newest = history.findLastIndex(isRequest);
  const unitAt = new Map<number, ExchangeUnit>();
  const belongsToUnit = new Set<number>();
  const staysWhole = new Set<number>();
  for (const unit of exchangeUnits(index, boundary)) {
    const entries = [...unit.callEntries, ...unit.resultEntries];
    for (const at of entries) belongsToUnit.add(at);
    if (entries.every((at) => at !== newest && isFree(at))) unitAt.set(unit.callEntries[0]!, unit);
    else for (const at of unit.callEntries) staysWhole.add(at);
  }
  let deferredUserIndex: number | undefined;
  for (let at = 0; at < boundary; at += 1) {
    const unit = unitAt.get(at);
    if (unit !== undefined) {
      yield dropWhole([...unit.callEntries, ...unit.resultEntries], { toolCalls: unit.calls });
      continue;
    }
    if (staysWhole.has(at)) deferredUserIndex = undefined;
    const entry = history[at]!;
    if (belongsToUnit.has(at) || entry.speaker === 'system') continue;
    if (entry.speaker !== 'human' || isGapMarker(entry)) {
      if (isFree(at)) yield dropWhole([at], countsOf(entry));
      continue;
    }
    if (deferredUserIndex !== undefined) yield dropHuman(deferredUserIndex);
    deferredUserIndex = undefined;
    if (!isFree(at) || at === newest) continue;
    if (callsTools(history, at + 1)) deferredUserIndex = at;
    else yield dropHuman(at);
  }
  if (deferredUserIndex !== undefined && !callsTools(history, boundary))
    yield dropHuman(deferredUserIndex);
}

/** Returns whether a tool call comes before the next user message. */
function callsTools(history: readonly IContent[], from: number): boolean {
  for (let at = from; at < history.length; at += 1) {
    const entry = history[at]!;
    if (hasToolCall(entry)) return true;
    if (entry.speaker === 'human' && !entry.blocks.some(isPaired) && !isGapMarker(entry))
      return false;
  }
  return false;
}

/** Removes an entry unless it still has calls or results, of an exchange that had to stay. */
function unlessPaired(at: number): EvictionCandidate['changes'] {
  return (current) =>
    current(at)?.blocks.some(isPaired) === false ? new Map([[at, undefined]]) : new Map();
}

/** Returns the counts for an entry without user text. Gap markers were counted when they were created. */
function countsOf(entry: IContent): DroppedCounts {
  return entry.speaker === 'ai' && !isGapMarker(entry) ? { aiEntries: 1 } : {};
}

function dropHuman(at: number): EvictionCandidate {
  return dropWhole([at], { humanEntries: 1 });
}

function dropWhole(entries: readonly number[], dropped: DroppedCounts): EvictionCandidate {
  return { changes: () => new Map(entries.map((at) => [at, undefined])), dropped };
}

/** Removes calls and results together, and what belongs to them. Text of other roles than `tool` stays. */
function dropExchange({ callEntries, resultEntries, calls }: ExchangeUnit): EvictionCandidate {
  return {
    changes(current): EntryEdits {
      const changes = new Map<number, IContent | undefined>();
      for (const at of [...callEntries, ...resultEntries]) {
        const entry = current(at);
        const isTaken = (block: ContentBlock): boolean =>
          isOpaque(block)
            ? block.belongsToCalls === true
            : entry?.speaker === 'tool' || isPaired(block) || isThinking(block);
        changes.set(at, without(entry, isTaken));
      }
      return changes;
    },
    dropped: { toolCalls: calls },
  };
}

/** Returns the entry without some blocks; `undefined` if no content is left. */
function without(
  entry: IContent | undefined,
  isTaken: (block: ContentBlock) => boolean,
): IContent | undefined {
  if (entry === undefined) return undefined;
  const blocks = entry.blocks.filter((block) => !isTaken(block));
  return blocks.some(hasContent) ? { ...entry, blocks } : undefined;
}

const isThinking = ({ type }: ContentBlock): boolean => type === 'thinking';
const isPaired = ({ type }: ContentBlock): boolean =>
  type === 'tool_call' || type === 'tool_response';
const isOpaque = (block: ContentBlock): block is OpaqueBlock => block.type === 'opaque';
/** Returns the id of the call that the provider ran, to which a block belongs. */
const hostedCallId = (block: ContentBlock): string | undefined =>
  isOpaque(block) ? block.hostedCallId : undefined;
/** Returns whether only the format of a block knows what depends on it. */
const isUnknown = (block: ContentBlock): boolean =>
  isOpaque(block) && block.hostedCallId === undefined;
