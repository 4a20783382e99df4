import type { ToolResult } from './tool-result.ts';

/** The newest results of each tool, in a history that grows. */
export interface RecentResults {
  /** Results are added in reading order. */
  add(result: ToolResult): void;
  /** A result is gone: an older one may be among the newest again. */
  remove(result: ToolResult): void;
  /** The results that became old, or ceased to be, since this was asked last. */
  takeChanged(): ToolResult[];
}

interface Tool {
  readonly results: ToolResult[];
  /** From here on results are among the newest. */
  start: number;
  /** How many of them are there. */
  kept: number;
}

/**
 * Says of all but the newest results of each tool that they are old (REQ-HD-007).
 *
 * @param retention how many of each tool stay; below 1 counts as 1 (REQ-HD-013.6). What is no number keeps everything.
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
        if (oldest.isGone) continue;
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
        if (newest.isGone) continue;
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
