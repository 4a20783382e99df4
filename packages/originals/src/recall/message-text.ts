import { resultText } from '@palimpsest/tool-taxonomy';
import { isRecord } from '@palimpsest/core-types';
import { jsonLine, jsonText } from './json-text.ts';

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

/** A message or one of its parts. */
type Members = Readonly<Record<string, unknown>>;

/** Types of parts that hold a tool result: in entries, at Anthropic, in the AI SDK. */
const RESULT_PARTS: ReadonlySet<unknown> = new Set(['tool_response', 'tool_result', 'tool-result']);

/** Roles and types of messages that are a tool result as a whole. */
const RESULT_MESSAGES: ReadonlySet<unknown> = new Set(['tool', 'function', 'toolResult']);

/** Type suffixes of output items in the Responses API and the Agents SDK. */
const OUTPUTS = /_(?:output|result)$/;

/** Members in which formats keep a tool result, the likelier first. */
const SAID = ['result', 'content', 'output'] as const;

/** Returns the text of a part that is a tool result; `undefined` for other parts. */
function resultOfPart(part: unknown): string | undefined {
  if (!isRecord(part)) return undefined;
  const { functionResponse, toolResponse } = part;
  if (isRecord(functionResponse)) {
    const { response, parts } = functionResponse;
    const said = geminiText(response);
    return Array.isArray(parts) && parts.length > 0 ? `${said}\n${resultAsText(parts)}` : said;
  }
  if (isRecord(toolResponse)) return resultAsText(toolResponse['output']);
  return RESULT_PARTS.has(part['type']) ? saidBy(part) : undefined;
}

/** Returns the text of a message that is a tool result as a whole; `undefined` for other messages. */
function resultOfMessage(message: Members): string | undefined {
  const { role, type } = message;
  const isOutput =
    typeof type === 'string' && OUTPUTS.test(type) && SAID.some((name) => name in message);
  return isOutput || RESULT_MESSAGES.has(role ?? type) ? saidBy(message) : undefined;
}

function saidBy(members: Members): string {
  const name = SAID.find((known) => members[known] !== undefined);
  const said = name === undefined ? undefined : members[name];
  const isTyped = isRecord(said) && typeof said['type'] === 'string' && 'value' in said;
  return withError(resultAsText(isTyped ? said['value'] : said), members['error']);
}

/** Returns the text of a Gemini response. It is an object, so a plain text is its `output` or `error` member. */
function geminiText(response: unknown): string {
  if (!isRecord(response)) return resultAsText(response);
  const { output, error, ...others } = response;
  if (Object.keys(others).length > 0) return resultAsText(response);
  if (output === undefined) return resultAsText(error === undefined ? response : error);
  return withError(resultAsText(output), error);
}

/**
 * Returns the text of a tool result as the model saw it, followed by its error.
 *
 * @param writeJson formats a result without any text. @default readable JSON
 */
export function responseText(
  { result, error }: { readonly result?: unknown; readonly error?: string },
  writeJson: (result: unknown) => string = jsonText,
): string {
  return withError(resultAsText(result, writeJson), error);
}

function withError(text: string, error: unknown): string {
  if (typeof error !== 'string' || error.trim() === '' || error === text) return text;
  return text === '' ? error : `${text}\n${error}`;
}

/** Returns a result with all its members and parts as readable text; media by name. */
function resultAsText(result: unknown, writeJson = jsonText): string {
  return result === undefined || result === null ? '' : resultText(result, writeJson);
}
