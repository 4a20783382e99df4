import type { ContentBlock, OpaqueBlock, TextBlock, ThinkingBlock } from '@palimpsest/core-types';
import { fencedCode } from '@palimpsest/engine/text';
import type { FormatName } from './codec.ts';
import { nativePart, originOf, sameBlock, type NativePart } from './native.ts';
import { isObject, type Members } from './values.ts';

/** Returns the `native` of a part. A string instead of a part is kept; it has no members to patch. */
export function wrapPart(format: FormatName, part: unknown): NativePart {
  return isObject(part) ? { format, part } : { format, value: part };
}

/** Returns the block of a part that is kept without being interpreted. */
export function opaqueBlock(type: unknown, native: NativePart): OpaqueBlock {
  return { type: 'opaque', kind: typeof type === 'string' ? type : 'unknown', native };
}

/** Returns the block of a message whose content is one text; none if it is empty. */
export function contentBlocks(format: FormatName, text: string): TextBlock[] {
  return text === '' ? [] : [{ type: 'text', text, native: { format, field: 'content' } }];
}

/** Returns the text of blocks that are one text without a part of its own. */
export function plainText(format: FormatName, blocks: readonly ContentBlock[]): string | undefined {
  const [first] = blocks;
  const isPlain =
    blocks.length === 1 && first?.type === 'text' && nativePart(format, first)?.part === undefined;
  return isPlain ? first.text : undefined;
}

/** How a format writes the parts of a message. */
export interface PartWriter {
  readonly name: FormatName;
  /** Reads a part again, to compare it with a block. */
  read(part: Members, block: ContentBlock): ContentBlock;
  /**
   * Writes a new or changed block as a part; `undefined` if the format cannot express it. Code is given as text.
   *
   * @param part the part that the block was read from, and `before` what it was read as
   */
  write(
    block: ContentBlock,
    part: Members | undefined,
    before: ContentBlock | undefined,
  ): object | undefined;
}

/** Writes blocks as parts. The parts of unchanged blocks are the same objects. */
export function writeParts(writer: PartWriter, blocks: readonly ContentBlock[]): unknown[] {
  return blocks.flatMap((block): readonly unknown[] => {
    const native = nativePart<Members>(writer.name, block);
    if (native !== undefined && 'value' in native) return [native.value];
    const part = native?.part;
    const before = part === undefined ? undefined : writer.read(part, block);
    if (before !== undefined && sameBlock(block, before)) return [part];
    const written =
      block.type === 'code'
        ? writer.write(
            { type: 'text', text: fencedCode(block.code, block.language) },
            undefined,
            undefined,
          )
        : writer.write(block, part, before);
    return written === undefined ? [] : [written];
  });
}

/** Returns whether a format accepts the signature of a block: it rejects one of another provider. */
export function keepsSignature(format: FormatName, block: ContentBlock): boolean {
  const origin = originOf(block);
  return origin === undefined || origin === format || origin === 'icontent';
}

/** Returns the signature of reasoning, if a format accepts it. */
export function acceptedSignature(format: FormatName, block: ThinkingBlock): string | undefined {
  return keepsSignature(format, block) ? block.signature : undefined;
}
