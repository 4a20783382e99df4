import type { ContentBlock, IContent } from '@palimpsest/core-types';
import type { FormatName } from './codec.ts';
import { same } from './same.ts';

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
  /** The member of the message that holds the block, where that is not an object of its own. */
  readonly field?: string;
}

interface Original {
  readonly entry: IContent;
  readonly message: object;
}

/** What was read, by the `native` that travels with every copy of an entry. */
const originals = new WeakMap<object, Original>();

/** Remembers an entry as it was read, so that an untouched one is known without looking at its content. */
export function remember(entry: IContent, message: object): IContent {
  originals.set(entry.native as object, { entry, message });
  return entry;
}

/** What an entry was read from, unless it went through a copy of its `native`. */
export function recall(native: NativeMessage): Original | undefined {
  return originals.get(native);
}

export function nativeMessage<Message extends object>(
  format: FormatName,
  entry: IContent,
): NativeMessage<Message> | undefined {
  const native = entry.native as Partial<NativeMessage<Message>> | null | undefined;
  if (native?.format !== format || typeof native.message !== 'object') return undefined;
  return native as NativeMessage<Message>;
}

export function nativePart<Part extends object>(
  format: FormatName,
  block: ContentBlock,
): NativePart<Part> | undefined {
  const native = block.native as Partial<NativePart<Part>> | null | undefined;
  return native?.format === format ? (native as NativePart<Part>) : undefined;
}

/** The format a block was read from; `undefined` for blocks that were made here. */
export function originOf(block: ContentBlock): FormatName | undefined {
  return (block.native as Partial<NativePart> | null | undefined)?.format;
}

/** Whether a format would write two blocks alike; names of tools are not compared where responses do not hold them. */
export function sameBlock(left: ContentBlock, right: ContentBlock, withToolName = false): boolean {
  if (left === right) return true;
  return same(comparable(left, withToolName), comparable(right, withToolName));
}

export function sameBlocks(
  left: readonly ContentBlock[],
  right: readonly ContentBlock[],
  withToolName = false,
): boolean {
  if (left === right) return true;
  if (left.length !== right.length) return false;
  return left.every((block, index) => sameBlock(block, right[index] as ContentBlock, withToolName));
}

function comparable(block: ContentBlock, withToolName: boolean): object {
  const copy: Record<string, unknown> = { ...block, native: undefined };
  if (!withToolName) copy['toolName'] = undefined;
  return copy;
}
