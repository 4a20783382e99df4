import type { ToolTaxonomy, ToolUse } from '@palimpsest/core-types';
import { describeCall } from './describe-call.ts';
import { hasCallFailed } from './has-failed.ts';
import type { ToolPreset, ToolSpec } from './tool-spec.ts';

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

const SEPARATOR = /__|[./:]/g;

/**
 * Returns the spec of a tool by its name, or by the last segment after a server's prefix (`mcp__files__read_file`, `files.read_file`).
 * Another server's `edit` may differ: only presets with `prefixed` provide reads and writes after a prefix.
 */
function findTool(table: ToolTable, name: unknown): ToolSpec | undefined {
  const exact = table.specs.get(String(name));
  if (exact !== undefined) return exact;
  const segment = typeof name === 'string' ? lastSegment(name) : undefined;
  if (segment === undefined) return undefined;
  const spec = table.specs.get(segment);
  const hasConsequences =
    spec?.kind === 'read' || spec?.kind === 'write' || spec?.variants !== undefined;
  return hasConsequences && !table.prefixed.has(segment) ? undefined : spec;
}

function lastSegment(name: string): string | undefined {
  let end = 0;
  for (const separator of name.matchAll(SEPARATOR)) end = separator.index + separator[0].length;
  return end === 0 || end === name.length ? undefined : name.slice(end);
}

type ToolTable = ReturnType<typeof mergePresets>;

/**
 * Merges presets: their tools by name, and the names that are also known after a server's prefix. The last preset with a tool decides its kind,
 * and its parameter names come first, then those of the others.
 */
function mergePresets(presets: readonly ToolPreset[]) {
  const specs = new Map<string, ToolSpec>();
  const prefixed = new Set<string>();
  for (const preset of presets) {
    for (const [name, spec] of Object.entries(preset.tools)) {
      const earlier = specs.get(name);
      specs.set(name, earlier === undefined ? spec : mergeSpecs(earlier, spec));
      if (preset.prefixed === true) prefixed.add(name);
    }
  }
  return { specs, prefixed };
}

function mergeSpecs(earlier: ToolSpec, later: ToolSpec): ToolSpec {
  const inherited = earlier.kind === later.kind ? earlier : {};
  return {
    ...inherited,
    ...later,
    pathKeys: union(later.pathKeys, earlier.pathKeys),
    listKeys: union(later.listKeys, earlier.listKeys),
    itemKeys: union(later.itemKeys, earlier.itemKeys),
    patchKeys: union(later.patchKeys, earlier.patchKeys),
    textKeys: union(later.textKeys, earlier.textKeys),
  };
}

function union(first: readonly string[] = [], second: readonly string[] = []): string[] {
  return [...new Set([...first, ...second])];
}
