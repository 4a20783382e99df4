import type { ToolKind } from '@palimpsest/core-types';

/**
 * How a text result reports a failure of a tool.
 *
 * - `shell`: an exit code other than 0, or a command that was not found, timed out or was rejected; without a code, a text that is only
 *   an error.
 * - `edit`: the start of the text reports that nothing was changed.
 * - `read`: a protocol wrapper, or only one line of a known form, as a file may contain any word.
 * - `protocol`: a protocol wrapper at the start.
 * - `answer`: a protocol wrapper, or only one line that starts like an error, or JSON with an outcome field.
 *
 * A JSON record is also a failure if it has an `error` and at most one other member; for `edit` and `shell` if `error` is its first
 * member; for `shell` if it has an exit code other than 0.
 */
export type FailureForm = 'shell' | 'edit' | 'read' | 'protocol' | 'answer';

/** What a tool does for one value of a parameter. */
export interface ToolVariant {
  readonly kind: ToolKind;
  /** @default `true`, but `false` for `read`, `search` and `fetch` */
  readonly hasSideEffects?: boolean;
}

/** One tool, as data. Names of parameters are tried in order. */
export interface ToolSpec extends ToolVariant {
  /** Parameters that may hold the path of the call; the first non-empty string counts. */
  readonly pathKeys?: readonly string[];
  /** Parameters that each hold a path or a list of paths. All strings count. */
  readonly listKeys?: readonly string[];
  /** Parameters that hold a list of objects, each with its path in one of `pathKeys`. */
  readonly itemKeys?: readonly string[];
  /** Parameters that hold a patch, read if `pathKeys` has no value. */
  readonly patchKeys?: readonly string[];
  /** The paths may be patterns: `hasGlob` is set if one contains any of `* ? [ ] { } !`. */
  readonly patterns?: boolean;
  /** Parameters with a text that describes a call without a path, tried before those that are common to all tools. */
  readonly textKeys?: readonly string[];
  /**
   * The call writes the whole plan of the agent, or one task of it, whose id is in a parameter; or it sets the mode in which the agent works, such as
   * planning without edits. @default none of these
   */
  readonly plan?: 'whole' | 'mode' | { readonly taskKeys: readonly string[] };
  /** @default `shell` for `run`, `edit` for `write`, `read` for `read`, `protocol` for the rest; `answer` for tools without a spec */
  readonly failure?: FailureForm;
  /** What the tool does depends on the value of a parameter. `kind` applies to unknown values. */
  readonly variants?: {
    readonly key: string;
    readonly values: Readonly<Record<string, ToolVariant>>;
  };
}

/** Returns one spec for several tools, by name. `names` are separated by single spaces. */
export function shareSpec(names: string, spec: ToolSpec): Record<string, ToolSpec> {
  return Object.fromEntries(names.split(' ').map((name) => [name, spec]));
}

/** The tools of one agent, by name. */
export interface ToolPreset {
  readonly name: string;
  /** Its tools, reads and writes included, are also known after a server's prefix (`mcp__files__read_file`). */
  readonly prefixed?: boolean;
  readonly tools: Readonly<Record<string, ToolSpec>>;
}
