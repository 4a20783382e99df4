import type { ContentBlock, ContentMetadata, IContent } from '@palimpsest/core-types';
import type { FormatName } from '../codec.ts';
import { FormatError } from './format-error.ts';
import { markHostedCalls } from './hosted-calls.ts';
import { isTooDeep, MAX_LEVELS } from './json.ts';
import type { ToolResult } from '../results/tool-payload.ts';
import { same } from './same.ts';
import { isObject, membersOf } from './values.ts';

/** An entry without its `native`. */
export interface EntryFacts extends Pick<IContent, 'speaker' | 'blocks'> {
  readonly metadata?: ContentMetadata | undefined;
}

/** What an entry is decoded from. */
interface Source<Message extends object> {
  readonly format: FormatName;
  readonly message: Message;
  /** Set if the message was decoded into several entries. */
  readonly piece?: { readonly index: number; readonly count: number };
}

/** The `native` of an entry. Not for JSON: it repeats the message and the entry. */
export interface NativeMessage<Message extends object = object> extends Source<Message> {
  /** The entry as it was read. */
  readonly read: EntryFacts;
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

/** Metadata of generated entries by their message. Proves that a message is generated, as long as the object lives. */
const written = new WeakMap<object, ContentMetadata>();

/** Records that a message was generated, so that it is decoded with the same metadata. */
export function rememberSynthetic({ metadata }: IContent, message: object | undefined): void {
  if (metadata !== undefined && message !== undefined) markSynthetic(message, metadata);
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

/**
 * Decodes an entry.
 *
 * @throws {FormatError} when parameters or a result have more than 100 levels
 */
export function readEntry<Message extends object>(
  { speaker, blocks: parts, metadata: facts }: EntryFacts,
  source: Source<Message>,
): IContent & { readonly native: NativeMessage<Message> } {
  for (const block of parts) checkLevels(source.format, block);
  const blocks = speaker === 'ai' ? markHostedCalls(parts) : parts;
  const metadata = written.get(source.message) ?? facts;
  const read = metadata === undefined ? { speaker, blocks } : { speaker, blocks, metadata };
  return { ...read, native: { ...source, read } };
}

function checkLevels(format: FormatName, block: ContentBlock): void {
  const isCall = block.type === 'tool_call';
  if (!isCall && block.type !== 'tool_response') return;
  if (!isTooDeep(isCall ? block.parameters : block.result)) return;
  throw new FormatError({
    format,
    index: -1,
    member: isCall ? `call of ${block.name}` : `result of ${block.callId}`,
    seen: `more than ${MAX_LEVELS} levels`,
    accepted: `JSON of at most ${MAX_LEVELS} levels`,
  });
}

/** Returns the `native` of an entry that was decoded from this format. */
export function nativeMessage<Message extends object>(
  format: FormatName,
  entry: Pick<IContent, 'native'> | undefined,
): NativeMessage<Message> | undefined {
  const native = entry?.native;
  const isOurs = originOf({ native }) === format && isObject(native) && 'read' in native;
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
  return native.message === before.message && native.piece.index > before.piece.index;
}

/**
 * Returns whether two blocks have the same content. The tool name counts only if the right result was read with one: some formats write it.
 * `hostedCallId` does not count: it depends on the other blocks of the entry.
 */
export function sameBlock(left: ContentBlock, right: ContentBlock): boolean {
  if (left === right) return true;
  const isNamed = right.type === 'tool_response' && right.toolName !== '';
  const ignored = {
    native: undefined,
    hostedCallId: undefined,
    ...(isNamed ? {} : { toolName: undefined }),
  };
  return same({ ...left, ...ignored }, { ...right, ...ignored });
}

export function sameBlocks(left: readonly ContentBlock[], right: readonly ContentBlock[]): boolean {
  if (left === right) return true;
  return left.length === right.length && left.every((block, at) => sameBlock(block, right[at]!));
}

/** Returns whether an entry has the speaker and the blocks that it was read with. */
export function isAsRead({ speaker, blocks }: IContent, { read }: NativeMessage): boolean {
  return speaker === read.speaker && sameBlocks(blocks, read.blocks);
}

/** Returns whether two results have the same content, error and error flag. */
export function hasSameResult(left: ToolResult, right: ToolResult): boolean {
  return (
    left.isError === right.isError && left.error === right.error && same(left.result, right.result)
  );
}
