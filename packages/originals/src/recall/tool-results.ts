import { resultText } from '@palimpsest/tool-taxonomy';
import { isRecord } from './is-record.ts';
import { jsonText } from './json-text.ts';

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
export function resultOfPart(part: unknown): string | undefined {
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
export function resultOfMessage(message: Members): string | undefined {
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
