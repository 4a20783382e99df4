import { isContentList, isTextPart } from './content-shapes.ts';
import { isRecord } from './is-record.ts';
import { textLike } from './replace-result-parts.ts';
import { resultParts, soleMember } from './result-parts.ts';

/** Nested records around one text. */
const DEEPEST_RECORD = 3;

/**
 * Returns the text of a result that is only one text: a string, a list of one text, or a record around one of these. Summary lines of
 * results have this form.
 */
export function soleText(result: unknown, depth: number = DEEPEST_RECORD): string | undefined {
  if (typeof result === 'string') return result;
  if (typeof result !== 'object' || result === null) return undefined;
  if (Array.isArray(result)) {
    if (result.length > 1) return undefined;
    const [only] = result as readonly unknown[];
    return isTextPart(only) ? only.text : typeof only === 'string' ? only : undefined;
  }
  if (isTextPart(result)) return result.text;
  const text = soleMember(result)?.text;
  if (text !== undefined || depth === 0) return text;
  const members = Object.values(result);
  return members.length === 1 && isObject(members[0]) ? soleText(members[0], depth - 1) : undefined;
}

/** Members that hold the output of a tool, most likely first. */
const OUTPUT = ['output', 'content', 'text', 'stdout', 'result', 'llmContent', 'message'] as const;

/**
 * Returns a result in the same shape with only one text: a string, a list of one part of the same format, a list of one string, or a record
 * with one member.
 */
export function withSoleText(result: unknown, text: string): unknown {
  if (typeof result !== 'object' || result === null) return text;
  if (Array.isArray(result)) return [isContentList(result) ? elementLike(result, text) : text];
  if (ArrayBuffer.isView(result) || result instanceof ArrayBuffer) return text;
  const [part] = resultParts(result);
  if (isTextPart(result)) return { ...textShape(result), text };
  if (part === undefined || part.path.length === 0) {
    return part?.type === 'media' ? textLike(result, text) : { [outputKey(result)]: text };
  }
  return aroundContent(result, text);
}

/** Keeps the member that holds the content, in the shape of that content. */
function aroundContent(result: object, text: string): unknown {
  const members = Object.entries(result);
  const holder =
    members.find(([, value]) => isContentList(value)) ??
    (members.some(([, value]) => typeof value === 'string')
      ? undefined
      : members.find(([, value]) => isObject(value)));
  if (holder === undefined) return { [outputKey(result)]: text };
  return { [holder[0]]: withSoleText(holder[1], text) };
}

function outputKey(result: object): string {
  const record = result as Readonly<Record<string, unknown>>;
  // The name of the member tells that the call failed.
  const { error } = record;
  if (typeof error === 'string' && error.trim() !== '') return 'error';
  const texts = Object.keys(record).filter((key) => typeof record[key] === 'string');
  if (texts.length === 1 && texts[0] !== '…') return texts[0]!;
  return OUTPUT.find((key) => texts.includes(key)) ?? 'output';
}

function elementLike(list: readonly unknown[], text: string): unknown {
  const first = list.find(isTextPart);
  if (first !== undefined) return { ...textShape(first), text };
  const part = list.find(isObject);
  return isRecord(part) ? textLike(part, text) : { type: 'text', text };
}

function textShape({ type }: { readonly type?: string }): object {
  return type === undefined ? {} : { type };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
