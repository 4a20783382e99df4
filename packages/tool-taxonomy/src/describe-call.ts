import type { ToolKind, ToolUse } from '@palimpsest/core-types';
import { callKey, commandText } from './call-key.ts';
import { extractPaths } from './extract-paths.ts';
import { readParameters, type GivenParameters } from './parameters.ts';
import type { ToolSpec, ToolVariant } from './tool-spec.ts';

const GLOB = /[*?[\]{}!]/;
const HARMLESS: ReadonlySet<ToolKind> = new Set(['read', 'search', 'fetch']);
const UNKNOWN: ToolVariant = { kind: 'other' };

/** Returns what a call does, by its tool's spec and its arguments. */
export function describeCall(spec: ToolSpec | undefined, parameters: unknown): ToolUse {
  const given = readParameters(parameters);
  const patch = spec?.kind === 'run' ? patchCommand(given) : undefined;
  if (patch !== undefined) return describeCall({ kind: 'write', patchKeys: [] }, patch);

  const { kind, hasSideEffects } = chosenVariant(spec, given) ?? spec ?? UNKNOWN;
  const paths = spec === undefined ? [] : extractPaths(spec, given);
  const key = callKey(spec, given, paths);
  return {
    kind,
    paths,
    hasGlob: paths.some(
      (path) => path.endsWith('/') || (spec?.patterns === true && GLOB.test(path)),
    ),
    hasSideEffects: hasSideEffects ?? !HARMLESS.has(kind),
    ...(key === undefined ? {} : { key }),
  };
}

function chosenVariant(
  spec: ToolSpec | undefined,
  { record }: GivenParameters,
): ToolVariant | undefined {
  if (spec?.variants === undefined) return undefined;
  const { key, values } = spec.variants;
  const value = record[key];
  if (typeof value !== 'string' && typeof value !== 'boolean') return undefined;
  return Object.hasOwn(values, `${value}`) ? values[`${value}`] : undefined;
}

/** Returns the patch that Codex passes to its shell tool: `["apply_patch", "*** Begin Patch…"]`. */
function patchCommand({ record }: GivenParameters): string | undefined {
  const command = commandText(record['command'] ?? record['cmd'])?.trimStart();
  return command?.startsWith('apply_patch') === true && command.includes('*** Begin Patch')
    ? command
    : undefined;
}
