import {
  getRecallPrefixLength,
  resultParts,
  isRecord,
  soleText,
  type ToolKind,
  type ToolResponseBlock,
  type ToolUse,
} from '@palimpsest/core-types';
import { parseJsonRecord } from '../text/parse-json-record.ts';
import { hidesExitCode } from './command-lines.ts';
import {
  editReportsFailure,
  isOnlyErrorMessage,
  isWrappedFailure,
  readReportsFailure,
} from './failure-messages.ts';
import { shellReportsFailure } from './shell-failure.ts';
import { readExitCode } from './shell-lines.ts';
import { textEnds, type TextEnds } from './text-ends.ts';
import type { FailureForm, ToolSpec } from './tool-spec.ts';

/** Exit code of a program; other than 0 is a failure. */
const EXIT_CODE_FIELDS = ['exitCode', 'exit_code', 'returncode'] as const;
/** `true` is a failure. */
const ERROR_FLAGS = ['isError', 'is_error'] as const;
/** `false` is a failure. */
const SUCCESS_FLAGS = ['success', 'ok'] as const;
/** Description of the failure, as text or as a record. */
const ERROR_FIELD = 'error';
/** `error` or `failed` is a failure. */
const STATUS_FIELD = 'status';
/** Texts next to these fields, of successes and of failures. */
const MESSAGE_FIELDS = ['message', 'stderr'] as const;

const FORM_OF_KIND: Readonly<Partial<Record<ToolKind, FailureForm>>> = {
  run: 'shell',
  write: 'edit',
  read: 'read',
};

/** Returns whether a call failed: by its format, then by the structure of its result, then by its text. */
export function hasCallFailed(
  spec: ToolSpec | undefined,
  use: ToolUse,
  response: ToolResponseBlock,
): boolean {
  if (hasErrorFlag(response)) return true;
  const { result } = response;
  if ((isRecord(result) ? [result] : recordsBeside(result)).some(isStructuredFailure)) return true;
  const defaultForm = spec === undefined ? 'answer' : 'protocol';
  const form = spec?.failure ?? FORM_OF_KIND[use.kind] ?? defaultForm;
  if (resultTexts(result).some((text) => isFailedJson(form, text))) return true;
  if (form === 'shell' && !hidesExitCode(use.key ?? '') && structuredExitCode(result) === 0)
    return false;
  return textEnds(result).some((ends) => reportsFailure(form, ends, use.key));
}

/** Returns whether a flag, a field or an exit code reports a success. Text counts only if it is JSON or an exit code. */
export function reportsSuccess({ kind }: ToolUse, response: ToolResponseBlock): boolean {
  const { result, isError } = response;
  if (isError === false) return true;
  if (recordsIn(result).some(isStructuredSuccess)) return true;
  if (kind !== 'run') return resultTexts(result).some((text) => isSuccessJson(text));
  return (
    structuredExitCode(result) === 0 || textEnds(result).some((ends) => readExitCode(ends) === 0)
  );
}

const SUCCESSES: ReadonlySet<unknown> = new Set(['success', 'succeeded', 'ok', 'completed']);

function isStructuredSuccess(record: Readonly<Record<string, unknown>>): boolean {
  return (
    ERROR_FLAGS.some((flag) => record[flag] === false) ||
    SUCCESS_FLAGS.some((flag) => record[flag] === true) ||
    SUCCESSES.has(record[STATUS_FIELD]) ||
    exitCodeIn(record) === 0
  );
}

function isSuccessJson(text: string): boolean {
  const record = mayHaveOutcome(text) ? parseJsonRecord(text) : undefined;
  return record !== undefined && isStructuredSuccess(record);
}

/** Returns the exit code in the fields of a result, or of a text that is JSON. */
function structuredExitCode(result: unknown): number | undefined {
  if (isRecord(result)) return exitCodeIn(result);
  const text = soleText(result);
  const json = text === undefined ? '' : text.slice(getRecallPrefixLength(text));
  const record = mayHaveOutcome(json) ? parseJsonRecord(json) : undefined;
  return record && exitCodeIn(record);
}

