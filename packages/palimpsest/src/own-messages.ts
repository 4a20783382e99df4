import { defined, type ContentMetadata } from '@palimpsest/core-types';
import { markSynthetic, syntheticMetadata, type Codec } from '@palimpsest/formats';
import type { Originals } from '@palimpsest/originals';
import { recallable } from './short-ids.ts';

/** Tells the codecs which messages earlier compressions of this session generated, in any process. The manifest is the proof. */
export function recognizeOwn(originals: Originals, messages: readonly unknown[]): void {
  for (const message of messages) {
    if (typeof message !== 'object' || message === null) continue;
    const metadata = originals.proves(message)?.metadata;
    if (isMetadata(metadata)) markSynthetic(message, metadata);
  }
}

/** Saves the removed content, and how each replacement was made. */
export async function keepOriginals(
  originals: Originals,
  before: readonly unknown[],
  after: readonly unknown[],
  codec: Codec,
  request: {
    readonly strategy: { readonly name: string };
    readonly options: { readonly conversation?: string };
    /** Whether `before` holds originals, from which nothing has been removed. */
    readonly fromOriginals?: boolean;
  },
): Promise<void> {
  const metadata = new Map<number, unknown>();
  for (const [index, message] of after.entries()) {
    const made =
      typeof message === 'object' && message !== null ? syntheticMetadata(message) : undefined;
    if (made !== undefined) metadata.set(index, made);
  }
  const { conversation } = request.options;
  const covered = codec.isLog === true ? recallable(before, codec) : undefined;
  await originals.keep(before, after, {
    ...defined({ conversation, covered, fromOriginals: request.fromOriginals }),
    strategy: request.strategy.name,
    metadata,
  });
}

function isMetadata(value: unknown): value is ContentMetadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
