import {
  hasToolCall,
  type ContentBlock,
  type ContentMetadata,
  type Speaker,
} from '@palimpsest/core-types';
import { PendingCalls, nameResponses } from '../framework/call-ids.ts';
import type { Item, ItemDialect } from './dialect.ts';
import { isMessage } from './message.ts';
import { readItem } from './read.ts';
import { readHostedPart, type HostedPart } from '../framework/hosted-calls.ts';
import { syntheticMetadata } from '../framework/native.ts';
import { isRecord } from '../framework/values.ts';

/** Items that form one entry. */
interface ItemGroup {
  readonly speaker: Speaker;
  readonly blocks: ContentBlock[];
  readonly items: Item[];
  /** Index of the first item. */
  readonly start: number;
  hasCalls: boolean;
  /** The last item that is not silent. */
  lastContent: Item | undefined;
  readonly metadata: ContentMetadata | undefined;
}

/**
 * Groups items into entries: a model turn up to its calls is one, and every other item is one. Calls that the provider runs are entries of
 * their own, each with its approval and with the text after it.
 *
 * @param positions for errors, the position of each item's record in a log
 */
export function groupItems(
  dialect: ItemDialect,
  items: readonly Item[],
  positions?: readonly number[],
): ItemGroup[] {
  const names = new PendingCalls();
  const groups: ItemGroup[] = [];
  const said = findNextContentItems(dialect, items, positions);
  const approvals = findApprovals(items);
  /** Index of the last item that belongs to an approval in the current entry. */
  let end = -1;
  for (const [index, item] of items.entries()) {
    const last = groups.at(-1);
    const alone = readItem(dialect, item, positions?.[index] ?? index);
    const metadata = syntheticMetadata(item);
    const joins =
      last !== undefined &&
      alone.speaker === 'ai' &&
      metadata === undefined &&
      (continuesTurn(last, said[index]) || (last.speaker === 'ai' && index <= end));
    end = Math.max(joins ? end : -1, approvals.get(index)?.end ?? -1);
    const turn = joins ? readItem(dialect, item, index, last.items.length) : alone;
    const at = joins ? groups.length - 1 : groups.length;
    const { blocks } = nameResponses(turn, names, at);
    const hasCalls = hasToolCall({ blocks });
    const lastContent = isSilent(item) ? undefined : item;
    if (joins) {
      last.items.push(item);
      for (const block of blocks) last.blocks.push(block);
      last.hasCalls ||= hasCalls;
      last.lastContent = lastContent ?? last.lastContent;
      continue;
    }
    const facts = { speaker: turn.speaker, blocks: [...blocks], items: [item], start: index };
    groups.push({ ...facts, hasCalls, lastContent, metadata });
  }
  return groups.map((group) => pinned(group, approvals));
}

/** Returns the group, pinned if an approval in it has items elsewhere or no answer yet: none of them may be removed alone. */
function pinned(group: ItemGroup, approvals: ReadonlyMap<number, Approval>): ItemGroup {
  const { items, start, metadata } = group;
  const isSplit = items.some((_, at) => {
    const approval = approvals.get(start + at);
    if (approval === undefined) return false;
    return approval.start < start || approval.end >= start + items.length;
  });
  return isSplit ? { ...group, metadata: { ...metadata, pinned: true } } : group;
}

/**
 * Returns whether the model continues its turn. A turn ends after its calls; a text ends at the model's next text, at a call that the provider
 * runs, or at an item of another role; and a call that the provider ran ends at the next one. Silent items in between do not end a turn, because
 * they may be removed later.
 */
function continuesTurn(
  { speaker, hasCalls, lastContent, metadata }: ItemGroup,
  next: Item | undefined,
): boolean {
  if (speaker !== 'ai' || metadata !== undefined) return false;
  if (hasCalls || lastContent === undefined) return true;
  const isNextHosted = hostedPart(next) !== undefined;
  if (!isMessage(lastContent)) return !isNextHosted || hostedPart(lastContent) === undefined;
  if (lastContent.phase === 'final_answer' || next === undefined) return false;
  return !isMessage(next) && !isNextHosted;
}

/** Indices of the first and last item of an approval: its request, its response and the call. Without a response, it has no end. */
interface Approval {
  readonly start: number;
  end: number;
}

/** Returns the approval of each item that belongs to one, by the index of the item. */
function findApprovals(items: readonly Item[]): ReadonlyMap<number, Approval> {
  const newest = new Map<string, Approval>();
  const approvals = new Map<number, Approval>();
  for (const [index, item] of items.entries()) {
    const { id = '', role } = hostedPart(item) ?? {};
    if (role === undefined) continue;
    if (role === 'call') newest.set(id, { start: index, end: Number.POSITIVE_INFINITY });
    const approval = newest.get(id);
    if (approval === undefined) continue;
    if (role !== 'call') approval.end = index;
    approvals.set(index, approval);
  }
  return approvals;
}

function hostedPart(item: Item | undefined): HostedPart | undefined {
  return isRecord(item) && !isMessage(item) && typeof item.type === 'string'
    ? readHostedPart(item.type, item)
    : undefined;
}

/** Returns for each item the next content item of the model, skipping silent items; `undefined` if another role follows. */
function findNextContentItems(
  dialect: ItemDialect,
  items: readonly Item[],
  positions: readonly number[] | undefined,
): readonly (Item | undefined)[] {
  const said: (Item | undefined)[] = [...items];
  for (let at = items.length - 1; at >= 0; at -= 1) {
    if (!isSilent(items[at])) continue;
    const next = items[at + 1];
    if (isSilent(next)) said[at] = said[at + 1];
    else {
      const isOwn =
        next !== undefined &&
        readItem(dialect, next, positions?.[at + 1] ?? at + 1).speaker === 'ai';
      said[at] = isOwn ? next : undefined;
    }
  }
  return said;
}

/** Returns whether an item is reasoning, or a message of the model without content. */
export function isSilent(item: Item | undefined): boolean {
  if (!isRecord(item)) return false;
  if (item.type === 'reasoning') return true;
  const content = item.content ?? '';
  return (
    isMessage(item) &&
    item.role === 'assistant' &&
    (content === '' || (Array.isArray(content) && content.length === 0))
  );
}
