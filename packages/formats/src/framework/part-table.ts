import type {
  ContentBlock,
  MediaBlock,
  OpaqueBlock,
  Speaker,
  TextBlock,
  ThinkingBlock,
  ToolCallBlock,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { fencedCode } from '@palimpsest/engine/text';
import type { FormatName } from '../codec.ts';
import { withGivenId } from './call-ids.ts';
import { nativePart, originOf, sameBlock, type NativePart } from './native.ts';
import { isRecord, type Members } from './values.ts';

type WithoutNative<Block> = Block extends ContentBlock ? Omit<Block, 'native'> : never;

/** A block as a format reads it; the framework adds the part. */
export type ReadBlock = WithoutNative<ContentBlock>;

/** Reads a part of one kind; `undefined` if it is not of that kind, because a member is absent or of another type. */
type PartReader = (part: Members, speaker: Speaker) => ReadBlock | undefined;

/**
 * Writes a new or changed block as a part; `undefined` if the format cannot express it.
 *
 * @param part the part that the block was read from, and `before` what it was read as
 */
type PartWriter<Block> = (
  block: Block,
  part: Members | undefined,
  before: ContentBlock | undefined,
  speaker: Speaker,
) => object | undefined;

/** How the parts of a format are read and written. */
export interface PartTable {
  readonly name: FormatName;
  /** What tells the kind of a part: its `type`, or which member it has. The readers are tried in their order. */
  readonly kindIn: 'type' | 'members';
  readonly readers: Readonly<Record<string, PartReader>>;
  readonly writers: {
    readonly text: PartWriter<TextBlock>;
    /** Receives a signature only if the provider accepts it: it rejects one of another provider. */
    readonly thinking?: PartWriter<ThinkingBlock>;
    /** Receives media with data only. */
    readonly media?: PartWriter<MediaBlock>;
    readonly tool_call?: PartWriter<ToolCallBlock>;
    readonly tool_response?: PartWriter<ToolResponseBlock>;
  };
  /** Returns the id of a part with a call, if the format may omit it. */
  readonly callIdOf?: (part: Members) => unknown;
  /** Writes new media that are only known by an id. @default they are omitted */
  readonly withoutData?: (block: MediaBlock) => object;
}

/** Returns the `native` of a part. A value that is no object is kept; it has no members to patch. */
export function wrapPart(format: FormatName, part: unknown): NativePart {
  return isRecord(part) ? { format, part } : { format, value: part };
}

/** Returns the block of a part that is kept without being interpreted. */
export function opaqueBlock(type: unknown, native: NativePart): OpaqueBlock {
  return { type: 'opaque', kind: typeof type === 'string' ? type : 'unknown', native };
}

/** Reads a part. A part of an unknown kind is opaque. */
export function readPart(
  table: PartTable,
  value: unknown,
  speaker: Speaker,
  place?: Pick<NativePart, 'field' | 'record'>,
): ContentBlock {
  const native = { ...wrapPart(table.name, value), ...place };
  if (!isRecord(value)) return opaqueBlock(undefined, native);
  const { kindIn, readers } = table;
  const names = kindIn === 'type' ? [value['type']] : Object.keys(readers);
  for (const name of names) {
    const isKind = typeof name === 'string' && Object.hasOwn(readers, name);
    if (!isKind || (kindIn === 'members' && !Object.hasOwn(value, name))) continue;
    const read = readers[name]!(value, speaker);
    if (read !== undefined) return { ...read, native };
  }
  return opaqueBlock(kindIn === 'type' ? value['type'] : Object.keys(value)[0], native);
}

/** Returns the blocks of a content that is one text; none if it is empty. */
export function textBlocks(format: FormatName, text: string): TextBlock[] {
  return text === '' ? [] : [{ type: 'text', text, native: { format, field: 'content' } }];
}

/** Returns the text of blocks that are one text without a part of its own. */
export function soleText(format: FormatName, blocks: readonly ContentBlock[]): string | undefined {
  const [first] = blocks;
  const isSole =
    blocks.length === 1 && first?.type === 'text' && nativePart(format, first)?.part === undefined;
  return isSole ? first.text : undefined;
}

/** Writes blocks as parts. The parts of unchanged blocks are the same objects. */
export function writeParts(
  table: PartTable,
  blocks: readonly ContentBlock[],
  speaker: Speaker,
  partOf: (native: NativePart) => object | undefined = ({ part }) => part,
): unknown[] {
  return blocks.flatMap((block): readonly unknown[] => {
    const native = nativePart<Members>(table.name, block);
    if (native !== undefined && 'value' in native) return [native.value];
    const part = native && (partOf(native) as Members | undefined);
    const read = part && readPart(table, part, speaker);
    const before = read && table.callIdOf ? withGivenId(read, block) : read;
    if (before !== undefined && sameBlock(block, before)) return [part];
    const written = writePart(table, block, [part, before, speaker]);
    return written === undefined ? [] : [written];
  });
}

function writePart(
  { name, writers, withoutData }: PartTable,
  block: ContentBlock,
  given: readonly [Members | undefined, ContentBlock | undefined, Speaker],
): object | undefined {
  switch (block.type) {
    case 'text':
      return writers.text(block, ...given);
    case 'code': {
      const text = fencedCode(block.code, block.language);
      return writers.text({ type: 'text', text }, undefined, undefined, given[2]);
    }
    case 'thinking':
      return writers.thinking?.(withOwnSignature(block, [name]), ...given);
    case 'media':
      return block.data === ''
        ? (given[0] ?? withoutData?.(block))
        : writers.media?.(block, ...given);
    case 'tool_call':
      return writers.tool_call?.(block, ...given);
    case 'tool_response':
      return writers.tool_response?.(block, ...given);
    default:
      return given[0];
  }
}

/** Returns reasoning without the signature of a provider other than these. */
export function withOwnSignature(
  block: ThinkingBlock,
  signedBy: readonly FormatName[],
): ThinkingBlock {
  const origin = originOf(block);
  const isOwn = origin === undefined || origin === 'icontent';
  if (isOwn || signedBy.some((name) => name === origin)) return block;
  const { signature: _signature, encryptedContent: _encrypted, ...rest } = block;
  return rest;
}
