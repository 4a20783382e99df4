import { resultParts } from '@palimpsest/core-types';
import { isRecord } from '../parameters.ts';
import { SAID } from '../text-ends.ts';
import { isLongerThan } from './result-length.ts';
import { resultText } from './result-text.ts';

const COMPLAINTS = ['error', 'message', 'stderr'] as const;

/** Small structured failures are shown whole, up to this many characters. */
const JSON_MAX_LENGTH = 300;

/** Returns whatever a failed result says in words; `undefined` where it has none. */
export function failureText(result: unknown): string | undefined {
  if (typeof result === 'string') return result;
  const texts = failureTexts(result);
  return texts.length === 0 ? undefined : texts.join('\n');
}

/**
 * Returns each text in which a failed result says something: complaints first, then the others; a small record without longer texts as a
 * whole. Media says nothing of a failure.
 */
export function failureTexts(result: unknown): readonly string[] {
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
  ];
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
    // A number too big for JSON: what cannot be written is not shown.
    return undefined;
  }
}
