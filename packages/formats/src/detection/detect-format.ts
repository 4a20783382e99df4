import type { FormatName } from '../codec.ts';
import { isObject, isRecord, listOf, membersOf, type Members } from '../values.ts';

/** Record types of session logs without a message or an id. */
const LOG_TYPES = new Set(['summary', 'file-history-snapshot', 'queue-operation', 'custom-title']);
const OPENAI_ROLES = new Set<unknown>(['developer', 'tool', 'function']);
const OPENAI_MEMBERS = ['tool_calls', 'function_call', 'reasoning_content', 'refusal'];
const SHARED_ROLES = new Set<unknown>(['system', 'user', 'assistant']);
const OPENAI_PARTS = new Set<unknown>(['image_url', 'input_audio', 'file', 'refusal']);
const LANGCHAIN_TYPES = new Set<unknown>(['human', 'ai', 'system', 'tool', 'function', 'generic']);
const AI_SDK_PARTS = new Set<unknown>([
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
  'reasoning-file',
]);
const FOREIGN_PARTS = /^(?:tool-|input_text$|output_text$|reasoning)/;
const ANTHROPIC_PARTS = new Set<unknown>([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'image',
  'document',
  'search_result',
  'server_tool_use',
  'web_search_tool_result',
  'compaction',
  'container_upload',
]);

const PI_PARTS = ['thinkingSignature', 'textSignature'];
const GENKIT_PARTS = ['toolRequest', 'toolResponse'];
const KNOWN_ROLES = new Set<unknown>([
  'system',
  'developer',
  'user',
  'assistant',
  'model',
  'tool',
  'function',
]);

const RECORDS = new Set<unknown>([
  'response_item',
  'session_meta',
  'turn_context',
  'event_msg',
  'compacted',
]);
const AGENT_TYPES = new Set<unknown>(['function_call_result', 'hosted_tool_call']);
const ITEM_TYPE =
  /^(?:reasoning|compaction|item_reference|mcp_(?:list_tools|approval_request|approval_response)|[a-z_]+_call|[a-z_]+_call_output)$/;
const ITEM_PARTS = new Set<unknown>(['input_text', 'output_text', 'input_image', 'input_file']);
const AGENT_MEMBERS = ['callId', 'providerData', 'rawContent'];

/** A format, and whether no other format is possible. */
export interface Finding {
  readonly format: FormatName;
  readonly isSure: boolean;
}

/**
 * Detects the format of messages by their shape. Returns `undefined` for an empty list and for unknown shapes. The first message that only
 * one format can contain decides. Plain texts of system, user and assistant are valid in two formats and count as `openai`.
 */
export function findFormat(messages: readonly unknown[]): Finding | undefined {
  let fallback: Finding | undefined;
  for (const message of messages) {
    const found = inspect(message);
    if (found === undefined || found.isSure) return found;
    // Plain texts could be of another format too.
    if (fallback === undefined || found.format !== 'openai') fallback = found;
  }
  return fallback;
}

const sure = (format: FormatName): Finding => ({ format, isSure: true });
const likely = (format: FormatName): Finding => ({ format, isSure: false });

function inspect(message: unknown): Finding | undefined {
  if (!isObject(message)) return undefined;
  const probe = membersOf(message);
  const { type, role, parts } = probe;
  if (typeof probe['getType'] === 'function') return sure('langchain');
  if (typeof probe['speaker'] === 'string' && Array.isArray(probe['blocks'])) {
    return sure('icontent');
  }
  if (role === undefined && typeof type === 'string') {
    const isLogged = typeof probe['uuid'] === 'string' || typeof probe['sessionId'] === 'string';
    if (isLogged) return sure('claude-code');
    const item = inspectItem(probe);
    if (item !== undefined) return item;
    if (isLangChain(probe)) return sure('langchain');
    return LOG_TYPES.has(type) ? likely('claude-code') : undefined;
  }
  if (Array.isArray(parts)) {
    const hasTypes = parts.some((part) => typeof membersOf(part)['type'] === 'string');
    return hasTypes ? undefined : sure('gemini');
  }
  return inspectAgentMessage(probe) ?? inspectItem(probe) ?? inspectChat(probe);
}

