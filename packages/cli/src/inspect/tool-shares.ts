import type { ContentBlock, ToolTaxonomy } from '@palimpsest/core-types';
import type { ExchangeIndex } from '@palimpsest/history';
import type { ToolShare } from './inspection.ts';

/** Calls, failures and tokens of each tool, the most expensive first. */
export function toolShares(
  { exchanges, unmatchedResults }: ExchangeIndex,
  taxonomy: ToolTaxonomy,
  count: (block: ContentBlock) => number,
): ToolShare[] {
  const tools = new Map<string, Open<ToolShare>>();
  // Files may hold anything at the place of a name.
  const toolOf = (given: unknown): Open<ToolShare> => {
    const name = typeof given === 'string' && given !== '' ? given : 'unnamed';
    const known = tools.get(name);
    if (known !== undefined) return known;
    const tool = { name, count: 0, tokens: 0, failures: 0, resultTokens: 0 };
    tools.set(name, tool);
    return tool;
  };
  const addResult = (tool: Open<ToolShare>, block: ContentBlock): void => {
    const tokens = count(block);
    tool.tokens += tokens;
    tool.resultTokens += tokens;
  };
  for (const { calls } of exchanges) {
    for (const { call, response } of calls) {
      const tool = toolOf(call.name);
      tool.count += 1;
      tool.tokens += count(call);
      if (response === undefined) continue;
      addResult(tool, response.response);
      const use = taxonomy.describe(call.name, call.parameters);
      if (taxonomy.hasFailed(use, response.response)) tool.failures += 1;
    }
  }
  for (const { response } of unmatchedResults) addResult(toolOf(response.toolName), response);
  return [...tools.values()].toSorted((a, b) => b.tokens - a.tokens);
}

type Open<T> = { -readonly [K in keyof T]: T[K] };
