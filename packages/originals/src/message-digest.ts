import { readBinary } from './binary.ts';
import { sha256 } from './sha256.ts';
import { writeTree, type Branch, type Piece } from './write-tree.ts';

/**
 * Returns the digest that identifies a message: SHA-256 of its JSON with sorted keys. It does not depend on the order of members, nor on a
 * round trip through JSON. Values that JSON cannot represent count, too: binary data, maps, sets and bigints.
 */
export function messageDigest(message: unknown): string {
  return sha256(canonicalText(message));
}

/** Returns a value as `JSON.stringify` sees it, with sorted keys. Values that JSON cannot represent become text that is not valid JSON. */
export function canonicalText(value: unknown): string {
  return writeTree(value, pieceOf);
}

function pieceOf(value: unknown): Piece {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return `bigint ${value}`;
    case 'object':
      return value === null ? 'null' : branchOf(value);
    default:
      return undefined;
  }
}

function branchOf(value: object): Piece {
  if (Array.isArray(value)) return { open: '[', close: ']', source: value };
  const binary = readBinary(value);
  if (binary !== undefined) return `bytes "${binary.base64}"`;
  if (value instanceof Map)
    return { open: 'map [', close: ']', source: [...value].flat(), owner: value };
  if (value instanceof Set) return { open: 'set [', close: ']', source: [...value], owner: value };
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const json: unknown = value.toJSON();
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? members(json)
      : pieceOf(json);
  }
  return members(value);
}

function members(source: object): Branch {
  return { open: '{', close: '}', keys: Object.keys(source).toSorted(), source };
}

/**
 * Returns whether two messages are equal for `restore` and `proves`: the same JSON in any order of members, and the same values that JSON
 * cannot represent.
 *
 * @throws {OriginalsError} `NOT_KEEPABLE` when a value contains itself
 */
export function isSameMessage(left: unknown, right: unknown): boolean {
  return left === right || canonicalText(left) === canonicalText(right);
}
