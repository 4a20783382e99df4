import type { Summarizer, Summary, SummaryRequest } from '@palimpsest/core-types';
import { summarizeText } from './summarize-text.ts';

/**
 * Summarizes with a summarizer of the caller; by rules if that fails, or returns no summary.
 *
 * @throws the reason of `signal`
 */
export async function summarizeWith(
  summarizer: Summarizer,
  request: SummaryRequest,
): Promise<Summary> {
  try {
    const summary = await summarizer.summarize(request);
    if (isSummary(summary)) return summary;
  } catch {
    request.signal?.throwIfAborted();
  }
  return summarizeText(request.text, request.budget);
}

/** Returns whether a summary has the declared type. Throws for `null`, as a failed summarizer does. */
function isSummary({ text, entities }: Summary): boolean {
  return (
    typeof text === 'string' &&
    Array.isArray(entities) &&
    entities.every((entity) => typeof entity === 'string')
  );
}
