import type { ContentBlock, IContent } from '@palimpsest/core-types';

const TEXT_FIELDS: Readonly<Record<ContentBlock['type'], readonly string[]>> = {
  text: ['text'],
  code: ['code', 'language'],
  thinking: ['thought'],
  media: ['caption', 'filename'],
  tool_call: ['name', 'parameters', 'description'],
  tool_response: ['toolName', 'result', 'error'],
  opaque: [],
};

/** Returns whether all texts of an entry are well-formed Unicode. */
export function isWellFormedEntry({ blocks }: IContent): boolean {
  return blocks.every((block) => wellFormedBlock(block) === block);
}

/**
 * Returns the entry with lone surrogates replaced by U+FFFD, and without reasoning that has one, which must not be rewritten. Unchanged
 * blocks are the same objects.
 */
export function wellFormedEntry(entry: IContent): {
  readonly entry: IContent;
  readonly removed: readonly ContentBlock[];
  readonly isRewritten: boolean;
} {
  const isKept = (block: ContentBlock): boolean =>
    block.type !== 'thinking' || wellFormedBlock(block) === block;
  const kept = entry.blocks.filter(isKept);
  const blocks = kept.map(wellFormedBlock);
  return {
    entry: { ...entry, blocks },
    removed: entry.blocks.filter((block) => !isKept(block)),
    isRewritten: blocks.some((block, at) => block !== kept[at]),
  };
}

/** Returns the block without lone surrogates; the same block if it has none. */
function wellFormedBlock(block: ContentBlock): ContentBlock {
  const changes: Record<string, unknown> = {};
  // Hosts may pass blocks of other types: they have no known texts.
  for (const field of Object.hasOwn(TEXT_FIELDS, block.type) ? TEXT_FIELDS[block.type] : []) {
    const value: unknown = block[field as keyof ContentBlock];
    const fixed = wellFormed(value);
    if (fixed !== value) changes[field] = fixed;
  }
  return Object.keys(changes).length === 0 ? block : { ...block, ...changes };
}

/** Values are nested at most this deeply. Ends circular references. */
const DEEPEST = 100;

/** Returns a value without lone surrogates in its texts and keys; the same value if it has none. */
function wellFormed(value: unknown, depth: number = DEEPEST): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (typeof value !== 'object' || value === null || depth === 0 || !isPlain(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => wellFormed(item, depth - 1));
    return items.every((item, at) => Object.is(item, value[at])) ? value : items;
  }
  const members = Object.entries(value);
  const fixed = members.map(
    ([key, member]) => [key.toWellFormed(), wellFormed(member, depth - 1)] as const,
  );
  const isSame = fixed.every(([key, member], at) => {
    return key === members[at]![0] && Object.is(member, members[at]![1]);
  });
  return isSame ? value : Object.fromEntries(fixed);
}

/** Returns whether a value is a plain object or an array: others (dates, bytes, class instances) are never copied. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
