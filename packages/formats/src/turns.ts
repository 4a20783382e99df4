import {
  describeValue,
  type ContentBlock,
  type IContent,
  type Speaker,
} from '@palimpsest/core-types';
import { CallNames, nameResponses, type MissingIds } from './call-ids.ts';
import type { Codec, FormatName } from './codec.ts';
import { rejectMessage } from './format-error.ts';
import {
  isAsRead,
  isLaterPiece,
  nativeMessage,
  readEntry,
  rememberSynthetic,
  type EntryFacts,
  type NativeMessage,
} from './native.ts';
import { contentBlocks } from './parts.ts';
import { isObject, listOf, membersOf } from './values.ts';

/** How a format with turns is read. */
export interface TurnReader {
  readonly name: FormatName;
  /** The member of a message with its content. */
  readonly member: 'content' | 'parts';
  readonly speakers: ReadonlyMap<unknown, Speaker>;
  /** What errors name as accepted roles. @default the keys of `speakers` */
  readonly acceptedRoles?: string;
  /** What errors name as accepted content. */
  readonly acceptedContent: string;
  /** Whether the content may be one text. */
  readonly takesText: boolean;
  readPart(part: unknown, speaker: Speaker): ContentBlock;
}

/**
 * For formats whose user messages may contain tool results and text: such a message becomes one entry per result and one per run of other
 * parts, and its pieces are merged when written.
 */
export interface TurnFormat<Message extends object> extends TurnReader {
  /** The roles of new messages; that of `tool` is for messages with results. */
  readonly roles: Readonly<Record<Speaker, string>>;
  /** Builds the content of a message; an empty list if no block can be expressed. */
  write(turn: Turn, raw: Message | undefined): unknown;
  /** Splits the blocks of a group into messages, if results cannot be in user messages. */
  readonly arrange?: (turn: Turn) => readonly Turn[];
  /** Returns whether a part is a provider's compaction of everything before it: it cannot be recreated, and must not be removed. */
  readonly isCompaction?: (part: unknown) => boolean;
  /** The ids of calls, if the format may omit them. */
  readonly ids?: MissingIds;
}

/** One message. `human` includes results until it is split. */
export interface Turn {
  readonly speaker: Speaker;
  readonly blocks: readonly ContentBlock[];
}

/** Creates the codec of a format with turns. */
export function turnCodec<Message extends object>(format: TurnFormat<Message>): Codec<Message> {
  const { name, member, ids, isCompaction } = format;
  return {
    name,
    decode(messages) {
      const names = new CallNames();
      const fill = ids?.createFill();
      const history: IContent[] = [];
      for (const [index, message] of messages.entries()) {
        const read = readTurn(format, message, index);
        const turn = nameResponses(fill?.(read) ?? read, names, index);
        const isPinned =
          isCompaction !== undefined && listOf(membersOf(message)[member]).some(isCompaction);
        const metadata = isPinned ? { pinned: true } : undefined;
        for (const entry of splitTurn(name, message, { ...turn, metadata })) history.push(entry);
      }
      return history;
    },
    encode: (history) => writeTurns(format, ids?.remove(history) ?? history),
  };
}

/**
 * Reads a message with all its blocks in one entry.
 *
 * @param name the format that errors name
 */
export function readTurn(
  reader: TurnReader,
  message: object,
  index: number,
  name: FormatName = reader.name,
): Turn {
  const fail = rejectMessage(name, index);
  const { member, speakers, acceptedRoles = [...speakers.keys()].join(', ') } = reader;
  if (!isObject(message)) {
    return fail(describeValue(message), `an object with role and ${member}`);
  }
  const { role, [member]: given } = membersOf(message);
  const speaker = speakers.get(role) ?? fail(`role ${describeValue(role)}`, acceptedRoles);
  const content = given ?? [];
  if (typeof content === 'string' && reader.takesText) {
    return { speaker, blocks: contentBlocks(reader.name, content) };
  }
  if (!Array.isArray(content)) {
    return fail(`${member} ${describeValue(content)}`, reader.acceptedContent);
  }
  return { speaker, blocks: content.map((part: unknown) => reader.readPart(part, speaker)) };
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
    const isResult = isResponse(block);
    const joins =
      speaker === 'tool'
        ? !isResult || last?.blocks.some(isResponse) === false
        : !isResult && last?.speaker === 'human';
    if (joins && last !== undefined) last.blocks.push(block);
    else turns.push({ speaker: isResult ? 'tool' : speaker, blocks: [block] });
  }
  return turns.length > 0 ? turns : [turn];
}

interface Group<Message extends object> {
  readonly entries: IContent[];
  /** The `native` of the newest entry read from a message of this format. */
  native: NativeMessage<Message> | undefined;
  onlyTools: boolean;
}

