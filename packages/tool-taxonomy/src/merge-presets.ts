import type { ToolPreset, ToolSpec } from './tool-spec.ts';

/** Tools by name, and the names that are also known after a server's prefix. */
export interface ToolTable {
  readonly specs: ReadonlyMap<string, ToolSpec>;
  readonly prefixed: ReadonlySet<string>;
}

/** Merges presets into one table. The last preset with a tool decides its kind, and its parameter names come first, then those of the others. */
export function mergePresets(presets: readonly ToolPreset[]): ToolTable {
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
