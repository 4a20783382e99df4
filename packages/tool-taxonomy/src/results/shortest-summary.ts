import {
  isSuccessSummary,
  soleText,
  formatToolSummary,
  withSoleText,
  type ToolCallBlock,
  type ToolResponseBlock,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import { hasFailed } from './failed-response.ts';

/**
 * Returns a response whose summary has only tool and status, as the call before it has the rest. Returns the same response if its result is
 * not the summary of a success, or is as short already.
 */
export function shortestSummary(
  call: ToolCallBlock,
  response: ToolResponseBlock,
  taxonomy: ToolTaxonomy,
  /** The summary was created by this compression, so it is true. */
  isOurs = false,
): ToolResponseBlock {
  const { result } = response;
  const said = soleText(result);
  if (said === undefined || !isSuccessSummary(said)) return response;
  const line = formatToolSummary({ tool: call.name, status: 'success' });
  if (line.length >= said.length) return response;
  const isFailure = (): boolean =>
    hasFailed(taxonomy, taxonomy.describe(call.name, call.parameters), response);
  return !isOurs && isFailure() ? response : { ...response, result: withSoleText(result, line) };
}
