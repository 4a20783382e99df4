import type { IContent } from '@palimpsest/core-types';
import { getCodec, type FormatName } from '@palimpsest/formats';
import { isDeepStrictEqual } from 'node:util';
import {
  providerChecks,
  type ProviderCheck,
} from '../../../packages/formats/test/checker/provider-checks.ts';
import { REFUSALS } from '../checks.ts';
import { expressibleIn } from './expressible.ts';

/** Formats of messages that are sent, and the normalized one. */
const FORMATS: readonly FormatName[] = [...REFUSALS.keys(), 'icontent'];

/**
 * Returns the problems of entries after they are encoded in each format, sent and decoded.
 *
 * @param before entries whose broken rules are not reported again. @default none
 */
export function formatProblems(
  history: readonly IContent[],
  before: readonly IContent[] = [],
): string[] {
  const problems: string[] = [];
  const bare = withoutNative(history);
  for (const name of FORMATS) {
    const codec = getCodec(name);
    const check = (providerChecks as Partial<Record<FormatName, ProviderCheck>>)[name];
    const given = expressibleIn(name, bare);
    const messages = sentWith(codec, given);
    const expected = codec.hasNames === true ? given : nameless(given);
    if (!isDeepStrictEqual(withoutNative(codec.decode(messages)), expected)) {
      problems.push(`${name}: decoding what was encoded gives other entries`);
    }
    const found = check?.(messages) ?? [];
    if (found.length === 0) continue;
    const earlier = sentWith(codec, expressibleIn(name, withoutNative(before)));
    const known = new Set(check?.(earlier).map(({ rule }) => rule));
    const broken = found.find(({ rule }) => !known.has(rule));
    if (broken !== undefined) problems.push(`${name}: ${JSON.stringify(broken)}`);
  }
  return problems;
}

/** Returns messages of a format as they are sent. */
function sentWith(
  { encode }: { readonly encode: (history: readonly IContent[]) => readonly unknown[] },
  history: readonly IContent[],
): object[] {
  return JSON.parse(JSON.stringify(encode(history))) as object[];
}

/** Returns entries without the codec's native data. */
export function withoutNative(history: readonly IContent[]): IContent[] {
  return history.map(({ native: _native, ...entry }) => ({
    ...entry,
    blocks: entry.blocks.map(({ native: _part, ...block }) => block),
  }));
}

/** Returns entries without the speaker's name, which most formats cannot hold. */
function nameless(history: readonly IContent[]): IContent[] {
  return history.map(({ metadata, ...entry }) => {
    const { name: _name, ...rest } = metadata ?? {};
    return { ...entry, ...(Object.keys(rest).length > 0 ? { metadata: rest } : {}) };
  });
}
