import { isRecord, mediaPlaceholder, resultParts } from '@palimpsest/core-types';
import { isTexts } from '../text-ends.ts';

/**
 * Returns a whole result as text: texts unchanged, members of a record by name, other values as JSON, and placeholders for media, in order.
 *
 * @param writeJson formats values. @default JSON on one line
 */
export function resultText(result: unknown, writeJson: WriteJson = toJsonLine): string {
  const texts = resultParts(result).map((part) => {
    if (part.type === 'text') return part.text;
    return part.type === 'media' ? mediaPlaceholder(part.media) : valueText(part.value, writeJson);
  });
  return texts.join('\n');
}

type WriteJson = (value: unknown) => string;

function valueText(value: unknown, writeJson: WriteJson): string {
  if (isTexts(value)) return value.join('\n');
  // Records with only short members, and those with a `toJSON`, are shown as JSON.
  if (!isRecord(value) || typeof value['toJSON'] === 'function') return writeJson(value);
  if (!Object.values(value).some(hasLines)) return writeJson(value);
  return Object.entries(value)
    .map(([name, inner]) => formatMember(name, inner, writeJson))
    .join('\n');
}

export function hasLines(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\n');
}

/** Formats a member; a text of several lines starts below its name. */
function formatMember(name: string, value: unknown, writeJson: WriteJson): string {
  const text = typeof value === 'string' ? value : writeJson(value);
  return `${name}:${text.includes('\n') ? '\n' : ' '}${text}`;
}

/** Formats a value as one line of JSON. */
function toJsonLine(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return '[a value that cannot be written]';
  }
}
