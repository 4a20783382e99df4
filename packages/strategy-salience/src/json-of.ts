import { binarySize, formatMediaPlaceholder } from '@palimpsest/core-types';

/** A value as JSON, and the bytes that were replaced by their size. */
export interface JsonOf {
  readonly text: string;
  readonly bytes: number;
}

/** Serializes a value as JSON, with bytes as their size. Returns `undefined` for cycles, big integers and depths beyond the stack. */
export function jsonOf(value: unknown): JsonOf | undefined {
  let bytes = 0;
  const withoutBytes = (_name: string, member: unknown): unknown => {
    const size = typeof member === 'object' ? binarySize(member) : undefined;
    if (size === undefined) return member;
    bytes += size;
    return formatMediaPlaceholder({ mimeType: 'application/octet-stream', bytes: size });
  };
  try {
    const text = JSON.stringify(value, withoutBytes);
    return text === undefined ? undefined : { text, bytes };
  } catch {
    return undefined;
  }
}
