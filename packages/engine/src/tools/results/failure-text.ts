import { isRecord, resultParts } from '@palimpsest/core-types';
import { parseJsonRecord } from '../../text/parse-json-record.ts';
import { isTexts, OUTPUT_MEMBERS } from '../text-ends.ts';
import { isResultLongerThan } from './result-size.ts';
import { resultText } from './result-text.ts';

/** Members of a record that describe an error. */
const ERROR_MEMBERS = ['error', 'message', 'stderr'] as const;

/** Structured failures up to this length are shown whole, in UTF-16 units. */
const MAX_JSON_LENGTH = 300;

/** Returns the texts of a failed result; `undefined` if it has none. */
export function failureText(result: unknown): string | undefined {
  if (typeof result === 'string') return result;
  const all = resultParts(result).flatMap((part) => {
    if (part.type === 'text') return part.text;
    return part.type === 'json' ? textsOfValue(part.value) : [];
  });
  const texts = [...new Set(all)].filter((text) => text !== '');
  return texts.length === 0 ? undefined : texts.join('\n');
}

function textsOfValue(value: unknown): readonly string[] {
  if (!isRecord(value)) {
    return Array.isArray(value) && !value.every((item) => typeof item === 'string')
      ? value.flatMap((item) => (typeof item === 'string' ? [item] : []))
      : [resultText(value)];
  }
  const hasOutput = OUTPUT_MEMBERS.some((name) => typeof value[name] === 'string');
  const whole = hasOutput ? undefined : smallJson(value);
  if (whole !== undefined) return [whole];
  return [
    ...errorsOf(value),
    ...Object.values(value).filter((text) => typeof text === 'string'),
    ...OUTPUT_MEMBERS.flatMap((name) => textsOfOutput(value[name])),
  ];
}

function textsOfOutput(output: unknown): readonly string[] {
  return isRecord(output) || isTexts(output) ? textsOfValue(output) : [];
}

/**
 * Returns the first line of a record's `error`, also of a record among other parts or in JSON text. Without one, the only line of `stderr`
 * next to an exit code other than 0.
 */
export function namedError(result: unknown): string | undefined {
  if (!isRecord(result)) {
    const records = Array.isArray(result) ? recordsIn(result) : [];
    return records.map(namedError).find((error) => error !== undefined);
  }
  const error = errorText(result['error'])?.trim() ?? '';
  if (error !== '') return namedError(parseJsonRecord(error)) ?? error.split('\n', 1)[0];
  const code = result['exitCode'] ?? result['exit_code'];
  const stderr = typeof code === 'number' && code !== 0 ? errorText(result['stderr'])?.trim() : '';
  return stderr === undefined || stderr === '' || stderr.includes('\n') ? undefined : stderr;
}

/** Returns the records of a list, also those that its texts are JSON of. */
function recordsIn(list: readonly unknown[]): readonly unknown[] {
  return resultParts(list).flatMap((part) => {
    if (part.type === 'json')
      return Array.isArray(part.value) ? part.value.filter(isRecord) : part.value;
    return part.type === 'text' ? parseJsonRecord(part.text) : [];
  });
}

function errorsOf(value: unknown): string[] {
  if (!isRecord(value)) return [];
  return ERROR_MEMBERS.map((name) => errorText(value[name])).filter((text) => text !== undefined);
}

function errorText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isRecord(value) && typeof value['message'] === 'string' ? value['message'] : undefined;
}

function smallJson(record: object): string | undefined {
  if (isResultLongerThan(record, MAX_JSON_LENGTH)) return undefined;
  try {
    return JSON.stringify(record);
  } catch {
    // Values without a JSON form, such as big integers, are not shown.
    return undefined;
  }
}
