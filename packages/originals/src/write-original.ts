import { readBinary } from './binary.ts';
import { Unwritable, writeTree, type Piece } from './write-tree.ts';
import type { StoredOriginal } from './originals-store.ts';
import { sha256 } from './sha256.ts';

/** Called for every text of a message before it is stored; member names are not passed. */
export type Redact = (text: string) => string;

/** Prefix of a member name that represents a value JSON does not have. */
export const TAG = '$palimpsest:';

/**
 * Returns a message in its stored form, with members in their original order, so that it can be restored byte for byte.
 *
 * @throws {OriginalsError} `NOT_KEEPABLE` when the message contains functions, symbols, values that contain themselves, objects of other
 * classes with a `toJSON` method, or objects that hide their content
 */
export function writeOriginal(message: unknown, redact?: Redact): string {
  let isTagged = false;
  let isRedacted = false;
  const tagged = (name: string, text: string): string => {
    isTagged = true;
    return `{"${TAG}${name}":${text}}`;
  };
  const clean = (text: string): string => {
    if (redact === undefined) return JSON.stringify(text);
    const cleaned: unknown = redact(text);
    if (typeof cleaned !== 'string') throw new Unwritable('`redact` returned no text');
    if (cleaned !== text) isRedacted = true;
    return JSON.stringify(cleaned);
  };
  const body = writeTree(message, (value): Piece => {
    switch (typeof value) {
      case 'string':
        return clean(value);
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0)
          ? String(value)
          : tagged('number', Object.is(value, -0) ? '"-0"' : `"${value}"`);
      case 'boolean':
        return value ? 'true' : 'false';
      case 'undefined':
        return tagged('undefined', '0');
      case 'bigint':
        return tagged('bigint', `"${value}"`);
      case 'function':
      case 'symbol':
        throw new Unwritable(`is a ${typeof value}`);
      case 'object':
        break;
    }
    if (value === null) return 'null';
    if (Array.isArray(value)) return { open: '[', close: ']', source: value };
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) {
      if (value instanceof Date) {
        return tagged('Date', Number.isNaN(value.getTime()) ? 'null' : String(value.getTime()));
      }
      if (value instanceof URL) return tagged('URL', clean(value.href));
      const binary = readBinary(value);
      if (binary !== undefined) return tagged(binary.name, `"${binary.base64}"`);
      if (value instanceof Map || value instanceof Set) {
        isTagged = true;
        const name = value instanceof Map ? 'Map' : 'Set';
        const source = value instanceof Map ? [...value].flat() : [...value];
        return { open: `{"${TAG}${name}":[`, close: ']}', source, owner: value };
      }
      checkInstance(value);
    }
    const keys = Object.keys(value);
    if (keys.length !== 1 || !keys[0]!.startsWith(TAG)) {
      return { open: '{', close: '}', keys, source: value };
    }
    isTagged = true;
    return { open: `{"${TAG}Object":{`, close: '}}', keys, source: value };
  });
  return `${isTagged ? 'tagged' : 'json'}${isRedacted ? '-redacted' : ''}:${body}`;
}

/** Checks that an object of a class can be stored by its visible members, as `structuredClone` copies it. */
function checkInstance(value: object): void {
  const name = value.constructor?.name || 'unnamed class';
  if (Object.prototype.toString.call(value) !== '[object Object]') {
    throw new Unwritable(`is an object of ${name}, which hides its content`);
  }
  if ('toJSON' in value) {
    throw new Unwritable(`is an object of ${name}, which has a toJSON method`);
  }
}

/**
 * Returns a message in its stored form, with its id.
 *
 * @throws {OriginalsError} `NOT_KEEPABLE` when the message cannot be stored losslessly
 */
export function toStored(message: unknown, redact: Redact | undefined): StoredOriginal {
  const text = writeOriginal(message, redact);
  return { id: sha256(text), text };
}
