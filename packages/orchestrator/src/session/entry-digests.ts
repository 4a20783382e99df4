import type { IContent } from '@palimpsest/core-types';
import { messageDigest } from '@palimpsest/originals/sessions';

/** Hexadecimal digits of a digest: 128 bits. */
export const DIGEST = 32;

/**
 * Returns the content of an entry without the framework's objects, which may be class instances and stay with the framework. Equal for
 * entries with equal content.
 */
export function plainEntry({ speaker, blocks }: IContent): object {
  return { speaker, blocks: blocks.map(({ native: _native, ...block }) => block) };
}

/** Returns the digests of entries, concatenated. They do not depend on metadata, nor on the framework's objects. */
export function entryDigests(entries: readonly IContent[]): string {
  return entries.map((entry) => messageDigest(plainEntry(entry)).slice(0, DIGEST)).join('');
}
