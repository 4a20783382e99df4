import type { ToolTaxonomy } from '@palimpsest/core-types';
import { hasFailed, resolvePath } from '@palimpsest/tool-taxonomy';
import { useOf, type ToolCall, type ToolResult } from './tool-result.ts';

/** A read that was answered. */
export interface Read {
  readonly call: ToolCall;
  readonly result: ToolResult;
}

/**
 * Reads whose every file was written later, successfully (REQ-HD-005, D3). A read that failed, that still waits for its response, or
 * that may have covered more than it names (a pattern, REQ-HD-005.9, C12) is never stale. What is stale stays so.
 */
export interface StaleReads {
  /** Tells of a response, whatever its call is. */
  answered(call: ToolCall, result: ToolResult): void;
  /** The reads that became stale since this was asked last. */
  take(): Read[];
}

interface PendingRead extends Read {
  /** How many of its files have not been written since. */
  current: number;
}

export function staleReads(taxonomy: ToolTaxonomy, workspaceRoot: string): StaleReads {
  /** The entry that called the last successful write, by file. */
  const lastWrite = new Map<string, number>();
  /** Reads that no write is known to be later than, by file. */
  const pending = new Map<string, PendingRead[]>();
  const written = new Set<string>();
  let stale: Read[] = [];

  function isWrittenAfter(path: string, { entry }: ToolCall): boolean {
    return (lastWrite.get(path) ?? -1) > entry;
  }

  function addRead(read: PendingRead, paths: readonly string[]): void {
    for (const path of paths) {
      if (isWrittenAfter(path, read.call)) continue;
      read.current += 1;
      const reads = pending.get(path);
      if (reads === undefined) pending.set(path, [read]);
      else reads.push(read);
    }
    if (read.current === 0) stale.push(read);
  }

  /** Once for all writes of a file that came together: late responses may tell of many. */
  function judge(path: string): void {
    const left = (pending.get(path) ?? []).filter((read) => {
      if (!isWrittenAfter(path, read.call)) return true;
      read.current -= 1;
      if (read.current === 0) stale.push(read);
      return false;
    });
    if (left.length > 0) pending.set(path, left);
    else pending.delete(path);
  }

  return {
    answered(call, result) {
      const use = useOf(call, taxonomy);
      const isFile = use.kind === 'read' || use.kind === 'write';
      if (!isFile || use.paths.length === 0) return;
      if (use.kind === 'read' && use.hasGlob) return;
      if (hasFailed(taxonomy, use, result.response)) return;
      const paths = use.paths.map((path) => resolvePath(path, workspaceRoot));
      if (use.kind === 'read') {
        addRead({ call, result, current: 0 }, paths);
        return;
      }
      for (const path of paths) {
        if ((lastWrite.get(path) ?? -1) >= call.entry) continue;
        lastWrite.set(path, call.entry);
        written.add(path);
      }
    },
    take() {
      for (const path of written) judge(path);
      written.clear();
      const taken = stale;
      stale = [];
      return taken;
    },
  };
}