function resultTexts(result: unknown): readonly string[] {
  return resultParts(result).flatMap((part) =>
    part.type === 'text' ? part.text.slice(getRecallPrefixLength(part.text)) : [],
  );
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the records among other parts, such as a function response next to images. */
function recordsBeside(result: unknown): readonly Members[] {
  return resultParts(result).flatMap((part) => {
    if (part.type !== 'json' || part.path.length === 0 || part.isFixed === true) return [];
    return [part.value].filter(isRecord);
  });
}

/** Returns a record, or the records in a list. */
function recordsIn(result: unknown): readonly Members[] {
  if (isRecord(result)) return [result];
  const elements: readonly unknown[] = Array.isArray(result) ? result : [];
  return [...recordsBeside(result), ...elements.filter(isRecord)];
}

/** Returns whether a field of the message marks a call as failed, whatever its result is. */
export function hasErrorFlag({ error, isError }: ToolResponseBlock): boolean {
  return isError === true || isFilledText(error);
}

function reportsFailure(form: FailureForm, ends: TextEnds, key: string | undefined): boolean {
  if (isWrappedFailure(ends)) return true;
  if (form === 'shell') return shellReportsFailure(ends, key);
  if (form === 'edit') return editReportsFailure(ends);
  if (form === 'answer') return isOnlyErrorMessage(ends);
  return form === 'read' && readReportsFailure(ends);
}

/**
 * Returns whether a text is a JSON record that reports a failure: text-only formats serialize structured results. Output of commands and
 * files may have members of any name, so fewer of them count there.
 */
function isFailedJson(form: FailureForm, text: string): boolean {
  const record = mayHaveOutcome(text) ? parseJsonRecord(text) : undefined;
  if (record === undefined) return false;
  if (form === 'answer') return isStructuredFailure(record);
  const names = Object.keys(record);
  const { [ERROR_FIELD]: error } = record;
  const namesError = isFilledText(error) || isRecord(error);
  if (namesError && names.length <= 2) return true;
  if (form === 'read') return false;
  if ((exitCodeIn(record) ?? 0) !== 0) return true;
  return form !== 'protocol' && namesError && names[0] === ERROR_FIELD;
}

/** A record without any of these names in its first or last `ENDS_LENGTH` UTF-16 units is not parsed, which would be slow. */
const OUTCOME_NAME = new RegExp(
  `"(?:${[ERROR_FIELD, STATUS_FIELD, ...EXIT_CODE_FIELDS, ...ERROR_FLAGS, ...SUCCESS_FLAGS].join('|')})"`,
);
const ENDS_LENGTH = 2_000;

function mayHaveOutcome(text: string): boolean {
  const head = text.slice(0, ENDS_LENGTH);
  if (!/^\s*\{/.test(head)) return false;
  const tail = text.slice(-ENDS_LENGTH);
  return tail.trimEnd().endsWith('}') && (OUTCOME_NAME.test(head) || OUTCOME_NAME.test(tail));
}

function isStructuredFailure(result: Readonly<Record<string, unknown>>): boolean {
  const { [ERROR_FIELD]: error, [STATUS_FIELD]: status } = result;
  return (
    ERROR_FLAGS.some((flag) => result[flag] === true) ||
    SUCCESS_FLAGS.some((flag) => result[flag] === false) ||
    isFilledText(error) ||
    isRecord(error) ||
    status === 'error' ||
    status === 'failed' ||
    (exitCodeIn(result) ?? 0) !== 0
  );
}

/** Returns the exit code of a record, or of its metadata: one other than 0 if there are several. */
function exitCodeIn(record: Readonly<Record<string, unknown>>): number | undefined {
  const codes = [record, record['metadata']].flatMap((fields) =>
    isRecord(fields) ? EXIT_CODE_FIELDS.map((key) => fields[key]) : [],
  );
  const numbers = codes.filter((code) => typeof code === 'number');
  return numbers.find((code) => code !== 0) ?? numbers[0];
}

function isFilledText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

const OUTCOME_FIELDS: ReadonlySet<string> = new Set(
  [
    ...EXIT_CODE_FIELDS,
    ...ERROR_FLAGS,
    ...SUCCESS_FLAGS,
    ERROR_FIELD,
    STATUS_FIELD,
    ...MESSAGE_FIELDS,
  ].map((name) => name.toLowerCase()),
);

/** Returns whether a field of a structured result reports the outcome of the call. Ignores case. */
export function isOutcomeField(name: string): boolean {
  return OUTCOME_FIELDS.has(name.toLowerCase());
}