/** Writes entries as messages: pieces of one message are merged, and results of one batch share a message. */
function writeTurns<Message extends object>(
  format: TurnFormat<Message>,
  history: readonly IContent[],
): Message[] {
  const messages: Message[] = [];
  let group: Group<Message> = { entries: [], native: undefined, onlyTools: false };
  for (const entry of history) {
    const native = nativeMessage<Message>(format.name, entry);
    const joins =
      native === undefined ? joinsGroup(format, entry, group) : isLaterPiece(native, group.native);
    if (!joins) {
      for (const message of writeGroup(format, group)) messages.push(message);
      group = { entries: [], native: undefined, onlyTools: true };
    }
    group.entries.push(entry);
    group.native = native ?? group.native;
    group.onlyTools &&= entry.speaker === 'tool';
  }
  for (const message of writeGroup(format, group)) messages.push(message);
  return messages;
}

/**
 * Returns whether a generated entry belongs to a message: a result of the same batch, or the replacement of a text behind the results of a user
 * message.
 */
function joinsGroup<Message extends object>(
  { roles }: TurnFormat<Message>,
  { speaker }: IContent,
  { entries, native, onlyTools }: Group<Message>,
): boolean {
  const { index = 0, count = 0 } = native?.piece ?? {};
  const isIncomplete = entries.length < count && index < count - 1;
  // Other roles with results have no text.
  const { role = roles.human } = membersOf(native?.message);
  const isText = speaker === 'human' && role === roles.human;
  return onlyTools && (speaker === 'tool' || (isText && isIncomplete));
}

function writeGroup<Message extends object>(
  format: TurnFormat<Message>,
  { entries, native }: Group<Message>,
): Message[] {
  const untouched = untouchedMessage(format, entries, native);
  if (untouched !== undefined) return [untouched];
  const blocks = entries.flatMap((entry) => entry.blocks);
  const write = (turn: Turn): readonly Message[] => {
    const message = writeTurn(format, turn, native?.message);
    if (entries.length === 1 && native === undefined) rememberSynthetic(entries[0]!, message);
    return message === undefined ? [] : [message];
  };
  const speaker = entries[0]?.speaker;
  if (speaker === undefined) return [];
  const turn: Turn = { speaker, blocks };
  return (format.arrange?.(turn) ?? arrange(turn, native !== undefined)).flatMap(write);
}

/** Builds a message; `undefined` if no block of a new one can be expressed. */
export function writeTurn<Message extends object>(
  format: TurnFormat<Message>,
  turn: Turn,
  given: Message | undefined,
): Message | undefined {
  const { speaker, blocks } = turn;
  const { member, roles } = format;
  const isSameSpeaker =
    given !== undefined && format.speakers.get(membersOf(given)['role']) === speaker;
  // The members of a message that is split belong to the part with its role.
  const raw = isSameSpeaker || format.arrange === undefined ? given : undefined;
  const content = format.write(turn, raw);
  if (raw === undefined && blocks.length > 0 && Array.isArray(content) && content.length === 0) {
    return undefined;
  }
  const hasResults = speaker === 'human' && blocks.some(isResponse);
  const role = isSameSpeaker ? {} : { role: roles[hasResults ? 'tool' : speaker] };
  return { ...raw, ...role, [member]: content } as Message;
}

/** Places results first in a user message. Results in a model entry need a message of their own. */
function arrange({ speaker, blocks }: Turn, isRead: boolean): readonly Turn[] {
  if (isRead || !blocks.some(isResponse)) {
    return [{ speaker: speaker === 'tool' ? 'human' : speaker, blocks }];
  }
  const results = blocks.filter(isResponse);
  const others = blocks.filter((block) => !isResponse(block));
  if (speaker !== 'ai' || others.length === 0) {
    return [{ speaker: 'human', blocks: [...results, ...others] }];
  }
  const answers: Turn = { speaker: 'human', blocks: results };
  return [{ speaker, blocks: others }, answers];
}

/** Returns the original message of a group whose entries are complete and unchanged. */
function untouchedMessage<Message extends object>(
  { name }: TurnFormat<Message>,
  entries: readonly IContent[],
  native: NativeMessage<Message> | undefined,
): Message | undefined {
  if (native === undefined || entries.length !== (native.piece?.count ?? 1)) return undefined;
  const isSame = entries.every((entry) => {
    const own = nativeMessage<Message>(name, entry);
    return own !== undefined && isAsRead(entry, own);
  });
  return isSame ? native.message : undefined;
}

export function isResponse(block: ContentBlock): boolean {
  return block.type === 'tool_response';
}
