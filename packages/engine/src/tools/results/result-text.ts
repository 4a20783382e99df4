import {
  binarySize,
  formatMediaPlaceholder,
  isRecord,
  resultParts,
  type ResultPart,
} from '@palimpsest/core-types';
import { isTexts } from '../text-ends.ts';

/** Texts under these names are shown without the name. */
const OMITTED_NAMES: ReadonlySet<unknown> = new Set(['text', 'data', 'content']);

/**
 * Returns a whole result as text: texts unchanged, members of a record by name, other values as JSON, and placeholders for media, in order.
 *
 * @param writeJson formats values. @default JSON on one line
 */
export function resultText(result: unknown, writeJson: WriteJson = toJsonLine): string {
  if (typeof result === 'string') return result;
  const parts = resultParts(result);
  if (parts.length === 1 && parts[0]!.path.length === 0)
    return partText(parts[0]!, false, writeJson);
  const isNamed = parts.length > 1;
  const texts = parts.map((part) => partText(part, isNamed, writeJson));
  return [...texts, ...plainMembers(result)].join('\n');
}

type WriteJson = (value: unknown) => string;

function partText(part: ResultPart, isOneOfSeveral: boolean, writeJson: WriteJson): string {
  if (part.type === 'media') return formatMediaPlaceholder(part.media);
  const name = part.path.at(-1);
  const isNamed = isOneOfSeveral && typeof name === 'string' && !OMITTED_NAMES.has(name);
  const value = part.type === 'json' ? part.value : part.text;
  if (isNamed) return formatMember(name, value, writeJson);
  return typeof value === 'string' ? value : valueText(value, writeJson);
}

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

/** Formats numbers and flags next to lists of parts. */
function plainMembers(result: unknown): string[] {
  if (!isRecord(result)) return [];
  return Object.entries(result)
    .filter(([, value]) => typeof value === 'number' || typeof value === 'boolean')
    .map(([name, value]) => `${name}: ${String(value)}`);
}

/** Formats a value as one line of JSON: bytes as their size, and values without a JSON form as text. */
function toJsonLine(value: unknown): string {
  try {
    return JSON.stringify(value, replaceUnwritable) ?? String(value);
  } catch {
    return '[a value that cannot be written]';
  }
}

/** Replaces values that JSON cannot hold, or not shortly. */
function replaceUnwritable(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  const size = binarySize(value);
  return size === undefined
    ? value
    : formatMediaPlaceholder({ mimeType: 'application/octet-stream', bytes: size });
}
