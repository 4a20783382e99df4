import type { IContent } from '@palimpsest/core-types';
import { getCodec, type FormatName } from '@palimpsest/formats';
import { isReasoningOnly } from '@palimpsest/engine/history';

/**
 * Returns the entries that a format can express. Reasoning without a following item, as in an aborted response, is refused by the Responses
 * API, and read as part of the next response if there is one.
 */
export function expressibleIn(
  format: FormatName,
  history: readonly IContent[],
): readonly IContent[] {
  return getCodec(format).isOfItems === true
    ? history.filter((entry) => !isReasoningOnly(entry))
    : history;
}
