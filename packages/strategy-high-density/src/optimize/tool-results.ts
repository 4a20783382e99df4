import type {
  IContent,
  ToolCallBlock,
  ToolResponseBlock,
  ToolTaxonomy,
  ToolUse,
} from '@palimpsest/core-types';
import { createCallMatcher } from '@palimpsest/engine/history';
import { hasFailed, resolvePath } from '@palimpsest/engine/tools';

/** A tool call and its position. */
interface ToolCall {
  readonly entry: number;
  readonly block: number;
  readonly call: ToolCallBlock;
  readonly use: ToolUse;
}

/** A tool result and its position. */
export interface ToolResult {
  readonly entry: number;
  readonly block: number;
  readonly response: ToolResponseBlock;
  /** `undefined` if no pending call before the result has its id. */
  readonly call: ToolCall | undefined;
  readonly hasFailed: boolean;
}

/** A result of a call that is in the history. */
export type MatchedResult = ToolResult & { readonly call: ToolCall };

/** Returns all results of a history with their calls, in order. */
export function readResults(
  history: readonly IContent[],
  taxonomy: ToolTaxonomy,
): readonly ToolResult[] {
  const calls = createCallMatcher<ToolCall>();
  const results: ToolResult[] = [];
  for (const [entry, { blocks }] of history.entries()) {
    for (const [block, content] of blocks.entries()) {
      if (content.type === 'tool_call') {
        const use = taxonomy.describe(content.name, content.parameters);
        calls.add({ entry, block, call: content, use });
      } else if (content.type === 'tool_response') {
        const call = calls.take(content.callId);
        const use = call?.use ?? taxonomy.describe(content.toolName, undefined);
        const failed = hasFailed(taxonomy, use, content);
        results.push({ entry, block, response: content, call, hasFailed: failed });
      }
    }
  }
  return results;
}

/**
 * Returns the reads whose every file was written later, successfully. A read that failed, or that may have covered more than it names (a
 * pattern), is never stale.
 */
export function staleReads(
  results: readonly ToolResult[],
  workspaceRoot: string,
): readonly MatchedResult[] {
  const known = results.filter((result): result is MatchedResult => result.call !== undefined);
  const pathsOf = ({ call }: MatchedResult): readonly string[] =>
    call.use.paths.map((path) => resolvePath(path, workspaceRoot));
  /** Entry of the newest call that wrote a file successfully, by file. */
  const lastWrite = new Map<string, number>();
  for (const result of known) {
    if (result.call.use.kind !== 'write' || result.hasFailed) continue;
    for (const path of pathsOf(result)) {
      lastWrite.set(path, Math.max(lastWrite.get(path) ?? -1, result.call.entry));
    }
  }
  return known.filter((result) => {
    const { kind, hasGlob, paths } = result.call.use;
    if (kind !== 'read' || result.hasFailed || hasGlob || paths.length === 0) return false;
    return pathsOf(result).every((path) => (lastWrite.get(path) ?? -1) > result.call.entry);
  });
}

/**
 * Returns all but the newest results of each tool, newest first.
 *
 * @param retention number of results of each tool that stay; below 1 counts as 1, NaN keeps all
 */
export function oldResults(
  results: readonly ToolResult[],
  retention: number,
): readonly ToolResult[] {
  const floor = Math.max(1, Math.floor(retention));
  const limit = Number.isNaN(floor) ? Number.POSITIVE_INFINITY : floor;
  const newer = new Map<string, number>();
  return results.toReversed().filter(({ response }) => {
    const count = newer.get(response.toolName) ?? 0;
    newer.set(response.toolName, count + 1);
    return count >= limit;
  });
}
