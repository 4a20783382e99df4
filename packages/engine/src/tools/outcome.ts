import {
  getRecallPrefixLength,
  parseToolSummaryStatus,
  soleText,
  type ToolResponseBlock,
  type ToolSummaryStatus,
  type ToolTaxonomy,
  type ToolUse,
} from '@palimpsest/core-types';
import { reportsSuccess } from './has-failed.ts';

/**
 * Returns how a call ended. A report of a failure counts first, in a flag, a field, an exit code or the text: hosts also set
 * `isError: false` for commands that failed. Otherwise `success` if a flag, a field or an exit code reports one, and for tools that only
 * read or write; `done` for a command or an unknown tool. The summary of a result keeps its outcome.
 */
export function toolOutcome(
  taxonomy: ToolTaxonomy,
  use: ToolUse,
  response: ToolResponseBlock,
): ToolSummaryStatus {
  const text = soleText(response.result) ?? '';
  const summarized = parseToolSummaryStatus(text.slice(getRecallPrefixLength(text)));
  if (summarized === 'error' || taxonomy.hasFailed(use, response)) return 'error';
  if (summarized !== undefined) return summarized;
  const canFailSilently = use.kind === 'run' || use.kind === 'other';
  return !canFailSilently || reportsSuccess(use, response) ? 'success' : 'done';
}

/** Returns whether a call failed, even if its result is only the summary of a failure. */
export function hasFailed(
  taxonomy: ToolTaxonomy,
  use: ToolUse,
  response: ToolResponseBlock,
): boolean {
  return toolOutcome(taxonomy, use, response) === 'error';
}
