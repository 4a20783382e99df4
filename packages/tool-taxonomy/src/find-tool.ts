import type { ToolTable } from './merge-presets.ts';
import type { ToolSpec } from './tool-spec.ts';

const SEPARATOR = /__|[./:]/g;

/**
 * Returns the spec of a tool by its name, or by the last segment after a server's prefix (`mcp__files__read_file`, `files.read_file`).
 * Another server's `edit` may differ: only presets with `prefixed` provide reads and writes after a prefix.
 */
export function findTool(table: ToolTable, name: unknown): ToolSpec | undefined {
  const known = table.specs.get(String(name));
  if (known !== undefined) return known;
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
