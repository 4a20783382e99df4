import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { createHash } from 'node:crypto';
import { decodeArguments } from '../retention/chat-message.ts';
import { survives } from '../retention/survival.ts';
import type { CountedEntry } from './prefix-cache.ts';

/** Caches the result of a function per entry. */
function perEntry<Value>(read: (entry: IContent) => Value): (entry: IContent) => Value {
  const known = new WeakMap<IContent, { readonly value: Value }>();
  return (entry) => {
    const found = known.get(entry) ?? { value: read(entry) };
    known.set(entry, found);
    return found.value;
  };
}

/** Returns an entry as the simulated provider sees it: speaker and blocks, without native codec data. */
export const countEntry: (entry: IContent) => CountedEntry = perEntry((entry) => {
  const sent = JSON.stringify([
    entry.speaker,
    entry.blocks.map(({ native: _native, ...block }) => block),
  ]);
  return {
    digest: createHash('sha1').update(sent).digest('base64'),
    tokens: estimateEntryTokens([entry]),
  };
});

/** Estimates tokens for policies and for the bill. */
export function estimateEntries(entries: readonly IContent[]): number {
  return entries.reduce((sum, entry) => sum + countEntry(entry).tokens, 0);
}

/** Returns the number of leading entries that two requests have in common. */
export function sharedLength(a: readonly CountedEntry[], b: readonly CountedEntry[]): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && (a[at] === b[at] || a[at]!.digest === b[at]!.digest)) at += 1;
  return at;
}

/** Returns whether a request contains a value. Searches from the newest entry. */
export function holds(entries: readonly IContent[], value: string): boolean {
  return entries.findLast((entry) => survives(value, textOf(entry))) !== undefined;
}

/** Returns the searchable text of an entry, like `searchableText` for messages. */
const textOf = perEntry(({ blocks }) => blocks.flatMap(textsOf).join('\n'));

function textsOf(block: ContentBlock): string[] {
  switch (block.type) {
    case 'text':
      return [block.text];
    case 'code':
      return [block.code];
    case 'thinking':
      return [block.thought];
    case 'tool_call':
      return [block.name, ...valuesIn(block.parameters)];
    case 'tool_response':
      return [...valuesIn(block.result), block.error ?? ''];
    default:
      return [];
  }
}

function valuesIn(value: unknown): string[] {
  if (value === undefined) return [];
  const { strings, others } = decodeArguments(JSON.stringify(value));
  return [...strings, ...others];
}
