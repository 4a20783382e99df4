import { isJson, type Json } from './rule.ts';

/** The result of one tool call, in any format. */
export interface FoundResult {
  /** Id of the call; the tool name in formats without ids. */
  readonly id: string;
  /** Output of the tool, without the format's envelope. */
  readonly value: unknown;
  /** The object that contains the whole result, including media outside `value`. */
  readonly holder: unknown;
  /** Whether the format marks the call as failed. */
  readonly hasFailed: boolean;
}

/** Returns the results in messages of any format, in order, recognized by their shape. */
export function toolResults(messages: readonly unknown[]): readonly FoundResult[] {
  const found: FoundResult[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const member of value) visit(member);
    if (!isJson(value)) return;
    const result = asResult(value);
    if (result !== undefined) found.push(result);
    // Call arguments and the log fields around a message contain no results.
    else for (const [name, member] of Object.entries(value)) if (!ASIDE.has(name)) visit(member);
  };
  visit(messages);
  return found;
}

/** Returns the tool name of each call in messages of any format, by call id. */
export function toolNames(messages: readonly unknown[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const member of value) visit(member);
    if (!isJson(value)) return;
    const called = isJson(value['function']) ? value['function'] : value;
    const name = called['name'] ?? called['toolName'];
    for (const key of CALL_IDS) {
      const id = value[key];
      if (typeof id === 'string' && typeof name === 'string') names.set(id, name);
    }
    for (const member of Object.values(value)) visit(member);
  };
  visit(messages);
  return names;
}

const CALL_IDS = ['id', 'call_id', 'callId', 'toolCallId', 'tool_call_id', 'tool_use_id', 'ref'];

const ASIDE = new Set(['toolUseResult', 'input', 'args', 'arguments', 'parameters', 'native']);

function asResult(holder: Json): FoundResult | undefined {
  const { role, type, content, functionResponse: gemini, toolResponse: genkit } = holder;
  if (isJson(gemini)) return geminiResult(gemini);
  if (isJson(genkit)) {
    const { ref, name, output: value } = genkit;
    return { id: String(ref ?? name), value, holder: genkit, hasFailed: false };
  }
  if (role === 'tool' && 'tool_call_id' in holder) {
    return { id: String(holder['tool_call_id']), value: content, holder, hasFailed: false };
  }
  if (role === 'toolResult') {
    const hasFailed = holder['isError'] === true;
    return { id: String(holder['toolCallId']), value: content, holder, hasFailed };
  }
  switch (type) {
    case 'tool': {
      const hasFailed = holder['status'] === 'error';
      return { id: String(holder['tool_call_id']), value: content, holder, hasFailed };
    }
    case 'tool_result': {
      const hasFailed = holder['is_error'] === true;
      return { id: String(holder['tool_use_id']), value: content, holder, hasFailed };
    }
    case 'tool_response': {
      const hasFailed = holder['isError'] === true || typeof holder['error'] === 'string';
      return { id: String(holder['callId']), value: holder['result'], holder, hasFailed };
    }
    case 'tool-result':
      return { id: String(holder['toolCallId']), holder, ...aiSdkValue(holder['output']) };
    case 'function_call_output':
    case 'function_call_result': {
      const { output } = holder;
      const value = isJson(output) && output['type'] === 'text' ? output['text'] : output;
      return { id: String(holder['call_id'] ?? holder['callId']), value, holder, hasFailed: false };
    }
    default:
      return undefined;
  }
}

/** Parses a Gemini response. `{output}` and `{error}` are envelopes around the value. */
function geminiResult(answer: Json): FoundResult {
  const { id, name, response } = answer;
  const members = isJson(response) ? Object.keys(response) : [];
  const isWrapped =
    isJson(response) && members.length === 1 && /^(?:output|error)$/.test(members[0]!);
  return {
    id: String(id ?? name),
    value: isWrapped ? response[members[0]!] : response,
    holder: answer,
    hasFailed: isJson(response) && (response['error'] ?? null) !== null,
  };
}

function aiSdkValue(output: unknown): Pick<FoundResult, 'value' | 'hasFailed'> {
  if (!isJson(output)) return { value: output, hasFailed: false };
  const { type, value, reason } = output;
  const hasFailed = type === 'error-text' || type === 'error-json' || type === 'execution-denied';
  return { value: type === 'execution-denied' ? reason : value, hasFailed };
}
