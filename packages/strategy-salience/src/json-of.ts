import { binarySize, formatMediaPlaceholder } from '@palimpsest/core-types';

/** A value as JSON, and how many bytes in it were named by their size. */
export interface JsonOf {
  readonly text: string;
  readonly bytes: number;
}

/** Returns a value as JSON, bytes as their size; circles, big integers and depths that no stack holds have none. */
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
