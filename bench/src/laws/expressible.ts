import type { IContent } from '@palimpsest/core-types';
import type { FormatName } from '@palimpsest/formats';
import { isReasoningOnly } from '@palimpsest/history';

/** Formats of single items, in which reasoning belongs to the item of the model behind it. */
const OF_ITEMS: ReadonlySet<FormatName> = new Set(['openai-responses', 'openai-agents']);

/**
 * Entries that a format can express. Reasoning with nothing behind it, as an aborted answer leaves it, is refused by the Responses API, and
 * read as part of the next answer where one follows.
 */
export function expressibleIn(
  format: FormatName,
  history: readonly IContent[],
): readonly IContent[] {
  return OF_ITEMS.has(format) ? history.filter((entry) => !isReasoningOnly(entry)) : history;
}
