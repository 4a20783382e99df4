import type { FormatName } from '../codec.ts';
import { isObject, isRecord } from '../values.ts';

interface Probe {
  readonly role?: unknown;
  readonly type?: unknown;
  readonly id?: unknown;
  readonly content?: unknown;
  readonly payload?: unknown;
}

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

/** Detects a format of messages with a type and mostly no role, and whether no other format is possible. */
export function inspectItem(
  message: object,
): { readonly format: FormatName; readonly isSure: boolean } | undefined {
  const { type, role, payload, content }: Probe = message;
  if (RECORDS.has(type) && isObject(payload)) return { format: 'codex', isSure: true };
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const isAgents =
    AGENT_TYPES.has(type) ||
    [message, ...parts].some(
      (one) => isRecord(one) && AGENT_MEMBERS.some((name) => Object.hasOwn(one, name)),
    );
  if (role === undefined && typeof type === 'string' && (isAgents || ITEM_TYPE.test(type))) {
    const isShared = type === 'compaction' || type === 'reasoning' || type === 'item_reference';
    return {
      format: isAgents ? 'openai-agents' : 'openai-responses',
      isSure: isAgents || !isShared,
    };
  }
  const hasItemParts = parts.some((part) => isRecord(part) && ITEM_PARTS.has(part['type']));
  if (type !== 'message' && !hasItemParts) return undefined;
  return { format: isAgents ? 'openai-agents' : 'openai-responses', isSure: isAgents };
}
