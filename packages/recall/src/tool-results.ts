import { resultText } from '@palimpsest/tool-taxonomy';
import { isRecord } from './is-record.ts';
import { jsonText } from './json-text.ts';

/** A member of a message or of one of its parts. */
type Members = Readonly<Record<string, unknown>>;

/** What the parts that answer a tool call are called: here, by Anthropic, by the AI SDK. */
const RESULT_PARTS: ReadonlySet<unknown> = new Set(['tool_response', 'tool_result', 'tool-result']);

/** Roles and types of messages that answer a tool call as a whole. */
const RESULT_MESSAGES: ReadonlySet<unknown> = new Set(['tool', 'function', 'toolResult']);

/** Items of the Responses API and of the Agents SDK. */
const OUTPUTS = /_(?:output|result)$/;

/** Members in which formats keep what a tool said, the likelier first. */
const SAID = ['result', 'content', 'output'] as const;

/** What a part says of a tool's answer; `undefined` for a part that is none. */
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

/** What a message says that is a tool's answer as a whole; `undefined` for any other. */
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

/** Gemini's responses are objects, so that a text stands under a name. */
function geminiText(response: unknown): string {
  if (!isRecord(response)) return resultAsText(response);
  const { output, error, ...others } = response;
  if (Object.keys(others).length > 0) return resultAsText(response);
  if (output === undefined) return resultAsText(error === undefined ? response : error);
  return withError(resultAsText(output), error);
}

/**
 * What a tool response says: its result as a model was shown it, and below it what went wrong. `writeJson` writes results without any text;
 * as JSON that a model can read, unless said otherwise.
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

/** A result with all its members and parts, as a model can read it; media by its name. */
function resultAsText(result: unknown, writeJson = jsonText): string {
  return result === undefined || result === null ? '' : resultText(result, writeJson);
}
