import { isRecord } from './is-record.ts';
import { readResultMedia } from './read-result-media.ts';

const TEXT_TYPES: ReadonlySet<unknown> = new Set([
  'text',
  'input_text',
  'output_text',
  'text-plain',
]);

/** Members of an untyped text part. A record with any other member is data. */
const TEXT_PART_MEMBERS = new Set([
  'text',
  'thought',
  'thoughtSignature',
  'metadata',
  'custom',
  '_meta',
]);

/** A text part of a content list: `{type: 'text', text}` and similar, or `{text}`. */
export interface TextPart {
  readonly type?: string;
  readonly text: string;
}

function isTypedText(value: unknown): value is TextPart & { readonly type: string } {
  return isRecord(value) && typeof value['text'] === 'string' && TEXT_TYPES.has(value['type']);
}

/** Returns whether a value is a text part of any format. */
export function isTextPart(value: unknown): value is TextPart {
  if (isTypedText(value)) return true;
  if (!isRecord(value) || typeof value['text'] !== 'string') return false;
  return Object.keys(value).every((key) => TEXT_PART_MEMBERS.has(key));
}

/** Returns the path to the text or the parts within a document, a search result or a resource. */
export function containedPath(value: unknown): readonly string[] | undefined {
  if (!isRecord(value)) return undefined;
  const { type, content, source, resource } = value;
  if (type === 'search_result' && Array.isArray(content)) return ['content'];
  if (type === 'resource' && isRecord(resource) && typeof resource['text'] === 'string')
    return ['resource', 'text'];
  if (type !== 'document' || !isRecord(source)) return undefined;
  const { type: kind, data, content: parts } = source;
  if (kind === 'text' && typeof data === 'string') return ['source', 'data'];
  const hasParts = typeof parts === 'string' || Array.isArray(parts);
  return kind === 'content' && hasParts ? ['source', 'content'] : undefined;
}

/** Lists nested more deeply are data. */
const DEEPEST_LIST = 4;

/** Returns whether a value is a list of parts: at least one element is a text part or media, or contains such parts. */
export function isContentList(
  value: unknown,
  depth: number = DEEPEST_LIST,
): value is readonly unknown[] {
  return Array.isArray(value) && value.some((element) => isContentPart(element, depth));
}

function isContentPart(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? depth > 0 && isContentList(value, depth - 1) : isKnownPart(value);
}

/** Returns whether a value is a part of a known kind: a text, media, or what contains such parts. */
function isKnownPart(value: unknown): boolean {
  return (
    isTextPart(value) || containedPath(value) !== undefined || readResultMedia(value) !== undefined
  );
}

/** Content is not nested more deeply. */
const DEEPEST_MEMBER = 3;

/** Returns whether a record contains media, a typed text part or a list of parts, at any level up to `depth`. */
export function holdsContent(value: unknown, depth: number = DEEPEST_MEMBER): boolean {
  if (!isRecord(value) || isOneValue(value)) return false;
  return Object.values(value).some(
    (member) =>
      typeof member === 'object' &&
      member !== null &&
      (isContentList(member) ||
        isTypedText(member) ||
        containedPath(member) !== undefined ||
        readResultMedia(member) !== undefined ||
        (depth > 0 && holdsContent(member, depth - 1))),
  );
}

/** Returns whether a record represents one value, such as a date or a URL, and has no members to read. */
export function isOneValue(record: object): boolean {
  const probe: { readonly toJSON?: unknown } = record;
  return typeof probe.toJSON === 'function' || record instanceof Map || record instanceof Set;
}

/** Returns whether an element of a content list is a provider's part of an unknown kind. */
export function isUnknownPart(value: unknown): boolean {
  return isRecord(value) && typeof value['type'] === 'string' && !isKnownPart(value);
}
