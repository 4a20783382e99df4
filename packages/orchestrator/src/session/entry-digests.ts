import type { IContent } from '@palimpsest/core-types';
import { messageDigest } from '@palimpsest/originals/sessions';
import { plainEntry } from './plain-entry.ts';
import { DIGEST } from './session-state.ts';

/** Returns the digests of entries, concatenated. They do not depend on metadata, nor on the framework's objects. */
export function entryDigests(entries: readonly IContent[]): string {
  return entries.map((entry) => messageDigest(plainEntry(entry)).slice(0, DIGEST)).join('');
}
