import { withSoleText, type ContentBlock, type ToolResponseBlock } from '@palimpsest/core-types';
import { hasSameOutcome } from '../framework/native.ts';
import { isObject, listOf, membersOf, textOf, type Members } from '../framework/values.ts';
import { isTextPart, plainResult, type Outcome } from './tool-payload.ts';

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
  const { value, mediaList } =
    before === undefined
      ? { value: plainResult(block.result), mediaList: [] }
      : writeAnswer(block.result, { value: result, mediaList: listOf(list) });
  const written = format.write({ ...block, result: value }, known, result === raw[format.value]);
  const media = mediaList.length === 0 ? {} : { [format.mediaList]: mediaList };
  return { ...raw, ...facts, [format.value]: written, ...media };
}

/** Joins value and list into one result. A value that is a text becomes a part of the list. */
function readAnswer({ value, mediaList }: SplitResult): unknown {
  if (mediaList.length === 0) return value;
  if (isNothing(value)) return mediaList;
  return [typeof value === 'string' ? { text: value } : value, ...mediaList];
}

/** Splits a result again. A text that replaces media goes to the end of the value. */
function writeAnswer(result: unknown, before: SplitResult): SplitResult {
  if (before.mediaList.length === 0 || !Array.isArray(result)) {
    return { value: result, mediaList: [] };
  }
  const elements = result as readonly unknown[];
  const hasValue = !isNothing(before.value);
  const [first, ...rest] = hasValue ? elements : [undefined, ...elements];
  const isOwn = (element: unknown): boolean =>
    before.mediaList.includes(element) || !isTextPart(element);
  const notes = rest.filter((element) => !isOwn(element)).filter(isTextPart);
  const value = hasValue ? valueOf(first, before.value) : '';
  return {
    value: withLines(
      value,
      notes.map(({ text }) => text),
    ),
    mediaList: rest.filter(isOwn),
  };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Returns a text that represents a value in the value's own kind. */
function valueOf(element: unknown, before: unknown): unknown {
  if (!isTextPart(element) || isTextPart(before)) return element;
  return isObject(before) ? withSoleText(before, element.text) : element.text;
}

/** Returns a value with lines at its end: of a text as lines, of any other value as last elements of a list. */
function withLines(value: unknown, lines: readonly string[]): unknown {
  if (lines.length === 0) return value;
  if (typeof value === 'string') return [...(value === '' ? [] : [value]), ...lines].join('\n');
  return [...(Array.isArray(value) ? (value as unknown[]) : [value]), ...lines];
}
