import type { ContentBlock, DroppedCounts, IContent } from '@palimpsest/core-types';
import { hasContent } from './blank.ts';
import type { ExchangeIndex } from './exchange-index.ts';
import { exchangeUnits, type ExchangeUnit } from './exchange-units.ts';
import type { Changes, Sacrifice } from './fit.ts';
import { isHumanText } from './human-text.ts';
import type { Protection } from './protection.ts';

export interface SacrificeOptions {
  /** Entries from here on are the tail and stay. */
  readonly boundary: number;
  readonly isProtected: Protection;
}

/**
 * What may go, in the order of C5: reasoning, whole tool exchanges, AI prose, then human text where `dropHumanText` allows it; each
 * oldest first. The newest human entry before the boundary stays: it says what the tail is about, and providers want a human first.
 */
export function* sacrificesByKind(
  index: ExchangeIndex,
  { boundary, isProtected, dropHumanText }: SacrificeOptions & { readonly dropHumanText: boolean },
): Generator<Sacrifice> {
  const { history } = index;
  const isFree = (at: number): boolean => !isProtected(history[at]!);
  for (let at = 0; at < boundary; at += 1) {
    const thinking = countThinking(history[at]!);
    if (thinking > 0 && isFree(at)) yield dropThinking(at, thinking);
  }
  const newest = newestHuman(history, boundary);
  const mayGo = (at: number): boolean => at !== newest && isFree(at);
  for (const unit of exchangeUnits(index, boundary)) {
    if ([...unit.callers, ...unit.answerers].every(mayGo)) yield dropExchange(unit);
  }
  for (let at = 0; at < boundary; at += 1) {
    const { speaker, blocks } = history[at]!;
    const isProse = speaker === 'ai' || speaker === 'tool';
    if (!isProse || !isFree(at) || blocks.some(isOpaque)) continue;
    yield { changes: unlessPaired(at), dropped: speaker === 'ai' ? { aiEntries: 1 } : {} };
  }
  if (!dropHumanText) return;
  for (let at = 0; at < boundary; at += 1) {
    if (history[at]!.speaker !== 'human' || !mayGo(at)) continue;
    yield { changes: unlessPaired(at), dropped: { humanEntries: 1 } };
  }
}

/**
 * What may go, oldest first, whatever it is (REQ-CS-003). A user message goes after everything that was done for it, together with the answer
 * to it: what is left begins with a user message where the history did, and no two of them come to stand next to each other. The newest
 * human entry stays.
 */
export function* sacrificesByAge(
  index: ExchangeIndex,
  { boundary, isProtected }: SacrificeOptions,
): Generator<Sacrifice> {
  const { history } = index;
  const isFree = (at: number): boolean => !isProtected(history[at]!);
  const newest = newestHuman(history, history.length);
  const unitAt = new Map<number, ExchangeUnit>();
  const belongsToUnit = new Set<number>();
  const staysWhole = new Set<number>();
  for (const unit of exchangeUnits(index, boundary)) {
    const entries = [...unit.callers, ...unit.answerers];
    for (const at of entries) belongsToUnit.add(at);
    if (entries.every((at) => at !== newest && isFree(at))) unitAt.set(unit.callers[0]!, unit);
    else for (const at of unit.callers) staysWhole.add(at);
  }
  let held: number | undefined;
  /** Prose behind the message that is held, or the newest exchange after it. */
  let prose: number[] = [];
  function* dropProse(): Generator<Sacrifice> {
    for (const at of prose) yield dropWhole([at], countProse(history, [at]));
    prose = [];
  }
  for (let at = 0; at < boundary; at += 1) {
    const unit = unitAt.get(at);
    if (unit !== undefined) {
      yield* dropProse();
      yield dropWhole([...unit.callers, ...unit.answerers], { toolCalls: unit.calls });
      continue;
    }
    if (staysWhole.has(at)) {
      yield* dropProse();
      held = undefined;
    }
    const { speaker } = history[at]!;
    if (belongsToUnit.has(at) || speaker === 'system') continue;
    if (speaker !== 'human') {
      if (isFree(at)) prose.push(at);
      continue;
    }
    if (held === undefined) yield* dropProse();
    else yield dropTurn(history, held, prose);
    prose = [];
    held = isFree(at) && at !== newest ? at : undefined;
  }
  if (held !== undefined && history[boundary]?.speaker !== 'ai') {
    yield dropTurn(history, held, prose);
  } else yield* dropProse();
}

/** Drops a user message with the prose that answers it. */
function dropTurn(
  history: readonly IContent[],
  human: number,
  prose: readonly number[],
): Sacrifice {
  return dropWhole([human, ...prose], { humanEntries: 1, ...countProse(history, prose) });
}

function countProse(history: readonly IContent[], prose: readonly number[]): DroppedCounts {
  const aiEntries = prose.filter((at) => history[at]!.speaker === 'ai').length;
  return aiEntries === 0 ? {} : { aiEntries };
}

/** Index of the newest thing a person said before `end`, -1 where there is none. */
function newestHuman(history: readonly IContent[], end: number): number {
  for (let at = end - 1; at >= 0; at -= 1) {
    if (isHumanText(history[at]!)) return at;
  }
  return -1;
}

/** Drops an entry, but one whose calls or responses are still here: it belongs to an exchange that could not go. */
function unlessPaired(at: number): Sacrifice['changes'] {
  return (current) =>
    current(at)?.blocks.some(isPaired) === false ? new Map([[at, undefined]]) : new Map();
}

function dropWhole(entries: readonly number[], dropped: Sacrifice['dropped']): Sacrifice {
  return { changes: () => new Map(entries.map((at) => [at, undefined])), dropped };
}

function dropThinking(at: number, thinkingBlocks: number): Sacrifice {
  return {
    changes: (current) => new Map([[at, without(current(at), isThinking)]]),
    dropped: { thinkingBlocks },
  };
}

/** Calls and responses go together; what was said beside them stays as prose, but for what a tool said. */
function dropExchange({ callers, answerers, calls }: ExchangeUnit): Sacrifice {
  return {
    changes(current): Changes {
      const changes = new Map<number, IContent | undefined>();
      for (const at of [...callers, ...answerers]) {
        const entry = current(at);
        const isTaken = (block: ContentBlock): boolean =>
          entry?.speaker === 'tool' ? !isOpaque(block) : isPaired(block) || isThinking(block);
        changes.set(at, without(entry, isTaken));
      }
      return changes;
    },
    dropped: { toolCalls: calls },
  };
}

/** The entry without some of its blocks, or nothing where nothing would be left to say. */
function without(
  entry: IContent | undefined,
  isTaken: (block: ContentBlock) => boolean,
): IContent | undefined {
  if (entry === undefined) return undefined;
  const blocks = entry.blocks.filter((block) => !isTaken(block));
  return blocks.some(hasContent) ? { ...entry, blocks } : undefined;
}

function countThinking({ speaker, blocks }: IContent): number {
  let count = 0;
  if (speaker === 'ai') for (const { type } of blocks) if (type === 'thinking') count += 1;
  return count;
}

const isThinking = ({ type }: ContentBlock): boolean => type === 'thinking';
const isPaired = ({ type }: ContentBlock): boolean =>
  type === 'tool_call' || type === 'tool_response';
const isOpaque = ({ type }: ContentBlock): boolean => type === 'opaque';
