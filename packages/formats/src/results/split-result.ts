import {
  parseMediaPlaceholder,
  readResultMedia,
  resultParts,
  withSoleText,
  type ContentBlock,
  type ResultMedia,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { hasSameOutcome } from '../native.ts';
import { isObject, isRecord, listOf, membersOf, textOf, type Members } from '../values.ts';
import { isMedia, isPartList, isTextPart, takeMedia } from './result-pieces.ts';
import type { Outcome } from './tool-payload.ts';

/** A result in formats that hold it as one value, with its media in a separate list. */
interface SplitResult {
  readonly value: unknown;
  readonly mediaList: readonly unknown[];
}

/** How such a format names and holds a result. */
export interface AnswerFormat {
  readonly id: 'id' | 'ref';
  readonly value: 'response' | 'output';
  readonly mediaList: 'parts' | 'content';
  readonly read: (value: unknown) => Outcome;
  /**
   * @param before the result that the value was read as
   * @param isBare whether the value was that result itself
   */
  readonly write: (
    block: ToolResponseBlock,
    before: ToolResponseBlock | undefined,
    isBare: boolean,
  ) => unknown;
  /** Writes media for the list; `undefined` if the list cannot hold it. */
  readonly media: (media: ResultMedia) => unknown;
}

/** Reads the part of a result. */
export function readAnswerPart(
  part: object,
  format: AnswerFormat,
): Omit<ToolResponseBlock, 'native'> {
  const members = membersOf(part);
  const { result: value, ...failure } = format.read(members[format.value]);
  return {
    type: 'tool_response',
    callId: textOf(members[format.id]),
    toolName: textOf(members['name']),
    ...failure,
    result: readAnswer({ value, mediaList: listOf(members[format.mediaList]) }),
  };
}

/**
 * Writes a new or changed result.
 *
 * @param part the part that it was read from, and `before` what it was read as
 */
export function writeAnswerPart(
  block: ToolResponseBlock,
  part: unknown,
  before: ContentBlock | undefined,
  format: AnswerFormat,
): Members {
  const known = before?.type === 'tool_response' ? before : undefined;
  const { [format.mediaList]: list, ...raw } = membersOf(part);
  // A part without an id stays so.
  const hasId = block.callId !== '' && (before === undefined || textOf(raw[format.id]) !== '');
  const facts = {
    ...(hasId ? { [format.id]: block.callId } : {}),
    // If the provider omitted the name, it is known from the call only.
    ...(known?.toolName === '' ? {} : { name: block.toolName }),
  };
  if (known !== undefined && hasSameOutcome(block, known)) return { ...membersOf(part), ...facts };
  const { result } = format.read(raw[format.value]);
  const given = before === undefined ? undefined : { value: result, mediaList: listOf(list) };
  const { value, mediaList } = writeAnswer(block.result, given, format.media);
  const written = format.write({ ...block, result: value }, known, result === raw[format.value]);
  const media = mediaList.length === 0 ? {} : { [format.mediaList]: mediaList };
  return { ...raw, ...facts, [format.value]: written, ...media };
}

/** Joins value and list into one result. A media placeholder in the value, and a value that is a text, become parts of the list. */
function readAnswer({ value, mediaList }: SplitResult): unknown {
  const { baseValue, notes } = readNotes(value);
  if (notes.length + mediaList.length === 0) return value;
  const parts = [...notes.map((text) => ({ text })), ...mediaList];
  if (isNothing(baseValue)) return parts;
  return [typeof baseValue === 'string' ? { text: baseValue } : baseValue, ...parts];
}

/**
 * Splits a result again: media goes to the list if `writeMedia` accepts it, otherwise a placeholder goes to the value.
 *
 * @param before the answer that the result was read from
 */
function writeAnswer(
  result: unknown,
  before: SplitResult | undefined,
  writeMedia: (media: ResultMedia) => unknown,
): SplitResult {
  const { baseValue, notes: known } = readNotes(before?.value);
  const hasBeside = before !== undefined && known.length + before.mediaList.length > 0;
  const isWithin = before !== undefined && (!hasBeside || !Array.isArray(result));
  // The value of a tool is unchanged, whatever it contains.
  if (isWithin || !(before !== undefined || resultParts(result).some(isMedia))) {
    return { value: result, mediaList: [] };
  }
  const elements = before !== undefined || isPartList(result) ? listOf(result) : [result];
  const own = new Set(before?.mediaList);
  // If the list accepts texts, it accepts placeholders.
  const takesText = before?.mediaList.some(isTextPart) === true;
  const isFirst = isValue(elements[0], baseValue);
  const values: unknown[] = [];
  const notes: string[] = [];
  const mediaList: unknown[] = [];
  for (const [index, element] of elements.entries()) {
    const isBehind = before !== undefined && (index > 0 || isNothing(baseValue));
    if (index === 0 && isFirst) values.push(element);
    else if (own.has(element) || (isBehind && takesText && isTextPart(element))) {
      mediaList.push(element);
    } else {
      const { shown, taken } = takeMedia(element, writeMedia);
      for (const part of taken.values()) mediaList.push(part);
      if (taken.size > 0 && readResultMedia(element) !== undefined) continue;
      if (isBehind && isTextPart(shown) && isPlaceholder(shown.text)) notes.push(shown.text);
      else values.push(shown);
    }
  }
  const [only = '', ...others] = values;
  const head = isFirst ? only : valueOf(only, baseValue);
  const isText = before !== undefined && others.every(isTextPart);
  const value = isText
    ? writeNotes({ baseValue: head, texts: others.map(({ text }) => text), notes })
    : undefined;
  return { value: value ?? [...values, ...notes.map((text) => ({ text }))], mediaList };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Returns a text that represents a value in the value's own kind. */
function valueOf(element: unknown, before: unknown): unknown {
  if (!isTextPart(element)) return element;
  return isObject(before) ? withSoleText(before, element.text) : element.text;
}

/** Returns whether an element is the value of the tool, even if it looks like a part. */
function isValue(element: unknown, before: unknown): boolean {
  return isObject(element) && isObject(before) && (!isTextPart(element) || isTextPart(before));
}

/** A value with placeholders of the media next to it. */
interface NotedValue {
  readonly baseValue: unknown;
  readonly notes: readonly string[];
}

/** Prefix of such a placeholder. Placeholders of media inside the value have none. */
const LABEL = 'media: ';
const MEMBER = /^media\d*$/;

/**
 * Writes placeholders into a value, which stays of its kind: as last lines of a text, last elements of a list, or a last member of a record.
 * `undefined` where a value has no place for them.
 *
 * @param texts other texts that were beside the value
 */
function writeNotes({
  baseValue,
  texts,
  notes,
}: NotedValue & { readonly texts: readonly string[] }): unknown {
  if (texts.length + notes.length === 0) return baseValue;
  const added = [...texts, ...notes.map((note) => `${LABEL}${note}`)];
  if (typeof baseValue === 'string')
    return [...(baseValue === '' ? [] : [baseValue]), ...added].join('\n');
  if (Array.isArray(baseValue)) return [...(baseValue as unknown[]), ...added];
  if (!isRecord(baseValue)) return undefined;
  return { ...baseValue, [freeName(baseValue)]: [...texts, ...notes].join('\n') };
}

function freeName(record: object): string {
  let name = 'media';
  for (let count = 2; Object.hasOwn(record, name); count += 1) name = `media${count}`;
  return name;
}

/** Parses exactly the output of `writeNotes`; any other value has no placeholders. */
function readNotes(value: unknown): NotedValue {
  const plain = { baseValue: value, notes: [] };
  if (Array.isArray(value)) return readElements(value);
  if (typeof value === 'string') {
    const lastLine = value.slice(value.lastIndexOf('\n') + 1);
    if (readNote(lastLine) === undefined) return plain;
    const { baseValue, notes } = readElements(value.split('\n'));
    return { baseValue: baseValue.join('\n'), notes };
  }
  if (!isRecord(value)) return plain;
  const name = Object.keys(value).at(-1) ?? '';
  const { [name]: text, ...baseValue } = value;
  if (!MEMBER.test(name) || typeof text !== 'string') return plain;
  const notes = text.split('\n');
  return notes.every(isPlaceholder) ? { baseValue, notes } : plain;
}

function readElements(
  list: readonly unknown[],
): NotedValue & { readonly baseValue: readonly unknown[] } {
  const first = 1 + list.findLastIndex((element) => readNote(element) === undefined);
  const notes = list.slice(first).map((element) => readNote(element) ?? '');
  return { baseValue: notes.length === 0 ? list : list.slice(0, first), notes };
}

function readNote(line: unknown): string | undefined {
  if (typeof line !== 'string' || !line.startsWith(LABEL)) return undefined;
  const note = line.slice(LABEL.length);
  return isPlaceholder(note) ? note : undefined;
}

function isPlaceholder(text: string): boolean {
  return parseMediaPlaceholder(text) !== undefined;
}
