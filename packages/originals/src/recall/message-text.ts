import { isRecord } from './is-record.ts';
import { jsonLine, jsonText } from './json-text.ts';
import { resultOfMessage, resultOfPart } from './tool-results.ts';

type Members = Readonly<Record<string, unknown>>;

/** Members that hold the content of a message. */
const CONTENT = ['blocks', 'parts', 'content'] as const;
/** Members in which logs and serializers wrap a message. */
const WRAPPERS = ['message', 'kwargs', 'data'] as const;
/** Members in addition to the content that belong to the text of a message. */
const OTHER_TEXT_MEMBERS = ['refusal', 'tool_calls', 'function_call', 'toolCalls'] as const;
/** Types of parts that hold no visible output: reasoning and step boundaries. */
const UNSAID = /^(?:thinking|reasoning|redacted|step-)/;

/**
 * Returns the text of a message of any format in parts: one per tool result, in order, then one with all other content, texts first. Never
 * empty: a message of an unknown shape is one part, its JSON. Reasoning is included only if there is nothing else.
 */
export function messageParts(message: unknown): readonly string[] {
  const said = unwrapped(message);
  if (typeof said === 'string') return [said.toWellFormed()];
  const content = isRecord(said) ? contentOf(said) : said;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  const results = parts.map(resultOfPart).filter((text) => text !== undefined);
  const whole = results.length === 0 && isRecord(said) ? resultOfMessage(said) : undefined;
  if (whole !== undefined) return [whole.toWellFormed()];
  const others = [
    ...parts.filter((part) => resultOfPart(part) === undefined),
    ...(isRecord(said) ? OTHER_TEXT_MEMBERS.flatMap((name) => besideOf(said[name])) : []),
  ];
  const texts = [...others.flatMap(wordsOf), ...others.flatMap(notesOf)];
  const rest = texts.length > 0 ? [texts.join('\n')] : [];
  const all = [...results, ...rest];
  return (all.length > 0 ? all : [jsonText(message)]).map((text) => text.toWellFormed());
}

/** Returns the parts of a message, joined by line breaks. */
export function textOf(message: unknown): string {
  return messageParts(message).join('\n');
}

/** Returns the message inside a log record or a framework's wrapper. */
export function unwrapped(message: unknown): unknown {
  let inner = message;
  for (let depth = 0; depth < 3 && isRecord(inner); depth += 1) {
    const record: Members = inner;
    if ([...CONTENT, 'output'].some((name) => record[name] !== undefined)) break;
    const wrapper = WRAPPERS.find((name) => isRecord(record[name]));
    if (wrapper === undefined) break;
    inner = record[wrapper];
  }
  return inner;
}

/** Returns the parts of a message, or its text. */
export function contentOf(message: Members): unknown {
  for (const name of CONTENT) {
    const value = message[name];
    if (typeof value === 'string' || Array.isArray(value)) return value;
    if (isRecord(value) && Array.isArray(value['parts'])) return value['parts'];
  }
  return undefined;
}

function besideOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function wordsOf(part: unknown): readonly string[] {
  if (typeof part === 'string') return part === '' ? [] : [part];
  if (!isRecord(part) || isUnsaid(part)) return [];
  const { type, text, code, executableCode } = part;
  if (typeof text === 'string') return [text];
  if (type === 'code' && typeof code === 'string') return [code];
  const written = isRecord(executableCode) ? executableCode['code'] : undefined;
  return typeof written === 'string' ? [written] : [];
}

/** Returns a part without text, such as a tool call or an image, as one line of JSON. */
function notesOf(part: unknown): readonly string[] {
  const isOther = isRecord(part) && !isUnsaid(part) && wordsOf(part).length === 0;
  return isOther ? [jsonLine(part)] : [];
}

function isUnsaid({ type, thought }: Members): boolean {
  return thought === true || (typeof type === 'string' && UNSAID.test(type));
}
