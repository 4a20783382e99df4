import type { ContentMetadata, IContent } from '@palimpsest/core-types';

const SNAPSHOT = 'compression-state-snapshot';
const CONTINUATION = 'compression-continuation';

/**
 * Creates an entry with a model's summary. Metadata proves that it is generated, so a later compression can replace it;
 * its text proves nothing.
 */
export function createSnapshotEntry(text: string, metadata: ContentMetadata): IContent {
  return {
    speaker: 'human',
    blocks: [{ type: 'text', text }],
    metadata: { ...metadata, isSummary: true, synthetic: true, reason: SNAPSHOT },
  };
}

/** Creates the assistant entry after a snapshot that separates it from the next user message. */
export function createContinuationEntry(text: string): IContent {
  return {
    speaker: 'ai',
    blocks: [{ type: 'text', text }],
    metadata: { synthetic: true, reason: CONTINUATION },
  };
}

/** Returns whether Palimpsest created this snapshot, by its metadata. */
export function isGeneratedSnapshot({ speaker, metadata }: IContent): boolean {
  return (
    speaker === 'human' &&
    metadata?.isSummary === true &&
    metadata.synthetic === true &&
    metadata.reason === SNAPSHOT
  );
}

/** Returns whether Palimpsest created this entry after a snapshot. */
export function isGeneratedContinuation({ speaker, metadata }: IContent): boolean {
  return speaker === 'ai' && metadata?.synthetic === true && metadata.reason === CONTINUATION;
}
