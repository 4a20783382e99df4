import type { IContent, Speaker, ToolResponseBlock } from '@palimpsest/core-types';
import type { Detection, Format } from '../codec.ts';
import { createMissingIds } from './call-ids.ts';
import type { EntryFacts } from './native.ts';
import type { PartTable, ReadBlock } from './part-table.ts';
import { readMessages } from './read-messages.ts';
import type { Members } from './values.ts';
import { writeMessages } from './write-messages.ts';

/** The blocks of one message. `human` includes results until the message is split. */
export type Turn = EntryFacts;

/** Rejects a message: what was found, and what is accepted. */
export type Reject = (seen: string, accepted: string) => never;

/** A format of messages with a role and a content. */
export interface FormatTable<Message extends object> extends PartTable {
  /** What the messages are, for the table in the README. */
  readonly title: string;
  readonly detect: Detection;
  /** The member of a message with its content. */
  readonly member: 'content' | 'parts';
  /** Whether the content may be one text. */
  readonly takesText: boolean;
  readonly roles: ReadonlyMap<unknown, Speaker>;
  /** What errors name as accepted roles. @default the keys of `roles` */
  readonly acceptedRoles?: string;
  /** Whether messages with other roles belong to an application, and pass unchanged. */
  readonly takesOtherRoles?: boolean;
  /** The roles of new messages; that of `tool` is for messages with results. */
  readonly newRoles: Readonly<Record<Speaker, string>>;
  /** Where results stand: in user messages, in messages of the tool, or each in a message of its own. */
  readonly results: 'user' | 'tool' | 'messages';
  /** Whether a result is held as a value and a list of media. */
  readonly reshapesResults?: boolean;
  /** Returns whether a part is a provider's compaction of everything before it: it cannot be recreated, and must not be removed. */
  readonly isCompaction?: (part: Members) => boolean;
  /** Whether messages have the name of who speaks. */
  readonly hasNames?: boolean;
  /** Whether the tool of a result is that of its call, even if the result has a name: that may be the name of who ran the tool. */
  readonly namesResultsByCalls?: boolean;
  /** Returns the role and the members of a message. @default its own */
  readonly view?: (message: Message) => Members;
  /** Reads the blocks of a message without results. @default those of its content */
  readonly readBlocks?: (members: Members, speaker: Speaker, reject: Reject) => Turn['blocks'];
  /** Reads the message of a result, if results have messages of their own. */
  readonly readResult?: (members: Members) => ReadBlock;
  readonly readMetadata?: (members: Members) => IContent['metadata'];
  /** Writes the content of a message. @default a text if that is all, else parts */
  readonly writeContent?: (turn: Turn, raw: Message | undefined) => unknown;
  /** Writes a message; `undefined` if no block of a new one can be expressed. @default role and content, and the other members of `raw` */
  readonly writeMessage?: (turn: Turn, raw: Message | undefined) => Message | undefined;
  /** Writes the message of a result. `metadata` is that of its entry. */
  readonly writeResult?: (
    block: ToolResponseBlock,
    raw: Message | undefined,
    metadata: IContent['metadata'],
  ) => Message;
}

/** Creates the codec of a format. */
export function defineFormat<Message extends object>(table: FormatTable<Message>): Format<Message> {
  const { name, title, detect, hasNames = false, reshapesResults = false, callIdOf } = table;
  const ids = callIdOf && createMissingIds(name, callIdOf);
  return {
    name,
    title,
    detect,
    hasNames,
    reshapesResults,
    decode: (messages) => readMessages(table, messages, ids),
    encode: (history) => writeMessages(table, ids?.remove(history) ?? history),
  };
}
