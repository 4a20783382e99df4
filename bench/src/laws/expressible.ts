import type { IContent } from '@palimpsest/core-types';
import type { FormatName } from '@palimpsest/formats';
import { isReasoningOnly } from '@palimpsest/engine/history';

/** Formats of single items, in which reasoning belongs to the model's next item. */
const OF_ITEMS: ReadonlySet<FormatName> = new Set(['openai-responses', 'openai-agents']);

/**
 * Returns the entries that a format can express. Reasoning without a following item, as in an aborted response, is refused by the Responses
 * API, and read as part of the next response if there is one.
 */
export function expressibleIn(
  format: FormatName,
  history: readonly IContent[],
): readonly IContent[] {
  return OF_ITEMS.has(format) ? history.filter((entry) => !isReasoningOnly(entry)) : history;
}
