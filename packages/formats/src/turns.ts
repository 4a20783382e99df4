import type { ContentBlock, IContent, Speaker } from '@palimpsest/core-types';
import type { FormatName } from './codec.ts';
import {
  isLaterPiece,
  nativeMessage,
  readEntry,
  recall,
  rememberSynthetic,
  sameBlocks,
  type NativeMessage,
} from './native.ts';

/**
 * For formats whose user messages may contain tool results and text: such a message becomes one entry per result and one per run of other
 * parts, and its pieces are merged when written.
 */
export interface TurnFormat<Message extends object> {
  readonly name: FormatName;
  /** Whether results contain the name of their tool. */
  readonly hasToolNames: boolean;
  /** Reads a message with all blocks in one entry. */
  read(message: Message, index: number): Turn;
  /** Returns the message without its content, for its pieces. */
  shell(message: Message): Message;
  /** Builds a message from blocks; `isUntouched` returns whether a block is unchanged. Returns `undefined` if no block can be expressed. */
  write(
    turn: Turn,
    raw: Message | undefined,
    isUntouched: (block: ContentBlock) => boolean,
  ): Message | undefined;
  /** Splits the blocks of a group into messages, if results cannot be in user messages. */
  readonly arrange?: (turn: Turn) => readonly Turn[];
}

/** One message. `human` includes results until it is split. */
export interface Turn {
  readonly speaker: Speaker;
  readonly blocks: readonly ContentBlock[];
}

/** Returns the entries of a message; each gets `facts`. */
export function splitTurn<Message extends object>(
  { name, shell }: Pick<TurnFormat<Message>, 'name' | 'shell'>,
  message: Message,
  { speaker, blocks }: Turn,
  facts: Pick<IContent, 'metadata'> = {},
): IContent[] {
  const pieces = splitBlocks({ speaker, blocks });
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) {
    return [readEntry({ ...only, ...facts }, { format: name, message }, message)];
  }
  const bare = shell(message);
  return pieces.map((turn, index) => {
    const piece = { index, count: pieces.length };
    return readEntry({ ...turn, ...facts }, { format: name, message: bare, piece }, message);
  });
}

function splitBlocks(turn: Turn): readonly Turn[] {
  if (turn.speaker === 'tool') return splitResults(turn.blocks);
  return turn.speaker === 'human' ? split(turn.blocks) : [turn];
}

/** Splits at results. Other blocks go with the result before them, leading ones with the first. */
function splitResults(blocks: readonly ContentBlock[]): Turn[] {
  const turns: { speaker: Speaker; blocks: ContentBlock[] }[] = [{ speaker: 'tool', blocks: [] }];
  let hasResult = false;
  for (const block of blocks) {
    if (isResponse(block) && hasResult) turns.push({ speaker: 'tool', blocks: [block] });
    else turns.at(-1)?.blocks.push(block);
    hasResult ||= isResponse(block);
  }
  return turns;
}

function split(blocks: readonly ContentBlock[]): Turn[] {
  const turns: { speaker: Speaker; blocks: ContentBlock[] }[] = [];
  for (const block of blocks) {
    const last = turns.at(-1);
    if (block.type === 'tool_response') turns.push({ speaker: 'tool', blocks: [block] });
    else if (last?.speaker === 'human') last.blocks.push(block);
    else turns.push({ speaker: 'human', blocks: [block] });
  }
  return turns.length > 0 ? turns : [{ speaker: 'human', blocks: [] }];
}

interface Group<Message extends object> {
  readonly entries: IContent[];
  /** The `native` of the newest entry read from a message of this format. */
  native: NativeMessage<Message> | undefined;
  onlyTools: boolean;
}

