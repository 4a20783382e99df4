import type { ContentMetadata } from '@palimpsest/core-types';
import { markSynthetic, syntheticMetadata } from '@palimpsest/formats';
import type { Originals } from '@palimpsest/originals';

/** Tells the codecs which messages an earlier compression of this session wrote, in whatever process: the manifest proves it. */
export function recognizeOwn(originals: Originals, messages: readonly unknown[]): void {
  for (const message of messages) {
    if (typeof message !== 'object' || message === null) continue;
    const metadata = originals.proves(message)?.metadata;
    if (isMetadata(metadata)) markSynthetic(message, metadata);
  }
}

/** Leaves what was taken out in the store, and what the messages that stand for it were made as. */
export async function keepOriginals(
  originals: Originals,
  before: readonly unknown[],
  after: readonly unknown[],
  request: {
    readonly strategy: { readonly name: string };
    readonly options: { readonly conversation?: string };
    /** Nothing was taken out of `before` yet. */
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
  await originals.keep(before, after, {
    ...(conversation === undefined ? {} : { conversation }),
    ...(request.fromOriginals === true ? { fromOriginals: true } : {}),
    strategy: request.strategy.name,
    metadata,
  });
}

function isMetadata(value: unknown): value is ContentMetadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
