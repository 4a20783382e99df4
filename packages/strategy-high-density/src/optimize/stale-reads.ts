import type { ToolTaxonomy } from '@palimpsest/core-types';
import { resolvePath } from '@palimpsest/tool-taxonomy';
import { isFailed, useOf, type ToolCall, type ToolResult } from './tool-results.ts';

/** A read that has a result. */
export interface Read {
  readonly call: ToolCall;
  readonly result: ToolResult;
}

/**
 * Tracks reads whose every file was written later, successfully (REQ-HD-005, D3). A read that failed, that has no result yet, or that may
 * have covered more than it names (a pattern, REQ-HD-005.9, C12) is never stale. A stale read stays stale.
 */
export interface StaleReads {
  /** Records the result of a call of any tool. */
  answered(call: ToolCall, result: ToolResult): void;
  /** Returns the reads that became stale since the last call. */
  take(): Read[];
}

interface PendingRead extends Read {
  /** Number of its files that have not been written since. */
  current: number;
}

export function staleReads(taxonomy: ToolTaxonomy, workspaceRoot: string): StaleReads {
  /** Entry of the newest call that wrote a file successfully, by file. */
  const lastWrite = new Map<string, number>();
  /** Reads without a known later write, by file. */
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

  /** Checks the reads of a file, once for all its new writes: late results may report many. */
  function checkReads(path: string): void {
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
      if (isFailed(result, use, taxonomy)) return;
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
      for (const path of written) checkReads(path);
      written.clear();
      const taken = stale;
      stale = [];
      return taken;
    },
  };
}
