import type { ContentBlock, ContentMetadata, IContent } from '@palimpsest/core-types';
import type { FormatName } from './codec.ts';
import { same } from './same.ts';
import { isObject } from './values.ts';

/** What `native` of an entry holds. Plain data, so it survives a trip through JSON. */
export interface NativeMessage<Message extends object = object> {
  readonly format: FormatName;
  /** The message; without its content where `piece` says that the message was read into several entries. */
  readonly message: Message;
  readonly piece?: { readonly index: number; readonly count: number };
}

/** What `native` of a block holds. */
export interface NativePart<Part extends object = object> {
  readonly format: FormatName;
  /** The provider's own part. */
  readonly part?: Part;
  /** What stands where a part should, if it is no object. */
  readonly value?: unknown;
  /** The member of the message that holds the block, where that is not an object of its own. */
  readonly field?: string;
  /** Which record of a logged answer holds the block. */
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

  static recall(native: object): Original | undefined {
    return #original in native ? native.#original : undefined;
  }
}

/** What is known of messages that were written for entries made here: it proves, as long as the message object lives, that they are ours. */
const written = new WeakMap<object, ContentMetadata>();

/** Remembers that a message stands for an entry that was made here, so that it is read with the same metadata. */
export function rememberSynthetic({ metadata }: IContent, message: object | undefined): void {
  if (metadata?.synthetic === true && message !== undefined) written.set(message, metadata);
}

/** Remembers the notes that were put into a message that was read: its metadata names them, word for word. */
export function rememberNotes({ metadata }: IContent, message: object | undefined): void {
  if (hasNotes(metadata) && message !== undefined) written.set(message, metadata);
}

function hasNotes(metadata: ContentMetadata | undefined): metadata is ContentMetadata {
  return Array.isArray(metadata?.['notes']);
}

/**
 * What is known of the entry a message was written for, where it was made here and stands for something taken out. Gone with the message
 * object: whoever keeps it longer hands it back to `markSynthetic`.
 */
export function syntheticMetadata(message: object): ContentMetadata | undefined {
  return written.get(message);
}

/** Says that a message was made by a compression, as somebody proved, so that it is read with that metadata. */
export function markSynthetic(message: object, metadata: ContentMetadata): void {
  if (metadata.synthetic === true || hasNotes(metadata)) written.set(message, metadata);
}

/** An entry as it is read from `message`. What it holds as `native` travels with its copies. */
export function readEntry<Message extends object>(
  { speaker, blocks, ...facts }: Omit<IContent, 'native'>,
  given: NativeMessage<Message>,
  message: Message,
): IContent & { readonly native: NativeMessage } {
  const native = new ReadMessage(given);
  const metadata = written.get(message) ?? facts.metadata;
  const entry =
    metadata === undefined ? { speaker, blocks, native } : { speaker, blocks, metadata, native };
  ReadMessage.remember(native, { entry, message });
  return entry;
}

/** What an entry was read from, unless it went through a copy of its `native`. */
export function recall<Message extends object>(
  native: NativeMessage<Message>,
): { readonly entry: IContent; readonly message: Message } | undefined {
  const original = ReadMessage.recall(native);
  return isReadFrom(original, native) ? original : undefined;
}

/** `readEntry` took both from one type. */
function isReadFrom<Message extends object>(
  original: Original | undefined,
  _native: NativeMessage<Message>,
): original is { readonly entry: IContent; readonly message: Message } {
  return original !== undefined;
}

export function nativeMessage<Message extends object>(
  format: FormatName,
  { native }: IContent,
): NativeMessage<Message> | undefined {
  return isNativeMessage<Message>(native, format) ? native : undefined;
}

function isNativeMessage<Message extends object>(
  native: unknown,
  format: FormatName,
): native is NativeMessage<Message> {
  return originOf({ native }) === format && isObject(native) && 'message' in native;
}

export function nativePart<Part extends object>(
  format: FormatName,
  { native }: ContentBlock,
): NativePart<Part> | undefined {
  return isNativePart<Part>(native, format) ? native : undefined;
}

function isNativePart<Part extends object>(
  native: unknown,
  format: FormatName,
): native is NativePart<Part> {
  return originOf({ native }) === format;
}

/** The format a block was read from; `undefined` for blocks that were made here. */
export function originOf({ native }: { readonly native?: unknown }): unknown {
  const tagged: { readonly format?: unknown } = isObject(native) ? native : {};
  return tagged.format;
}

/** Whether an entry goes on with the message that an entry before it began. */
export function isLaterPiece(native: NativeMessage, before: NativeMessage | undefined): boolean {
  if (native.piece === undefined || before?.piece === undefined) return false;
  const { index, count } = native.piece;
  if (count !== before.piece.count || index <= before.piece.index) return false;
  if (native.message === before.message) return true;
  // Pieces as they were read share one object: what only looks alike is another message, repeated.
  const isRead = recall(native) !== undefined && recall(before) !== undefined;
  return !isRead && same(native.message, before.message);
}

/** Whether a format would write two blocks alike; names of tools count only where the response on the right was read with one. */
export function sameBlock(left: ContentBlock, right: ContentBlock, withToolName = false): boolean {
  if (left === right) return true;
  const isNamed = withToolName && right.type === 'tool_response' && right.toolName !== '';
  return same(comparable(left, isNamed), comparable(right, isNamed));
}

export function sameBlocks(
  left: readonly ContentBlock[],
  right: readonly ContentBlock[],
  withToolName = false,
): boolean {
  if (left === right) return true;
  if (left.length !== right.length) return false;
  return left.every((block, index) => {
    const other = right[index];
    return other !== undefined && sameBlock(block, other, withToolName);
  });
}

function comparable(block: ContentBlock, withToolName: boolean): object {
  const copy: Record<string, unknown> = { ...block, native: undefined };
  if (!withToolName) copy['toolName'] = undefined;
  return copy;
}
