import type { ContentBlock, IContent } from '@palimpsest/core-types';

/** Returns whether all texts of an entry are well-formed Unicode. */
export function isWellFormedEntry({ blocks }: IContent): boolean {
  return blocks.every((block) => wellFormedBlock(block) === block);
}

/** Returns the block with lone surrogates replaced by U+FFFD; the same block if it has none, or if only a provider reads it. */
export function wellFormedBlock(block: ContentBlock): ContentBlock {
  if (block.type === 'opaque') return block;
  const { native, ...texts } = block;
  const fixed = wellFormed(texts);
  if (fixed === texts) return block;
  return { ...(fixed as ContentBlock), ...(native !== undefined && { native }) };
}

/** Values are nested at most this deeply. Ends circular references. */
const DEEPEST = 100;

/** Returns a value without lone surrogates in its texts and keys; the same value if it has none. */
function wellFormed(value: unknown, depth: number = DEEPEST): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => wellFormed(item, depth - 1));
    return items.every((item, at) => Object.is(item, value[at])) ? value : items;
  }
  // Others (dates, bytes, class instances) are never copied.
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  let isSame = true;
  const members = Object.entries(value).map(([key, member]) => {
    const fixed = [key.toWellFormed(), wellFormed(member, depth - 1)] as const;
    isSame &&= fixed[0] === key && Object.is(fixed[1], member);
    return fixed;
  });
  return isSame ? value : Object.fromEntries(members);
}
