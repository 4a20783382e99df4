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
 * The same response with a line of nothing but tool and status: what the call was about stands in the call beside it. The response itself
 * where its result is no line of a success, or as short already; what a failure said stays.
 */
export function shortestSummary(
  call: ToolCallBlock,
  response: ToolResponseBlock,
  taxonomy: ToolTaxonomy,
  /** The line was made just now, and says what is so. */
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
