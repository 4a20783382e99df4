import { firstText, isRecord, type GivenParameters } from './parameters.ts';
import { parsePatchPaths } from './parse-patch-paths.ts';
import type { ToolSpec } from './tool-spec.ts';

/** Returns all paths of a call, as written. */
export function extractPaths(spec: ToolSpec, { record, text }: GivenParameters): string[] {
  const single = firstText(record, spec.pathKeys);
  const paths = single === undefined ? [] : [single];
  for (const key of spec.listKeys ?? []) {
    const value = record[key];
    for (const path of Array.isArray(value) ? value : [value]) {
      if (typeof path === 'string' && path !== '') paths.push(path);
    }
  }
  for (const key of spec.itemKeys ?? []) {
    const items = record[key];
    if (!Array.isArray(items)) continue;
    for (const item of items) {
      const path = isRecord(item) ? firstText(item, spec.pathKeys) : undefined;
      if (path !== undefined) paths.push(path);
    }
  }
  if (paths.length > 0 || spec.patchKeys === undefined) return paths;
  const patch = firstText(record, spec.patchKeys) ?? text;
  return patch === undefined ? paths : parsePatchPaths(patch);
}
