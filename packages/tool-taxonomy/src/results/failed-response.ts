import {
  isErrorSummary,
  soleText,
  type ToolResponseBlock,
  type ToolTaxonomy,
  type ToolUse,
} from '@palimpsest/core-types';

/** Returns whether a call failed, also if its result is a summary that says so (D8). */
export function hasFailed(
  taxonomy: ToolTaxonomy,
  use: ToolUse,
  response: ToolResponseBlock,
): boolean {
  if (isErrorSummary(soleText(response.result) ?? '')) return true;
  return taxonomy.hasFailed(use, response);
}
