import { timestampOf } from '../framework/log-format.ts';
import { isObject, listOf, membersOf, type Members } from '../framework/values.ts';
import { messageOf, type ClaudeCodeRecord } from './record.ts';

type Records = readonly ClaudeCodeRecord[];

/**
 * Returns the positions of the messages that Claude Code sends when it resumes the session: the ancestors of the newest message back to the last
 * compaction, and the parallel calls of their responses with the results. A branch that the user left is not among them. Of a record that was
 * written twice, the later copy counts. In a file that has only messages of a side thread, these are the conversation.
 */
export function findConversation(records: Records): number[] {
  const positions = new Map<unknown, number>();
  for (const [index, { uuid }] of records.entries()) {
    if (typeof uuid === 'string') positions.set(uuid, index);
  }
  const turns = findTurns(records, positions);
  const preserved = findPreserved(records, positions);
  const chain = findAncestors(records, positions, turns, preserved);
  return withParallelTurns(records, turns, chain).filter(
    (index) => turns.has(index) && records[index]!.isMeta !== true,
  );
}

function isTurn({ type, message }: ClaudeCodeRecord): boolean {
  return (type === 'user' || type === 'assistant') && isObject(message);
}

function findTurns(records: Records, positions: ReadonlyMap<unknown, number>): ReadonlySet<number> {
  const isSideThread = !records.some((record) => isTurn(record) && record.isSidechain !== true);
  const turns = [...records.entries()].filter(
    ([index, record]) =>
      isTurn(record) &&
      (record.isSidechain === true) === isSideThread &&
      (positions.get(record.uuid) ?? index) === index,
  );
  return new Set(turns.map(([index]) => index));
}

function isBoundary(record: ClaudeCodeRecord | undefined): boolean {
  return record?.['subtype'] === 'compact_boundary';
}

/** The messages that a compaction preserved: all that it names, or from the first to the last one. */
interface Segment {
  readonly named: readonly number[];
  readonly head: number;
  readonly tail: number | undefined;
}

/** Messages that compactions preserved. */
interface Preserved {
  /** By the position of the record that they follow. */
  readonly after: ReadonlyMap<number, Segment>;
  /** The position of that record, by the position of the first message. */
  readonly anchors: ReadonlyMap<number, number>;
}

function findPreserved(records: Records, positions: ReadonlyMap<unknown, number>): Preserved {
  const after = new Map<number, Segment>();
  const anchors = new Map<number, number>();
  for (const record of records.filter(isBoundary)) {
    const { preservedMessages, preservedSegment } = membersOf(record['compactMetadata']);
    const { headUuid, tailUuid, anchorUuid: segmentAnchor } = membersOf(preservedSegment);
    const { uuids, anchorUuid = segmentAnchor } = membersOf(preservedMessages);
    const named = listOf(uuids).flatMap((uuid) => positions.get(uuid) ?? []);
    const anchor = positions.get(anchorUuid);
    const head = named[0] ?? positions.get(headUuid);
    if (anchor === undefined || head === undefined) continue;
    anchors.set(head, anchor);
    after.set(anchor, { named, head, tail: positions.get(tailUuid) });
  }
  return { after, anchors };
}

/** Returns the positions of the newest message and its ancestors up to a compaction, the oldest first. */
function findAncestors(
  records: Records,
  positions: ReadonlyMap<unknown, number>,
  turns: ReadonlySet<number>,
  { after, anchors }: Preserved,
): number[] {
  const chain = new Set<number>();
  let at = findNewest(records, turns);
  while (at !== undefined && !chain.has(at)) {
    chain.add(at);
    if (isBoundary(records[at])) break;
    const { parentUuid } = records[at]!;
    const isRoot = parentUuid === null;
    at = anchors.get(at) ?? positions.get(parentUuid) ?? (isRoot ? undefined : before(at));
  }
  return [...chain].toReversed().flatMap((index) => [index, ...preservedAfter(index)]);

  // Preserved messages that are not ancestors of the newest one.
  function preservedAfter(index: number): number[] {
    const { named, head, tail } = after.get(index) ?? {};
    const others = named?.filter((one) => !chain.has(one)) ?? [];
    if (named === undefined || named.length > 0) return others;
    for (let one = tail; one !== undefined && !chain.has(one);) {
      chain.add(one);
      others.push(one);
      const { parentUuid } = records[one]!;
      one = one === head ? undefined : (anchors.get(one) ?? positions.get(parentUuid));
    }
    return others.toReversed();
  }

  // A record whose parent is not in the file continues the one before it.
  function before(index: number): number | undefined {
    let previous = index - 1;
    while (previous >= 0 && !turns.has(previous) && !isBoundary(records[previous])) previous -= 1;
    return previous < 0 ? undefined : previous;
  }
}

/** Returns the message with the latest time; among equal times, the last one. */
function findNewest(records: Records, turns: ReadonlySet<number>): number | undefined {
  let newest: number | undefined;
  let latest = -Infinity;
  for (const index of turns) {
    const { timestamp = latest } = timestampOf(records[index]!);
    if (timestamp < latest) continue;
    latest = timestamp;
    newest = index;
  }
  return newest;
}

/** Adds what parallel calls leave beside the chain: other blocks of its responses, and the results of its calls. */
function withParallelTurns(
  records: Records,
  turns: ReadonlySet<number>,
  chain: readonly number[],
): number[] {
  const partsOf = (index: number): Members[] =>
    listOf(messageOf(records[index]!).content).map(membersOf);
  const responses = new Set<unknown>();
  /** The position of each call. */
  const calls = new Map<unknown, number>();
  const answered = new Set<unknown>();
  const note = (index: number): void => {
    for (const { type, id, tool_use_id: callId } of partsOf(index)) {
      if (type === 'tool_use') calls.set(id, index);
      if (type === 'tool_result') answered.add(callId);
    }
  };
  for (const index of chain) {
    const { id } = messageOf(records[index]!);
    if (id !== undefined) responses.add(id);
    note(index);
  }
  const known = new Set(chain);
  const sorted = chain.toSorted((left, right) => left - right);
  const beside = new Map(chain.map((index): [number, number[]] => [index, [index]]));
  let at = 0;
  for (const index of turns) {
    while (sorted[at]! < index) at += 1;
    if (known.has(index)) continue;
    const isSameResponse = responses.has(messageOf(records[index]!).id);
    const isMissingResult = partsOf(index).some(
      ({ type, tool_use_id: callId }) =>
        type === 'tool_result' && !answered.has(callId) && calls.get(callId)! < index,
    );
    if (!isSameResponse && !isMissingResult) continue;
    note(index);
    beside.get(sorted[at - 1] ?? chain[0]!)?.push(index);
  }
  return [...beside.values()].flat();
}
