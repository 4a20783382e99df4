import { isRecord, resultParts } from '@palimpsest/core-types';
import { recordIn } from '../../text/record-in.ts';
import { isTexts, SAID } from '../text-ends.ts';
import { isLongerThan } from './result-size.ts';
import { resultText } from './result-text.ts';

const COMPLAINTS = ['error', 'message', 'stderr'] as const;

/** Structured failures up to this length are shown whole, in UTF-16 units. */
const JSON_MAX_LENGTH = 300;

/** Returns the texts of a failed result; `undefined` if it has none. */
export function failureText(result: unknown): string | undefined {
  if (typeof result === 'string') return result;
  const texts = textsOf(result);
  return texts.length === 0 ? undefined : texts.join('\n');
}

function textsOf(result: unknown): readonly string[] {
  const parts = resultParts(result);
  const words = parts.flatMap((part) => {
    if (part.type === 'text') return part.text;
    return part.type === 'json' ? wordsOf(part.value) : [];
  });
  const complaints = parts.some(({ path }) => path.length > 0) ? complaintsOf(result) : [];
  return [...new Set([...complaints, ...words])].filter((text) => text !== '');
}

function wordsOf(value: unknown): readonly string[] {
  if (!isRecord(value)) {
    return Array.isArray(value) && !value.every((item) => typeof item === 'string')
      ? value.flatMap((item) => (typeof item === 'string' ? [item] : []))
      : [resultText(value)];
  }
  const isSaid = SAID.some((name) => typeof value[name] === 'string');
  const whole = isSaid ? undefined : smallJson(value);
  if (whole !== undefined) return [whole];
  return [
    ...complaintsOf(value),
    ...Object.values(value).filter((text) => typeof text === 'string'),
    ...SAID.flatMap((name) => wordsWithin(value[name])),
  ];
}

function wordsWithin(said: unknown): readonly string[] {
  return isRecord(said) || isTexts(said) ? wordsOf(said) : [];
}

/**
 * Returns the first line of a record's `error`, also of a record among other parts or in JSON text. Without one, the only line of `stderr`
 * next to an exit code other than 0.
 */
export function namedError(result: unknown): string | undefined {
  if (Array.isArray(result)) {
    for (const part of result.filter(isRecord)) {
      const error = namedError(part) ?? namedError(recordIn(part['text']));
      if (error !== undefined) return error;
    }
    return undefined;
  }
  if (!isRecord(result)) return undefined;
  const error = complaint(result['error'])?.trim() ?? '';
  if (error !== '') return namedError(recordIn(error)) ?? error.split('\n', 1)[0];
  const code = result['exitCode'] ?? result['exit_code'];
  const said = typeof code === 'number' && code !== 0 ? complaint(result['stderr'])?.trim() : '';
  return said === undefined || said === '' || said.includes('\n') ? undefined : said;
}

function complaintsOf(value: unknown): string[] {
  if (!isRecord(value)) return [];
  return COMPLAINTS.map((field) => complaint(value[field])).filter((text) => text !== undefined);
}

function complaint(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isRecord(value) && typeof value['message'] === 'string' ? value['message'] : undefined;
}

function smallJson(record: object): string | undefined {
  if (isLongerThan(record, JSON_MAX_LENGTH)) return undefined;
  try {
    return JSON.stringify(record);
  } catch {
    // Values without a JSON form, such as big integers, are not shown.
    return undefined;
  }
}
