import { isRecord } from './is-record.ts';
import { valueAt, type ResultPart, type ResultPath } from './result-parts.ts';

/**
 * Returns the result with some of its parts replaced: a text by a text, JSON by another value, media by a placeholder, as a text part of
 * the same format. Unchanged members are the same objects, and so is an unchanged result.
 */
export function replaceResultParts(
  result: unknown,
  edits: ReadonlyMap<ResultPart, unknown>,
): unknown {
  const copies = new Map<object, object>();
  let root = result;
  for (const [part, value] of edits) {
    const before = valueAt(result, part.path);
    const after =
      part.type === 'media' && typeof value === 'string' ? textLike(before, value) : value;
    if (Object.is(before, after)) continue;
    root = put(root, part.path, after, copies);
  }
  return root;
}

/** Replaces the value at a path. Copies each container once, however many of its parts are replaced. */
function put(
  root: unknown,
  path: ResultPath,
  value: unknown,
  copies: Map<object, object>,
): unknown {
  if (path.length === 0) return value;
  const top = copyOf(root as object, copies);
  let holder = top;
  for (const key of path.slice(0, -1)) {
    const members = holder as Record<string | number, unknown>;
    const inner = copyOf(members[key] as object, copies);
    members[key] = inner;
    holder = inner;
  }
  const key = path.at(-1)!;
  // An assignment to `__proto__` would change the prototype.
  Object.defineProperty(holder, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
  return top;
}

function copyOf(value: object, copies: Map<object, object>): object {
  const known = copies.get(value);
  if (known !== undefined) return known;
  const copy: object = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  copies.set(value, copy);
  copies.set(copy, copy);
  return copy;
}

/** Returns the text part that replaces another part, in the shape of the same format. */
export function textLike(part: unknown, text: string): unknown {
  if (!isRecord(part) || ArrayBuffer.isView(part) || part instanceof ArrayBuffer) return text;
  const { type } = part;
  if (type === 'Buffer') return text;
  if (typeof type !== 'string') return { text };
  return {
    type: /^input_|^output_text$/.test(type) ? `${type.split('_', 1)[0]!}_text` : 'text',
    text,
  };
}