/** Writes entries as messages: pieces of one message are merged, and results of one batch share a message. */
export function writeTurns<Message extends object>(
  format: TurnFormat<Message>,
  history: readonly IContent[],
): Message[] {
  const messages: Message[] = [];
  let group: Group<Message> = { entries: [], native: undefined, onlyTools: false };
  for (const [index, entry] of history.entries()) {
    const native = nativeMessage<Message>(format.name, entry);
    const joins =
      native === undefined ? joinsGroup(entry, group) : isLaterPiece(native, group.native);
    if (!joins) {
      for (const message of writeGroup(format, group, index)) messages.push(message);
      group = { entries: [], native: undefined, onlyTools: true };
    }
    group.entries.push(entry);
    group.native = native ?? group.native;
    group.onlyTools &&= entry.speaker === 'tool';
  }
  for (const message of writeGroup(format, group, history.length)) messages.push(message);
  return messages;
}

/** Returns whether a generated entry belongs to a message: a result of the same batch, or the replacement of a text next to results. */
function joinsGroup<Message extends object>(
  { speaker }: IContent,
  { entries, native, onlyTools }: Group<Message>,
): boolean {
  const isIncomplete = entries.length < (native?.piece?.count ?? 0);
  return onlyTools && (speaker === 'tool' || (speaker === 'human' && isIncomplete));
}

function writeGroup<Message extends object>(
  format: TurnFormat<Message>,
  { entries, native }: Group<Message>,
  index: number,
): Message[] {
  const untouched = untouchedMessage(format, entries, native, index);
  if (untouched !== undefined) return [untouched];
  const known = new Set<ContentBlock>();
  for (const entry of entries) {
    const own = nativeMessage<Message>(format.name, entry);
    const blocks = own === undefined ? [] : (recall(own)?.entry.blocks ?? []);
    for (const block of blocks) known.add(block);
  }
  const blocks = entries.flatMap((entry) => entry.blocks);
  const write = (turn: Turn): readonly Message[] => {
    const message = format.write(turn, native?.message, (block) => known.has(block));
    if (entries.length === 1 && native === undefined) rememberSynthetic(entries[0]!, message);
    return message === undefined ? [] : [message];
  };
  const speaker = entries[0]?.speaker;
  if (speaker === undefined) return [];
  const turn: Turn = { speaker, blocks };
  return (format.arrange?.(turn) ?? arrange(turn, native !== undefined)).flatMap(write);
}

/** Places results first in a user message. Results in a model entry need a message of their own. */
function arrange({ speaker, blocks }: Turn, isRead: boolean): readonly Turn[] {
  if (isRead || !blocks.some(isResponse)) {
    return [{ speaker: speaker === 'tool' ? 'human' : speaker, blocks }];
  }
  const results = blocks.filter(isResponse);
  const others = blocks.filter((block) => !isResponse(block));
  return speaker === 'ai' && others.length > 0
    ? [
        { speaker, blocks: others },
        { speaker: 'human', blocks: results },
      ]
    : [{ speaker: 'human', blocks: [...results, ...others] }];
}

/** Returns the original message of a group whose entries are complete and unchanged. */
function untouchedMessage<Message extends object>(
  format: TurnFormat<Message>,
  entries: readonly IContent[],
  native: NativeMessage<Message> | undefined,
  index: number,
): Message | undefined {
  if (native === undefined || entries.length !== (native.piece?.count ?? 1)) return undefined;
  let message: Message | undefined;
  for (const entry of entries) {
    const own = nativeMessage<Message>(format.name, entry);
    if (own === undefined) return undefined;
    const known = recall(own);
    if (known === undefined && own.piece !== undefined) return undefined;
    const before = known?.entry ?? format.read(own.message, index);
    if (entry === before) message = known?.message;
    else if (
      entry.speaker !== before.speaker ||
      !sameBlocks(entry.blocks, before.blocks, format.hasToolNames)
    ) {
      return undefined;
    } else message = known?.message ?? own.message;
  }
  return message;
}

function isResponse(block: ContentBlock): boolean {
  return block.type === 'tool_response';
}
