import type { DensityConfig, ToolTaxonomy, ToolUse } from '@palimpsest/core-types';
import type { CallSite, ExchangeIndex } from '@palimpsest/history';
import { hasFailed, resolvePath } from '@palimpsest/tool-taxonomy';

/**
 * Reads whose every file was written later, successfully (REQ-HD-005, D3). A read that failed, that still waits for its response, or
 * that may have covered more than it names (a pattern, REQ-HD-005.9, C12) is never stale.
 */
export function findStaleReads(
  { exchanges }: ExchangeIndex,
  taxonomy: ToolTaxonomy,
  { workspaceRoot }: Pick<DensityConfig, 'workspaceRoot'>,
): CallSite[] {
  const reads: { readonly call: CallSite; readonly paths: readonly string[] }[] = [];
  const lastWrite = new Map<string, number>();
  const resolve = (path: string): string => resolvePath(path, workspaceRoot);
  for (const { calls } of exchanges) {
    for (const call of calls) {
      const use: ToolUse = taxonomy.describe(call.call.name, call.call.parameters);
      const isFile = use.kind === 'read' || use.kind === 'write';
      if (!isFile || use.paths.length === 0 || call.response === undefined) continue;
      if (use.kind === 'read' && use.hasGlob) continue;
      if (hasFailed(taxonomy, use, call.response.response)) continue;
      const paths = use.paths.map(resolve);
      if (use.kind === 'read') reads.push({ call, paths });
      else for (const path of paths) lastWrite.set(path, call.entry);
    }
  }
  return reads
    .filter(({ call, paths }) => paths.every((path) => (lastWrite.get(path) ?? -1) > call.entry))
    .map(({ call }) => call);
}
