import type { ContentMetadata, IContent } from '@palimpsest/core-types';

const SNAPSHOT = 'compression-state-snapshot';
const CONTINUATION = 'compression-continuation';

/**
 * An entry in which a model's summary stands for others. Where it is known as ours, a later compression takes it for what it stands for;
 * what a text says of itself proves nothing.
 */
export function createSnapshotEntry(text: string, metadata: ContentMetadata): IContent {
  return {
    speaker: 'human',
    blocks: [{ type: 'text', text }],
    metadata: { ...metadata, isSummary: true, synthetic: true, reason: SNAPSHOT },
  };
}

/** The agent's own word behind a snapshot, so that no two things said to it stand side by side there. */
export function createContinuationEntry(text: string): IContent {
  return {
    speaker: 'ai',
    blocks: [{ type: 'text', text }],
    metadata: { synthetic: true, reason: CONTINUATION },
  };
}

/** Whether we made this snapshot ourselves: by its metadata, which no text can give it. */
export function isGeneratedSnapshot({ speaker, metadata }: IContent): boolean {
  return (
    speaker === 'human' &&
    metadata?.isSummary === true &&
    metadata.synthetic === true &&
    metadata.reason === SNAPSHOT
  );
}

/** Whether we wrote this word behind a snapshot. */
export function isGeneratedContinuation({ speaker, metadata }: IContent): boolean {
  return speaker === 'ai' && metadata?.synthetic === true && metadata.reason === CONTINUATION;
}
