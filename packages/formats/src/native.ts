import type { ContentBlock, ContentMetadata, IContent } from '@palimpsest/core-types';
import type { FormatName } from './codec.ts';
import type { Outcome } from './results/tool-payload.ts';
import { same } from './same.ts';
import { isObject, membersOf } from './values.ts';

/** The `native` of an entry. Plain data, so it survives JSON. */
export interface NativeMessage<Message extends object = object> {
  readonly format: FormatName;
  /** The message; without its content if `piece` states that it was decoded into several entries. */
  readonly message: Message;
  readonly piece?: { readonly index: number; readonly count: number };
}

/** The `native` of a block. */
export interface NativePart<Part extends object = object> {
  readonly format: FormatName;
  /** The provider's part. */
  readonly part?: Part;
  /** The part, if it is not an object. */
  readonly value?: unknown;
  /** The message member with the block, if that is not an object of its own. */
  readonly field?: string;
  /** Index of the log record that contains the block. */
  readonly record?: number;
}

interface Original {
  readonly entry: IContent;
  readonly message: object;
}

/**
 * A `native` that knows the entry as it was read, so that an untouched one is recognized without looking at its content. Copies made
 * through JSON or `structuredClone` are plain objects without that knowledge. A private member, because a weak map of a whole history
 * costs more than reading it.
 */
class ReadMessage implements NativeMessage {
  readonly format: FormatName;
  readonly message: object;
  declare readonly piece?: { readonly index: number; readonly count: number };
  #original: Original | undefined;

  constructor({ format, message, piece }: NativeMessage) {
    this.format = format;
    this.message = message;
    if (piece !== undefined) this.piece = piece;
  }

  static remember(native: ReadMessage, original: Original): void {
    native.#original = original;
  }

  static findOriginal(native: object): Original | undefined {
    return #original in native ? native.#original : undefined;
  }
}

/** Metadata of generated entries by their message. Proves that a message is generated, as long as the object lives. */
const written = new WeakMap<object, ContentMetadata>();

/** Records that a message was generated, so that it is decoded with the same metadata. */
export function rememberSynthetic({ metadata }: IContent, message: object | undefined): void {
  if (metadata?.synthetic === true && message !== undefined) written.set(message, metadata);
}

/**
 * Returns the metadata of a generated message that represents removed content. Lost with the message object: to keep it longer,
 * pass it to `markSynthetic`.
 */
export function syntheticMetadata(message: object): ContentMetadata | undefined {
  return written.get(message);
}

/** Marks a message as generated, by proof of the caller, so that it is decoded with that metadata. */
export function markSynthetic(message: object, metadata: ContentMetadata): void {
  if (metadata.synthetic === true) written.set(message, metadata);
}

/** An entry without its `native`. */
export interface EntryFacts extends Pick<IContent, 'speaker' | 'blocks'> {
  readonly metadata?: ContentMetadata | undefined;
}

/** Decodes an entry from `message`. Its `native` travels with copies. */
export function readEntry<Message extends object>(
  { speaker, blocks, metadata: facts }: EntryFacts,
  given: NativeMessage<Message>,
  message: Message,
): IContent & { readonly native: NativeMessage } {
  const native = new ReadMessage(given);
  const metadata = written.get(message) ?? facts;
  const entry =
    metadata === undefined ? { speaker, blocks, native } : { speaker, blocks, metadata, native };
  ReadMessage.remember(native, { entry, message });
  return entry;
}

/** Returns what an entry was decoded from, unless its `native` was copied. */
export function findOriginal<Message extends object>(
  native: NativeMessage<Message> | undefined,
): { readonly entry: IContent; readonly message: Message } | undefined {
  if (native === undefined) return undefined;
  // `readEntry` took both from one type.
  return ReadMessage.findOriginal(native) as { entry: IContent; message: Message } | undefined;
}

/** Returns the `native` of an entry that was decoded from this format. */
export function nativeMessage<Message extends object>(
  format: FormatName,
  entry: Pick<IContent, 'native'> | undefined,
): NativeMessage<Message> | undefined {
  const native = entry?.native;
  const isOurs = originOf({ native }) === format && isObject(native) && 'message' in native;
  return isOurs ? (native as NativeMessage<Message>) : undefined;
}

/** Returns the `native` of a block that was decoded from this format. */
export function nativePart<Part extends object>(
  format: FormatName,
  { native }: ContentBlock,
): NativePart<Part> | undefined {
  return originOf({ native }) === format ? (native as NativePart<Part>) : undefined;
}

/** Returns the format of a decoded block; `undefined` for a generated one. */
export function originOf({ native }: { readonly native?: unknown }): unknown {
  return membersOf(native)['format'];
}

/** Returns whether an entry continues the message of an earlier entry. */
export function isLaterPiece(native: NativeMessage, before: NativeMessage | undefined): boolean {
  if (native.piece === undefined || before?.piece === undefined) return false;
  const { index, count } = native.piece;
  if (count !== before.piece.count || index <= before.piece.index) return false;
  if (native.message === before.message) return true;
  // Decoded pieces share one object; an equal message is a repetition.
  const isRead = findOriginal(native) !== undefined && findOriginal(before) !== undefined;
  return !isRead && same(native.message, before.message);
}

/** Returns whether two blocks have the same content. The tool name counts only if the right result was read with one: some formats write it. */
export function sameBlock(left: ContentBlock, right: ContentBlock): boolean {
  if (left === right) return true;
  const isNamed = right.type === 'tool_response' && right.toolName !== '';
  const ignored = isNamed ? { native: undefined } : { native: undefined, toolName: undefined };
  return same({ ...left, ...ignored }, { ...right, ...ignored });
}

export function sameBlocks(left: readonly ContentBlock[], right: readonly ContentBlock[]): boolean {
  if (left === right) return true;
  return left.length === right.length && left.every((block, at) => sameBlock(block, right[at]!));
}

/** Returns whether two entries have the same speaker and the same blocks. */
export function sameContent(
  left: Pick<IContent, 'speaker' | 'blocks'>,
  right: { readonly speaker: unknown; readonly blocks: readonly ContentBlock[] },
): boolean {
  return left.speaker === right.speaker && sameBlocks(left.blocks, right.blocks);
}

/** Returns whether two results have the same content, error and error flag. */
export function hasSameOutcome(left: Outcome, right: Outcome): boolean {
  return (
    left.isError === right.isError && left.error === right.error && same(left.result, right.result)
  );
}
