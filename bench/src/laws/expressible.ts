import type { IContent } from '@palimpsest/core-types';
import type { FormatName } from '@palimpsest/formats';
import { isThinkingAlone } from '@palimpsest/history';

/**
 * Entries that a format can express: the Responses API refuses reasoning with nothing of the model behind it, as an aborted answer leaves
 * it.
 */
export function expressibleIn(
  format: FormatName,
  history: readonly IContent[],
): readonly IContent[] {
  return format === 'openai-responses'
    ? history.filter((entry) => !isThinkingAlone(entry))
    : history;
}
