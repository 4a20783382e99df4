import type { ToolKind } from '@palimpsest/core-types';

/**
 * How a tool's failure shows in a result that is plain text.
 *
 * - `shell`: an exit code other than 0, a command that was not found, timed out or was declined; without a code, a text that is nothing but
 *   an error.
 * - `edit`: the very beginning of the text says that nothing was changed.
 * - `read`: never by what a file contains; only a protocol wrapper, or one single line of a known shape (D8).
 * - `protocol`: only a protocol wrapper at the very beginning.
 * - `answer`: a protocol wrapper, or the whole of it is one line that begins as errors do, or JSON whose members say so.
 *
 * A text that is a whole JSON record counts as well where it has an `error` and at most one other member; for `edit` and `shell` also where
 * `error` is its first member, and for `shell` where it has an exit code other than 0.
 */
export type FailureForm = 'shell' | 'edit' | 'read' | 'protocol' | 'answer';

/** What one value of a parameter changes about a tool. */
export interface ToolVariant {
  readonly kind: ToolKind;
  /** @default `true`, but `false` for `read`, `search` and `fetch` */
  readonly hasSideEffects?: boolean;
}

/** One tool, as plain data. Names of parameters are tried in the order given. */
export interface ToolSpec extends ToolVariant {
  /** Parameters that may hold the one path of the call; the first non-empty string wins (C20). */
  readonly pathKeys?: readonly string[];
  /** Parameters that each hold a path or a list of paths. All of them count; what is not a string is ignored. */
  readonly listKeys?: readonly string[];
  /** Parameters that hold a list of objects, each with its path under one of `pathKeys`. */
  readonly itemKeys?: readonly string[];
  /** Parameters that hold a patch text; its paths count when `pathKeys` found none. */
  readonly patchKeys?: readonly string[];
  /** The paths may be patterns, so `hasGlob` looks for `* ? [ ] { } !` in them (C12). */
  readonly patterns?: boolean;
  /** Parameters that may tell what the call is about when it names no path, before the usual ones. */
  readonly textKeys?: readonly string[];
  /** @default `shell` for `run`, `edit` for `write`, `read` for `read`, `protocol` for the rest; `answer` for tools without a spec */
  readonly failure?: FailureForm;
  /** What the tool does depends on the value of a parameter. Without a known value the spec's own `kind` holds. */
  readonly variants?: {
    readonly key: string;
    readonly values: Readonly<Record<string, ToolVariant>>;
  };
}

/** The tools of one agent, by name. */
export interface ToolPreset {
  readonly name: string;
  /** Its tools are met behind a server's prefix too (`mcp__files__read_file`), reads and writes included. */
  readonly prefixed?: boolean;
  readonly tools: Readonly<Record<string, ToolSpec>>;
}
