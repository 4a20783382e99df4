import {
  resultParts,
  type ToolKind,
  type ToolResponseBlock,
  type ToolUse,
} from '@palimpsest/core-types';
import {
  isWrappedFailure,
  saysEditFailed,
  saysOnlyError,
  saysReadFailed,
  saysShellFailed,
} from './failure-texts.ts';
import {
  ERROR_FIELD,
  ERROR_FLAGS,
  EXIT_CODE_FIELDS,
  STATUS_FIELD,
  SUCCESS_FLAGS,
} from './outcome-fields.ts';
import { isRecord } from './parameters.ts';
import { textEnds, type TextEnds } from './text-ends.ts';
import type { FailureForm, ToolSpec } from './tool-spec.ts';

const FORM_OF_KIND: Readonly<Partial<Record<ToolKind, FailureForm>>> = {
  run: 'shell',
  write: 'edit',
  read: 'read',
};

/** Whether a call failed: what its format says, then what its result's structure says, then its text (C4, D8). */
export function hasCallFailed(
  spec: ToolSpec | undefined,
  use: ToolUse,
  response: ToolResponseBlock,
): boolean {
  if (isFlagged(response)) return true;
  const { result } = response;
  if (isRecord(result) && isStructuredFailure(result)) return true;
  if (isPartFailed(result)) return true;
  const usual = spec === undefined ? 'answer' : 'protocol';
  const form = spec?.failure ?? FORM_OF_KIND[use.kind] ?? usual;
  return textEnds(result).some((ends) => saysFailed(form, ends, use.key));
}

/** A record may stand among other parts, as the response of a function beside its pictures does. */
function isPartFailed(result: unknown): boolean {
  return (
    Array.isArray(result) &&
    resultParts(result).some(
      (part) =>
        part.type === 'json' &&
        part.path.length > 0 &&
        isRecord(part.value) &&
        isStructuredFailure(part.value),
    )
  );
}

/** Whether a format itself says that a call failed, whatever its result says. */
export function isFlagged({ error, isError }: ToolResponseBlock): boolean {
  return isError === true || isFilledText(error);
}

function saysFailed(form: FailureForm, ends: TextEnds, key: string | undefined): boolean {
  if (isWrappedFailure(ends)) return true;
  if (form === 'shell') return saysShellFailed(ends, key);
  if (form === 'edit') return saysEditFailed(ends);
  if (form === 'answer') return saysOnlyError(ends) || isFailedJson(ends);
  return form === 'read' && saysReadFailed(ends);
}

/** Formats that know texts only hold a structured result as JSON. */
function isFailedJson({ head, isWhole }: TextEnds): boolean {
  const text = head.trim();
  if (!isWhole || !text.startsWith('{') || !text.endsWith('}')) return false;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && isStructuredFailure(value);
  } catch {
    return false;
  }
}

function isStructuredFailure(result: Readonly<Record<string, unknown>>): boolean {
  const { [ERROR_FIELD]: error, [STATUS_FIELD]: status, metadata } = result;
  return (
    ERROR_FLAGS.some((flag) => result[flag] === true) ||
    SUCCESS_FLAGS.some((flag) => result[flag] === false) ||
    isFilledText(error) ||
    isRecord(error) ||
    status === 'error' ||
    status === 'failed' ||
    hasExitCode(result) ||
    (isRecord(metadata) && hasExitCode(metadata))
  );
}

function hasExitCode(record: Readonly<Record<string, unknown>>): boolean {
  return EXIT_CODE_FIELDS.some((key) => {
    const code = record[key];
    return typeof code === 'number' && code !== 0;
  });
}

function isFilledText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
