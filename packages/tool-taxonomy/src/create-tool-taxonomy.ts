import type { ToolTaxonomy, ToolUse } from '@palimpsest/core-types';
import { describeCall } from './describe-call.ts';
import { findTool } from './find-tool.ts';
import { hasCallFailed } from './has-failed.ts';
import { mergePresets } from './merge-presets.ts';
import type { ToolPreset } from './tool-spec.ts';

/**
 * A taxonomy that knows the tools of the presets. Where several know the same name, the later wins: its kind holds and its parameter
 * names are tried first, while those of the earlier ones still work. A tool nobody knows is `other` and has side effects.
 */
export function createToolTaxonomy(presets: readonly ToolPreset[]): ToolTaxonomy {
  const table = mergePresets(presets);
  return {
    describe(name, parameters): ToolUse {
      const spec = findTool(table, name);
      try {
        return describeCall(spec, parameters);
      } catch {
        // Parameters that refuse to be read (a proxy, a getter) say nothing.
        return describeCall(spec, undefined);
      }
    },
    hasFailed: (use, response) => hasCallFailed(findTool(table, response.toolName), use, response),
  };
}
