import type { FormatName } from '../codec.ts';
import { inspectAgentMessage } from './detect-agents.ts';
import { inspectItem } from './detect-items.ts';
import { isObject } from '../values.ts';

interface Probe {
  readonly role?: unknown;
  readonly type?: unknown;
  readonly content?: unknown;
  readonly parts?: unknown;
  readonly speaker?: unknown;
  readonly blocks?: unknown;
  readonly uuid?: unknown;
  readonly sessionId?: unknown;
  readonly message?: unknown;
  readonly cache_control?: unknown;
  readonly providerOptions?: unknown;
  readonly image?: unknown;
  readonly text?: unknown;
  readonly mediaType?: unknown;
  readonly getType?: unknown;
  readonly data?: unknown;
  readonly kwargs?: unknown;
  readonly lc?: unknown;
  readonly tool_calls?: unknown;
  readonly args?: unknown;
  readonly function?: unknown;
}

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
  if (typeof message !== 'object' || message === null) return undefined;
  const probe: Probe = message;
  if (typeof probe.getType === 'function') return sure('langchain');
  if (typeof probe.speaker === 'string' && Array.isArray(probe.blocks)) return sure('icontent');
  if (probe.role === undefined && typeof probe.type === 'string') {
    const isRecord = typeof probe.uuid === 'string' || typeof probe.sessionId === 'string';
    if (isRecord) return sure('claude-code');
    const item = inspectItem(message);
    if (item !== undefined) return item;
    if (isLangChain(probe)) return sure('langchain');
    return LOG_TYPES.has(probe.type) ? likely('claude-code') : undefined;
  }
  if (Array.isArray(probe.parts)) {
    return probe.parts.some((part) => typeof probeOf(part).type === 'string')
      ? undefined
      : sure('gemini');
  }
  return inspectAgentMessage(message) ?? inspectItem(message) ?? inspectChat(probe);
}

function inspectChat(probe: Probe): Finding | undefined {
  const parts: readonly unknown[] = Array.isArray(probe.content) ? probe.content : [];
  const types = parts.map((part) => probeOf(part).type);
  if (callsLikeLangChain(probe)) return sure('langchain');
  if (isAiSdk(probe, parts.map(probeOf))) return sure('ai-sdk');
  if (types.some((type) => typeof type === 'string' && FOREIGN_PARTS.test(type))) return undefined;
  if (OPENAI_ROLES.has(probe.role)) return sure('openai');
  if (!SHARED_ROLES.has(probe.role)) return undefined;
  if (OPENAI_MEMBERS.some((name) => name in probe)) return sure('openai');
  for (const type of types) {
    if (OPENAI_PARTS.has(type)) return sure('openai');
    if (ANTHROPIC_PARTS.has(type)) return sure('anthropic');
  }
  const isCached = parts.some((part) => probeOf(part).cache_control !== undefined);
  return likely(isCached ? 'anthropic' : 'openai');
}

/** Returns whether an object is a LangChain message in a serialized, stored or dumped form. */
function isLangChain({ type, lc, data, kwargs, content }: Probe): boolean {
  if (lc === 1 && type === 'constructor') return isObject(kwargs);
  return LANGCHAIN_TYPES.has(type) && (isObject(data) || content !== undefined);
}

/** Returns whether plain data is LangChain's: like OpenAI's, but with its own roles and with parsed arguments in calls. */
function callsLikeLangChain({ role, tool_calls: calls }: Probe): boolean {
  if (role === 'human' || role === 'ai') return true;
  const [first]: readonly unknown[] = role === 'assistant' && Array.isArray(calls) ? calls : [];
  const call = probeOf(first);
  return call.args !== undefined && call.function === undefined;
}

/** Parts that look alike in other formats have their content elsewhere. */
function isAiSdk(message: Probe, parts: readonly Probe[]): boolean {
  if (!SHARED_ROLES.has(message.role) && message.role !== 'tool') return false;
  if (isObject(message.providerOptions)) return true;
  return parts.some(
    ({ type, text, image, mediaType, providerOptions }) =>
      AI_SDK_PARTS.has(type) ||
      isObject(providerOptions) ||
      (type === 'reasoning' && typeof text === 'string') ||
      (type === 'image' && image !== undefined) ||
      (type === 'file' && typeof mediaType === 'string'),
  );
}

function probeOf(value: unknown): Probe {
  return isObject(value) ? value : {};
}