function inspectChat(probe: Members): Finding | undefined {
  const { role, content } = probe;
  const parts = listOf(content).map(membersOf);
  const types = parts.map(({ type }) => type);
  if (callsLikeLangChain(probe)) return sure('langchain');
  if (isAiSdk(probe, parts)) return sure('ai-sdk');
  if (types.some((type) => typeof type === 'string' && FOREIGN_PARTS.test(type))) return undefined;
  if (OPENAI_ROLES.has(role)) return sure('openai');
  if (!SHARED_ROLES.has(role)) return undefined;
  if (OPENAI_MEMBERS.some((name) => name in probe)) return sure('openai');
  for (const type of types) {
    if (OPENAI_PARTS.has(type)) return sure('openai');
    if (ANTHROPIC_PARTS.has(type)) return sure('anthropic');
  }
  const isCached = parts.some(({ cache_control: mark }) => mark !== undefined);
  return likely(isCached ? 'anthropic' : 'openai');
}

/** Returns whether an object is a LangChain message in a serialized, stored or dumped form. */
function isLangChain({ type, lc, data, kwargs, content }: Members): boolean {
  if (lc === 1 && type === 'constructor') return isObject(kwargs);
  return LANGCHAIN_TYPES.has(type) && (isObject(data) || content !== undefined);
}

/** Returns whether plain data is LangChain's: like OpenAI's, but with its own roles and with parsed arguments in calls. */
function callsLikeLangChain({ role, tool_calls: calls }: Members): boolean {
  if (role === 'human' || role === 'ai') return true;
  const [first] = role === 'assistant' ? listOf(calls) : [];
  const { args, function: called } = membersOf(first);
  return args !== undefined && called === undefined;
}

/** Parts that look alike in other formats have their content elsewhere. */
function isAiSdk({ role, providerOptions: options }: Members, parts: readonly Members[]): boolean {
  if (!SHARED_ROLES.has(role) && role !== 'tool') return false;
  if (isObject(options)) return true;
  return parts.some(
    ({ type, text, image, mediaType, providerOptions }) =>
      AI_SDK_PARTS.has(type) ||
      isObject(providerOptions) ||
      (type === 'reasoning' && typeof text === 'string') ||
      (type === 'image' && image !== undefined) ||
      (type === 'file' && typeof mediaType === 'string'),
  );
}

/** Detects a format of messages with a role as agents store them, and whether no other format is possible. */
function inspectAgentMessage(message: Members): Finding | undefined {
  const { role, content, stopReason, timestamp } = message;
  const parts = listOf(content).filter(isRecord);
  const isPi =
    role === 'toolResult' ||
    (role === 'assistant' && typeof stopReason === 'string') ||
    parts.some(
      (part) =>
        part['type'] === 'toolCall' ||
        (part['type'] === 'image' &&
          typeof part['data'] === 'string' &&
          typeof part['mimeType'] === 'string') ||
        PI_PARTS.some((name) => typeof part[name] === 'string'),
    );
  if (isPi) return sure('pi');
  const isCustom = typeof role === 'string' && !KNOWN_ROLES.has(role);
  if (isCustom && typeof timestamp === 'number') return likely('pi');
  const isGenkit =
    (role === 'model' && Array.isArray(content)) ||
    parts.some((part) => GENKIT_PARTS.some((name) => isRecord(part[name])));
  return isGenkit ? sure('genkit') : undefined;
}

/** Detects a format of messages with a type and mostly no role, and whether no other format is possible. */
function inspectItem(message: Members): Finding | undefined {
  const { type, role, payload, content } = message;
  if (RECORDS.has(type) && isObject(payload)) return sure('codex');
  const parts = listOf(content);
  const isAgents =
    AGENT_TYPES.has(type) ||
    [message, ...parts].some(
      (one) => isRecord(one) && AGENT_MEMBERS.some((name) => Object.hasOwn(one, name)),
    );
  const format = isAgents ? 'openai-agents' : 'openai-responses';
  if (role === undefined && typeof type === 'string' && (isAgents || ITEM_TYPE.test(type))) {
    const isShared = type === 'compaction' || type === 'reasoning' || type === 'item_reference';
    return { format, isSure: isAgents || !isShared };
  }
  const hasItemParts = parts.some((part) => isRecord(part) && ITEM_PARTS.has(part['type']));
  if (type !== 'message' && !hasItemParts) return undefined;
  return { format, isSure: isAgents };
}
