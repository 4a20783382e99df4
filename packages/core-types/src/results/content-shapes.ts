import { isRecord } from './is-record.ts';
import { readResultMedia } from './read-result-media.ts';

const TEXT_TYPES: ReadonlySet<unknown> = new Set([
  'text',
  'input_text',
  'output_text',
  'text-plain',
]);

/** What parts without a type say beside their text: any other member makes a record of data. */
const BESIDE_TEXT = new Set(['text', 'thought', 'thoughtSignature', 'metadata', 'custom', '_meta']);

/** Part of a content list that is text: `{type: 'text', text}` and its kin, or a bare `{text}`. */
export interface TextPart {
  readonly type?: string;
  readonly text: string;
}

/** Returns whether a value is a text part with a type. */
function isTypedText(value: unknown): value is TextPart & { readonly type: string } {
  return isRecord(value) && typeof value['text'] === 'string' && TEXT_TYPES.has(value['type']);
}

/** Returns whether a value is a text part of any format. */
export function isTextPart(value: unknown): value is TextPart {
  if (isTypedText(value)) return true;
  if (!isRecord(value) || typeof value['text'] !== 'string') return false;
  return Object.keys(value).every((key) => BESIDE_TEXT.has(key));
}

/** Returns the way to what a part of another kind holds: the text or the parts of a document, a search result or a resource. */
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

/** Lists in lists in lists are data. */
const DEEPEST_LIST = 4;

/** Returns whether a value is a list of parts: at least one element is a text part, media, or holds such parts. */
export function isContentList(
  value: unknown,
  depth: number = DEEPEST_LIST,
): value is readonly unknown[] {
  return Array.isArray(value) && value.some((element) => isContentPart(element, depth));
}

function isContentPart(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return depth > 0 && isContentList(value, depth - 1);
  return (
    isTextPart(value) || containedPath(value) !== undefined || readResultMedia(value) !== undefined
  );
}

/** Content stands no deeper in a record. */
const DEEPEST_MEMBER = 3;

/** Returns whether a record holds media, a typed text part or a list of parts, itself or in records within. */
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

/** Returns whether a record stands for one value, as a date or an address does, and has no members to look at. */
export function isOneValue(record: object): boolean {
  const probe: { readonly toJSON?: unknown } = record;
  return typeof probe.toJSON === 'function' || record instanceof Map || record instanceof Set;
}

/** Returns whether an element of a content list is a provider's part of a kind that is not known here. */
export function isProviderPart(value: unknown): boolean {
  return isRecord(value) && typeof value['type'] === 'string';
}
