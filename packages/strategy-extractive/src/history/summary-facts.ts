import type { ContentMetadata, IContent } from '@palimpsest/core-types';

/** What `metadata.extractive` of an entry says that was summarized here. */
export interface SummaryFacts {
  /** Always the same for the same texts. */
  readonly summaryId: string;
  /** How many texts it stands for. */
  readonly texts: number;
  /** Ids of the summaries it was made of, where it is a summary of summaries. */
  readonly parentIds?: readonly string[];
}

/** The entry, with a note of what it stands for. */
export function asSummary(entry: IContent, facts: SummaryFacts): IContent {
  const metadata: ContentMetadata = { ...entry.metadata, isSummary: true, extractive: facts };
  return { ...entry, metadata };
}

/** What an entry stands for, by our own note; its text alone proves nothing. */
export function summaryFacts({ metadata }: IContent): SummaryFacts | undefined {
  const facts: unknown = metadata?.isSummary === true ? metadata['extractive'] : undefined;
  return isSummaryFacts(facts) ? facts : undefined;
}

function isSummaryFacts(value: unknown): value is SummaryFacts {
  if (typeof value !== 'object' || value === null) return false;
  const { summaryId, texts } = value as { readonly summaryId?: unknown; readonly texts?: unknown };
  return typeof summaryId === 'string' && Number.isSafeInteger(texts);
}
