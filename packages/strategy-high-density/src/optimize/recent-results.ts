import type { ToolResult } from './tool-results.ts';

/** The newest results of each tool, in a history that grows. */
export interface RecentResults {
  /** Adds a result, in reading order. */
  add(result: ToolResult): void;
  /** Records that a result was removed: an older one may be among the newest again. */
  remove(result: ToolResult): void;
  /** Returns the results that became old, or are no longer old, since the last call. */
  takeChanged(): ToolResult[];
}

interface Tool {
  readonly results: ToolResult[];
  /** Index from which on results are among the newest. */
  start: number;
  /** Number of results from `start` on that were not removed. */
  kept: number;
}

/**
 * Marks all but the newest results of each tool as old (REQ-HD-007).
 *
 * @param retention number of results of each tool that stay; below 1 counts as 1 (REQ-HD-013.6), NaN keeps all
 */
export function recentResults(retention: number): RecentResults {
  const floor = Math.max(1, Math.floor(retention));
  const limit = Number.isNaN(floor) ? Number.POSITIVE_INFINITY : floor;
  const tools = new Map<string, Tool>();
  let changed: ToolResult[] = [];
  return {
    add(result) {
      const { toolName } = result.response;
      let tool = tools.get(toolName);
      if (tool === undefined) tools.set(toolName, (tool = { results: [], start: 0, kept: 0 }));
      tool.results.push(result);
      tool.kept += 1;
      for (; tool.kept > limit; tool.start += 1) {
        const oldest = tool.results[tool.start]!;
        if (oldest.isRemoved) continue;
        oldest.isOld = true;
        changed.push(oldest);
        tool.kept -= 1;
      }
    },
    remove(result) {
      const tool = tools.get(result.response.toolName)!;
      if (result.isOld) return;
      tool.kept -= 1;
      while (tool.kept < limit && tool.start > 0) {
        tool.start -= 1;
        const newest = tool.results[tool.start]!;
        if (newest.isRemoved) continue;
        newest.isOld = false;
        changed.push(newest);
        tool.kept += 1;
      }
    },
    takeChanged() {
      const taken = changed;
      changed = [];
      return taken;
    },
  };
}
