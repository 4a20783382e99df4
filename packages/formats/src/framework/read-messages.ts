import {
  describeValue,
  hasToolResult,
  type ContentBlock,
  type IContent,
  type Speaker,
} from '@palimpsest/core-types';
import type { FormatName } from '../codec.ts';
import { PendingCalls, nameResponses, type MissingIds } from './call-ids.ts';
import { rejectMessage } from './format-error.ts';
import type { FormatTable, Turn } from './format-table.ts';
import { readEntry, type EntryFacts } from './native.ts';
import { opaqueBlock, readPart, textBlocks, wrapPart } from './part-table.ts';
import { isRecord, listOf, type Members } from './values.ts';

/** Reads messages as entries. */
export function readMessages<Message extends object>(
  table: FormatTable<Message>,
  messages: readonly Message[],
  ids: MissingIds | undefined,
): IContent[] {
  const toolNames = new PendingCalls();
  const fill = ids?.createFill();
  const history: IContent[] = [];
  for (const [index, message] of messages.entries()) {
    const read = readTurn(table, message, index);
    // A format may omit ids.
    const withIds = fill?.(read) ?? read;
    const turn = nameResponses(withIds, toolNames, index, table.namesResultsByCalls);
    for (const entry of splitTurn(table.name, message, turn)) history.push(entry);
  }
  return history;
}

/**
 * Reads a message with all its blocks in one entry.
 *
 * @param name the format that errors name, and to which whole messages belong
 */
export function readTurn<Message extends object>(
  table: FormatTable<Message>,
  message: Message,
  index: number,
  name: FormatName = table.name,
): Turn {
  const reject = rejectMessage(name, index);
  const { member, roles, acceptedRoles = [...roles.keys()].join(', ') } = table;
  if (!isRecord(message)) {
    return reject(describeValue(message), `an object with role and ${member}`);
  }
  const members = table.view?.(message) ?? message;
  const { role, [member]: content } = members;
  const speaker = roles.get(role);
  if (speaker === undefined) {
    if (table.takesOtherRoles !== true || typeof role !== 'string') {
      return reject(`role ${describeValue(role)}`, acceptedRoles);
    }
    return { speaker: 'system', blocks: [opaqueBlock(role, wrapPart(name, message))] };
  }
  const isText = typeof content === 'string' && table.takesText;
  if (!isText && !Array.isArray(content ?? [])) {
    const accepted = table.takesText ? 'a string, an array of parts, or null' : 'an array of parts';
    return reject(`${member} ${describeValue(content)}`, accepted);
  }
  if (speaker === 'tool' && table.readResult !== undefined) {
    const block = { ...table.readResult(members), native: wrapPart(name, message) };
    return { speaker, blocks: [block] };
  }
  const blocks =
    table.readBlocks?.(members, speaker, reject) ?? readContent(table, content, speaker);
  return { speaker, blocks, metadata: metadataOf(table, members) };
}

/** Reads the content of a message: one text, or parts. */
export function readContent<Message extends object>(
  table: FormatTable<Message>,
  content: unknown,
  speaker: Speaker,
): ContentBlock[] {
  return typeof content === 'string'
    ? textBlocks(table.name, content)
    : listOf(content).map((part) => readPart(table, part, speaker));
}

function metadataOf<Message extends object>(
  { member, hasNames, isCompaction, readMetadata }: FormatTable<Message>,
  members: Members,
): IContent['metadata'] {
  const { name, [member]: content } = members;
  if (hasNames === true) return typeof name === 'string' ? { name } : undefined;
  // What a provider compacted stands for all that it replaced.
  const isPinned =
    isCompaction !== undefined && listOf(content).filter(isRecord).some(isCompaction);
  return isPinned ? { pinned: true } : readMetadata?.(members);
}

/** Returns the entries of a message. */
export function splitTurn(
  format: FormatName,
  message: object,
  { metadata, ...turn }: EntryFacts,
): IContent[] {
  const pieces = splitBlocks(turn);
  const count = pieces.length;
  return pieces.map((own, index) => {
    const piece = count === 1 ? {} : { piece: { index, count } };
    return readEntry({ ...own, metadata }, { format, message, ...piece });
  });
}

/**
 * Splits a message with results. In a user message each result is a turn, and so is each run of other parts. In a tool message, other parts
 * go with the result before them, leading ones with the first.
 */
function splitBlocks(turn: Turn): readonly Turn[] {
  const { speaker, blocks } = turn;
  if (speaker !== 'tool' && speaker !== 'human') return [turn];
  const turns: { speaker: Speaker; blocks: ContentBlock[] }[] = [];
  for (const block of blocks) {
    const last = turns.at(-1);
    const isResult = block.type === 'tool_response';
    const joins =
      speaker === 'tool'
        ? !isResult || (last !== undefined && !hasToolResult(last))
        : !isResult && last?.speaker === 'human';
    if (joins && last !== undefined) last.blocks.push(block);
    else turns.push({ speaker: isResult ? 'tool' : speaker, blocks: [block] });
  }
  return turns.length > 0 ? turns : [turn];
}
