import type { ToolTaxonomy, ToolUse } from '@palimpsest/core-types';
import { describeCall } from './describe-call.ts';
import { findTool } from './find-tool.ts';
import { hasCallFailed } from './has-failed.ts';
import { mergePresets } from './merge-presets.ts';
import type { ToolPreset } from './tool-spec.ts';

/**
 * Creates a taxonomy of the presets' tools. If several presets have a name, the last one decides its kind, and its parameter names come
 * first; those of the others still work. An unknown tool is `other` and has side effects.
 */
export function createToolTaxonomy(presets: readonly ToolPreset[]): ToolTaxonomy {
  const table = mergePresets(presets);
  return {
    describe(name, parameters): ToolUse {
      const spec = findTool(table, name);
      try {
        return describeCall(spec, parameters);
      } catch {
        // Arguments that throw when read (a proxy, a getter) count as none.
        return describeCall(spec, undefined);
      }
    },
    hasFailed: (use, response) => hasCallFailed(findTool(table, response.toolName), use, response),
  };
}
