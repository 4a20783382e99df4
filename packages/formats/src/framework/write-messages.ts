import type { ContentBlock, IContent, ToolResponseBlock } from '@palimpsest/core-types';
import type { FormatName } from '../codec.ts';
import type { FormatTable, Turn } from './format-table.ts';
import {
  isAsRead,
  isLaterPiece,
  nativeMessage,
  nativePart,
  rememberSynthetic,
  type NativeMessage,
} from './native.ts';
import { soleText, writeParts } from './part-table.ts';
import { membersOf } from './values.ts';

/** Entries that become one message, or the messages of one entry. */
interface Group<Message extends object> {
  readonly entries: IContent[];
  /** The `native` of the newest entry read from a message of this format. */
  native: NativeMessage<Message> | undefined;
  onlyTools: boolean;
}

/** Writes entries as messages: pieces of one message are merged, and results of one batch share a message. */
export function writeMessages<Message extends object>(
  table: FormatTable<Message>,
  history: readonly IContent[],
): Message[] {
  const messages: Message[] = [];
  let group: Group<Message> = { entries: [], native: undefined, onlyTools: false };
  for (const entry of history) {
    const native = nativeMessage<Message>(table.name, entry);
    const joins =
      native === undefined ? joinsGroup(table, entry, group) : isLaterPiece(native, group.native);
    if (!joins) {
      for (const message of writeGroup(table, group)) messages.push(message);
      group = { entries: [], native: undefined, onlyTools: true };
    }
    group.entries.push(entry);
    group.native = native ?? group.native;
    group.onlyTools &&= entry.speaker === 'tool';
  }
  for (const message of writeGroup(table, group)) messages.push(message);
  return messages;
}

/**
 * Returns whether a generated entry belongs to a message: a result of the same batch, or the replacement of a text behind the results of a user
 * message.
 */
function joinsGroup<Message extends object>(
  { newRoles, results }: FormatTable<Message>,
  { speaker }: IContent,
  { entries, native, onlyTools }: Group<Message>,
): boolean {
  if (results === 'messages') return false;
  const { index = 0, count = 0 } = native?.piece ?? {};
  const isIncomplete = entries.length < count && index < count - 1;
  // Other roles with results have no text.
  const { role = newRoles.human } = membersOf(native?.message);
  const isText = speaker === 'human' && role === newRoles.human;
  return onlyTools && (speaker === 'tool' || (isText && isIncomplete));
}

function writeGroup<Message extends object>(
  table: FormatTable<Message>,
  { entries, native }: Group<Message>,
): readonly Message[] {
  const [first] = entries;
  if (first === undefined) return [];
  if (native !== undefined && isUnchanged(table, entries, native)) return [native.message];
  const { speaker, metadata } = first;
  const turn: Turn = { speaker, blocks: entries.flatMap(({ blocks }) => blocks), metadata };
  const written = ARRANGE[table.results](turn, native !== undefined, table.name);
  const messages = written.flatMap((one) => writeTurn(table, one, native?.message) ?? []);
  if (entries.length === 1 && native === undefined && messages.length === 1) {
    rememberSynthetic(first, messages[0]);
  }
  return messages;
}

/** Returns whether the entries of a message are complete and unchanged. */
function isUnchanged<Message extends object>(
  { name, hasNames }: FormatTable<Message>,
  entries: readonly IContent[],
  { piece }: NativeMessage<Message>,
): boolean {
  if (entries.length !== (piece?.count ?? 1)) return false;
  return entries.every((entry) => {
    const own = nativeMessage<Message>(name, entry);
    if (own === undefined || !isAsRead(entry, own)) return false;
    return hasNames !== true || entry.metadata?.['name'] === own.read.metadata?.['name'];
  });
}

