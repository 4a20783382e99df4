import type { ContentMetadata, IContent } from '@palimpsest/core-types';

/** Content of `metadata.extractive` of a summary entry. */
export interface SummaryFacts {
  /** The same for the same texts. */
  readonly summaryId: string;
  /** Number of texts that the summary represents. */
  readonly texts: number;
  /** Ids of the merged summaries, if it is a summary of summaries. */
  readonly parentIds?: readonly string[];
}

/** Returns the entry with summary facts in its metadata. */
export function asSummary(entry: IContent, facts: SummaryFacts): IContent {
  const metadata: ContentMetadata = { ...entry.metadata, isSummary: true, extractive: facts };
  return { ...entry, metadata };
}

/** Returns the summary facts from the metadata of an entry; its text alone proves nothing. */
export function summaryFacts({ metadata }: IContent): SummaryFacts | undefined {
  const facts: unknown = metadata?.isSummary === true ? metadata['extractive'] : undefined;
  return isSummaryFacts(facts) ? facts : undefined;
}

function isSummaryFacts(value: unknown): value is SummaryFacts {
  if (typeof value !== 'object' || value === null) return false;
  const { summaryId, texts } = value as { readonly summaryId?: unknown; readonly texts?: unknown };
  return typeof summaryId === 'string' && Number.isSafeInteger(texts);
}
