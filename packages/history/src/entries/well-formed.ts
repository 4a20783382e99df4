import type { ContentBlock, IContent } from '@palimpsest/core-types';

/** Returns whether all texts of an entry are well-formed Unicode. Fast for Latin text. */
export function isWellFormedEntry({ blocks }: IContent): boolean {
  for (const block of blocks) if (!isWellFormedBlock(block)) return false;
  return true;
}

const TEXT_FIELDS: Readonly<Record<ContentBlock['type'], readonly string[]>> = {
  text: ['text'],
  code: ['code', 'language'],
  thinking: ['thought'],
  media: ['caption', 'filename'],
  tool_call: ['name', 'parameters', 'description'],
  tool_response: ['toolName', 'result', 'error'],
  opaque: [],
};

/** Hosts may pass blocks of other types: they have no known texts. */
function textFields({ type }: ContentBlock): readonly string[] {
  return Object.hasOwn(TEXT_FIELDS, type) ? TEXT_FIELDS[type] : [];
}

function isWellFormedBlock(block: ContentBlock): boolean {
  for (const field of textFields(block)) {
    if (!isWellFormed(block[field as keyof ContentBlock])) return false;
  }
  return true;
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
  const blocks: ContentBlock[] = [];
  const removed: ContentBlock[] = [];
  let isRewritten = false;
  for (const block of entry.blocks) {
    if (isWellFormedBlock(block)) blocks.push(block);
    else if (block.type === 'thinking') removed.push(block);
    else {
      blocks.push(wellFormedBlock(block));
      isRewritten = true;
    }
  }
  return { entry: { ...entry, blocks }, removed, isRewritten };
}

function wellFormedBlock(block: ContentBlock): ContentBlock {
  const fields = textFields(block);
  const texts = Object.entries(block).filter(([field]) => fields.includes(field));
  const mended = texts.map(([field, value]): [string, unknown] => [field, wellFormedValue(value)]);
  return { ...block, ...Object.fromEntries(mended) };
}

/** Arguments and results may have any depth: iterates instead of recursing. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null || !isPlain(value)) return true;
  return isFlatWellFormed(value) ?? isDeepWellFormed(value);
}

/** Most arguments are flat and need neither a list nor a set; `undefined` for nested values. */
function isFlatWellFormed(value: object): boolean | undefined {
  for (const key in value) {
    const child: unknown = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof child === 'object' && child !== null) return undefined;
    if (!key.isWellFormed() || (typeof child === 'string' && !child.isWellFormed())) return false;
  }
  return true;
}

function isDeepWellFormed(value: object): boolean {
  const waiting: object[] = [value];
  const seen = new Set<object>(waiting);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isPlain(next)) continue;
    for (const [key, child] of Object.entries(next)) {
      if (!key.isWellFormed()) return false;
      if (typeof child === 'string') {
        if (!child.isWellFormed()) return false;
      } else if (typeof child === 'object' && child !== null && !seen.has(child)) {
        seen.add(child);
        waiting.push(child);
      }
    }
  }
  return true;
}

function wellFormedValue(value: unknown): unknown {
  const copies = new Map<object, object>();
  const waiting: [original: object, copy: object][] = [];
  const fix = (child: unknown): unknown => {
    if (typeof child === 'string') return child.toWellFormed();
    if (typeof child !== 'object' || child === null || !isPlain(child)) return child;
    let copy = copies.get(child);
    if (copy === undefined) {
      copy = Array.isArray(child) ? [] : {};
      copies.set(child, copy);
      waiting.push([child, copy]);
    }
    return copy;
  };
  const root = fix(value);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [original, copy] = next;
    for (const [key, child] of Object.entries(original)) {
      const property = { enumerable: true, writable: true, configurable: true };
      Object.defineProperty(copy, key.toWellFormed(), { ...property, value: fix(child) });
    }
  }
  return root;
}

/** Returns whether a value is a plain object or an array: others (dates, bytes, class instances) are never copied. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