/** Writes a message; `undefined` if no block of a new one can be expressed. */
export function writeTurn<Message extends object>(
  table: FormatTable<Message>,
  turn: Turn,
  given: Message | undefined,
): Message | undefined {
  const { speaker, blocks } = turn;
  const { member, roles, newRoles, results } = table;
  const [only] = blocks;
  if (table.writeResult !== undefined && speaker === 'tool' && only?.type === 'tool_response') {
    const own = nativePart(table.name, only)?.part as Message | undefined;
    return table.writeResult(only, own, turn.metadata);
  }
  const isSameSpeaker =
    given !== undefined && roles.get((table.view?.(given) ?? membersOf(given))['role']) === speaker;
  // The members of a message that is split belong to the part with its role.
  const raw = isSameSpeaker || results === 'user' ? given : undefined;
  if (table.writeMessage !== undefined) return table.writeMessage(turn, raw);
  const content = table.writeContent?.(turn, raw) ?? writeContent(table, turn);
  if (raw === undefined && blocks.length > 0 && Array.isArray(content) && content.length === 0) {
    return undefined;
  }
  const hasResults = speaker === 'human' && blocks.some(isResponse);
  const role = isSameSpeaker ? {} : { role: newRoles[hasResults ? 'tool' : speaker] };
  return { ...raw, ...role, [member]: content } as Message;
}

function writeContent<Message extends object>(
  table: FormatTable<Message>,
  { speaker, blocks }: Turn,
): unknown {
  const text = table.takesText ? soleText(table.name, blocks) : undefined;
  return text ?? writeParts(table, blocks, speaker);
}

/** Splits the blocks of a group into messages, by where results stand. */
const ARRANGE = { user: inUserMessages, tool: inToolMessages, messages: inOwnMessages } as const;

/** Places results first in a user message. Results in a model entry need a message of their own. */
function inUserMessages(turn: Turn, isRead: boolean): readonly Turn[] {
  const { speaker, blocks } = turn;
  if (isRead || !blocks.some(isResponse)) {
    return [{ ...turn, speaker: speaker === 'tool' ? 'human' : speaker }];
  }
  const results = blocks.filter(isResponse);
  const others = blocks.filter((block) => !isResponse(block));
  if (speaker !== 'ai' || others.length === 0) {
    return [{ speaker: 'human', blocks: [...results, ...others] }];
  }
  return [
    { speaker, blocks: others },
    { speaker: 'human', blocks: results },
  ];
}

/** Moves results into tool messages, except those of tools that the provider runs. */
function inToolMessages(
  { speaker, blocks }: Turn,
  _isRead: boolean,
  name: FormatName,
): readonly Turn[] {
  if (speaker === 'system') return [{ speaker, blocks }];
  const isAi = speaker === 'ai';
  const executed = new Set(
    blocks.map(
      (block) => block.type === 'tool_call' && block.providerExecuted === true && block.id,
    ),
  );
  const isResult = (block: ContentBlock): boolean => {
    const isOwn = nativePart(name, block) !== undefined;
    return isAi
      ? isResponse(block) && !isOwn && !executed.has(block.callId)
      : isResponse(block) || (speaker === 'tool' && isOwn);
  };
  const results: Turn = { speaker: 'tool', blocks: blocks.filter(isResult) };
  const others: Turn = {
    speaker: isAi ? 'ai' : 'human',
    blocks: blocks.filter((block) => !isResult(block)),
  };
  if (results.blocks.length === 0) return [others];
  if (others.blocks.length === 0) return [results];
  return isAi ? [others, results] : [results, others];
}

/** Moves each result into a message of its own. */
function inOwnMessages(turn: Turn): readonly Turn[] {
  const { speaker, blocks, metadata } = turn;
  const results = blocks
    .filter(isResponse)
    .map((block): Turn => ({ speaker: 'tool', blocks: [block], metadata }));
  const others = blocks.filter((block) => !isResponse(block));
  if (others.length === 0 && (results.length > 0 || speaker === 'tool')) return results;
  const said: Turn = { ...turn, speaker: speaker === 'tool' ? 'human' : speaker, blocks: others };
  return speaker === 'ai' ? [said, ...results] : [...results, said];
}

export function isResponse(block: ContentBlock): block is ToolResponseBlock {
  return block.type === 'tool_response';
}
