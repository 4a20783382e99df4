import { defined, type ContentMetadata } from '@palimpsest/core-types';
import { markSynthetic, syntheticMetadata, type Codec } from '@palimpsest/formats';
import type { Originals } from '@palimpsest/originals';
import { listRecallable } from './recall-id-lookup.ts';

/** Marks for the codecs the messages that earlier compressions of this session generated, in any process. The manifest is the proof. */
export function markGenerated(originals: Originals, messages: readonly unknown[]): void {
  for (const message of messages) {
    if (typeof message !== 'object' || message === null) continue;
    const metadata = originals.findProof(message)?.metadata;
    if (isMetadata(metadata)) markSynthetic(message, metadata);
  }
}

/** Saves the removed content, and the metadata of each generated message. */
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
    const generated =
      typeof message === 'object' && message !== null ? syntheticMetadata(message) : undefined;
    if (generated !== undefined) metadata.set(index, generated);
  }
  const { conversation } = request.options;
  const covered = codec.isLog === true ? listRecallable(before, codec) : undefined;
  await originals.keep(before, after, {
    ...defined({ conversation, covered, fromOriginals: request.fromOriginals }),
    strategy: request.strategy.name,
    metadata,
  });
}

function isMetadata(value: unknown): value is ContentMetadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
