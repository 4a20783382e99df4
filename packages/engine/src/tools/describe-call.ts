import { isRecord, type ToolKind, type ToolUse } from '@palimpsest/core-types';
import { truncateText } from '../text/index.ts';
import { parseJsonRecord } from '../text/parse-json-record.ts';
import type { ToolSpec, ToolVariant } from './tool-spec.ts';
import { parsePatchPaths } from './parse-patch-paths.ts';

const GLOB = /[*?[\]{}!]/;
/** Kinds without side effects. */
const READING_KINDS: ReadonlySet<ToolKind> = new Set(['read', 'search', 'fetch']);
const UNKNOWN: ToolVariant = { kind: 'other' };

/** Returns what a call does, by its tool's spec and its arguments. */
export function describeCall(spec: ToolSpec | undefined, parameters: unknown): ToolUse {
  const args = readArguments(parameters);
  const patch = spec?.kind === 'run' ? patchCommand(args) : undefined;
  if (patch !== undefined) return describeCall({ kind: 'write', patchKeys: [] }, patch);

  const { kind, hasSideEffects } = chosenVariant(spec, args) ?? spec ?? UNKNOWN;
  const paths = spec === undefined ? [] : extractPaths(spec, args);
  const key = callKey(spec, args, paths);
  const plan = nameOfPlan(spec, args);
  return {
    kind,
    paths,
    hasGlob: paths.some(
      (path) => path.endsWith('/') || (spec?.patterns === true && GLOB.test(path)),
    ),
    hasSideEffects: hasSideEffects ?? !READING_KINDS.has(kind),
    ...(key === undefined ? {} : { key }),
    ...(plan === undefined ? {} : { plan }),
  };
}

/** Returns the name of the plan that a call writes. A call without a list, such as a request to show the plan, writes none. */
function nameOfPlan(spec: ToolSpec | undefined, { record }: CallArguments): string | undefined {
  if (spec?.plan === undefined) return undefined;
  if (spec.plan === 'mode') return 'mode';
  if (spec.plan === 'whole') return Object.values(record).some(isList) ? 'plan' : undefined;
  const task = firstPhrase(record, spec.plan.taskKeys);
  return task === undefined ? undefined : `task ${task}`;
}

function isList(value: unknown): boolean {
  return Array.isArray(value) || (typeof value === 'string' && CHECK_LIST.test(value));
}

/** A line of a check list in Markdown. */
const CHECK_LIST = /^\s*(?:[-*+]|\d+[.)])?\s*\[[ xX/~-]\]/m;

function chosenVariant(
  spec: ToolSpec | undefined,
  { record }: CallArguments,
): ToolVariant | undefined {
  if (spec?.variants === undefined) return undefined;
  const { key, values } = spec.variants;
  const value = record[key];
  if (typeof value !== 'string' && typeof value !== 'boolean') return undefined;
  return Object.hasOwn(values, `${value}`) ? values[`${value}`] : undefined;
}

/** Returns the patch that Codex passes to its shell tool: `["apply_patch", "*** Begin Patch…"]`. */
function patchCommand({ record }: CallArguments): string | undefined {
  const command = commandText(record['command'] ?? record['cmd'])?.trimStart();
  return command?.startsWith('apply_patch') === true && command.includes('*** Begin Patch')
    ? command
    : undefined;
}

/** Maximum length of a key, in UTF-16 units: enough for most commands. */
const MAX_KEY_LENGTH = 500;

/** Names of arguments that describe a call of any tool. */
const DEFAULT_TEXT_KEYS = [
  ...'file_path absolute_path path filePath filename'.split(' '),
  ...'command cmd pattern regex url uri query prompt description'.split(' '),
];

/** Returns a short description of a call: its path, else the first text in the parameters of its tool's spec, else in `DEFAULT_TEXT_KEYS`. */
function callKey(
  spec: ToolSpec | undefined,
  { record, text }: CallArguments,
  paths: readonly string[],
): string | undefined {
  if (paths[0] !== undefined) return shortened(paths[0]);
  return (
    firstPhrase(record, [...(spec?.textKeys ?? []), ...DEFAULT_TEXT_KEYS]) ?? shortened(text ?? '')
  );
}

/** Returns a command line: a text as it is, words joined, without the shell that runs them. */
function commandText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  const words = value.slice(0, 100).filter((word): word is string => typeof word === 'string');
  const isScript = words.length === 3 && (words[1] === '-lc' || words[1] === '-c');
  return isScript ? words[2] : words.join(' ');
}

function firstPhrase(record: NamedArguments, keys: readonly string[]): string | undefined {
  return keys.map((key) => shortened(commandText(record[key]) ?? '')).find(isFilled);
}

/** Trims and truncates a text without lone surrogates, which escapes in JSON can produce; `undefined` for a blank one. */
function shortened(text: string): string | undefined {
  const key = truncateText(text.trimStart(), MAX_KEY_LENGTH).trimEnd();
  return key === '' ? undefined : key.toWellFormed();
}

function extractPaths(spec: ToolSpec, { record, text }: CallArguments): readonly string[] {
  const listed = (spec.listKeys ?? []).flatMap((key) => record[key]);
  const items = (spec.itemKeys ?? []).flatMap((key) => record[key]);
  const paths = [
    firstText(record, spec.pathKeys),
    ...listed,
    ...items.map((item) => (isRecord(item) ? firstText(item, spec.pathKeys) : undefined)),
  ].filter(isFilled);
  if (paths.length > 0 || spec.patchKeys === undefined) return paths;
  const patch = firstText(record, spec.patchKeys) ?? text;
  return patch === undefined ? [] : parsePatchPaths(patch);
}

type NamedArguments = Readonly<Record<string, unknown>>;

/** Maximum length of JSON text that is parsed, in UTF-16 units: it bounds the time for one call. */
const MAX_JSON_LENGTH = 1_000_000;

/** The arguments of a call: by name, or one text. */
interface CallArguments {
  readonly record: NamedArguments;
  readonly text?: string;
}

/** Returns the arguments of a call. Some hosts keep them as JSON text, some tools take one text. */
function readArguments(parameters: unknown): CallArguments {
  if (isRecord(parameters)) return { record: parameters };
  if (typeof parameters !== 'string') return { record: {} };
  const parsed = parameters.length <= MAX_JSON_LENGTH ? parseJsonRecord(parameters) : undefined;
  // Malformed arguments are a text like any other.
  return parsed === undefined ? { record: {}, text: parameters } : { record: parsed };
}

/** Returns the first non-empty string of the given keys. */
function firstText(parameters: NamedArguments, keys: readonly string[] = []): string | undefined {
  return keys.map((key) => parameters[key]).find(isFilled);
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
