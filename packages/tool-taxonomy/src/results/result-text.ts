import { parseGapMarker } from '@palimpsest/core-types';
import { isRecord } from '../parameters.ts';
import { isLongerThan } from './result-length.ts';

/** Fields in which hosts keep what a tool said, the likelier first. */
const OUTPUT = ['output', 'text', 'content', 'llmContent', 'stdout', 'result'] as const;
const COMPLAINTS = ['error', 'message', 'stderr'] as const;

/** Small structured failures are shown whole, up to this many characters. */
const JSON_MAX_LENGTH = 300;

/** A result as the text a model was shown, where it is one: a string, a list of text parts, or a record around one of these. */
export function resultText(result: unknown): string | undefined {
  if (typeof result === 'string') return result;
  if (Array.isArray(result)) {
    // A mark tells that the list had items that may have been no texts.
    const texts = result.map((part) => (isMark(part) ? undefined : partText(part)));
    return texts.length > 0 && texts.every((text) => text !== undefined)
      ? texts.join('\n')
      : undefined;
  }
  return isRecord(result) ? outputText(result) : undefined;
}

/** Whatever a failed result says in words: complaints first, then its output; a small record without output as a whole. */
export function failureText(result: unknown): string | undefined {
  const text = resultText(result);
  if (Array.isArray(result) && text === undefined) {
    return joined(result.map(partText));
  }
  if (!isRecord(result)) return text;
  if (text === undefined) {
    const whole = smallJson(result);
    if (whole !== undefined) return whole;
  }
  return joined([...COMPLAINTS.map((field) => complaint(result[field])), text]);
}

function complaint(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isRecord(value) && typeof value['message'] === 'string' ? value['message'] : undefined;
}

function outputText(record: Readonly<Record<string, unknown>>): string | undefined {
  for (const field of OUTPUT) {
    const value = record[field];
    if (typeof value === 'string') return value;
    const texts = Array.isArray(value) ? value.map(partText) : [];
    if (texts.some((text) => text !== undefined)) return joined(texts);
  }
  return undefined;
}

function partText(part: unknown): string | undefined {
  if (typeof part === 'string') return part;
  if (!isRecord(part)) return undefined;
  const { text, output } = part as { readonly text?: unknown; readonly output?: unknown };
  return typeof text === 'string' ? text : typeof output === 'string' ? output : undefined;
}

function isMark(part: unknown): boolean {
  return typeof part === 'string' && parseGapMarker(part) !== undefined;
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  const said = texts.filter((text) => text !== undefined && text !== '');
  return said.length === 0 ? undefined : said.join('\n');
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
