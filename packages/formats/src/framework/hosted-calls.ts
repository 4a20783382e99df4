import type { ContentBlock, OpaqueBlock } from '@palimpsest/core-types';
import { isRecord, membersOf, textOf } from './values.ts';

/** What a part is to a call that the provider runs itself. */
export interface HostedPart {
  /** Id of the call; empty if the provider gives none. */
  readonly id: string;
  /** A call that is complete in itself is `both`. */
  readonly role: 'call' | 'result' | 'both';
}

/** Calls that contain their result (Responses API). */
const COMPLETE = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
]);
/** Calls whose result is a part of its own (Anthropic). */
const CALLS = new Set(['server_tool_use', 'mcp_tool_use']);

/** Returns what a part of this kind is to a call that the provider runs itself; `undefined` for any other part. */
export function readHostedPart(kind: string, part: unknown): HostedPart | undefined {
  const { id, caller, tool_use_id, approval_request_id, providerData } = membersOf(part);
  // Code that calls tools is one call with them.
  const parent = textOf(membersOf(caller)['tool_id']);
  switch (kind) {
    case 'hosted_tool_call': {
      const data = membersOf(providerData);
      const type = textOf(data['type']) || textOf(membersOf(part)['name']);
      return type === kind ? undefined : readHostedPart(type, { id, ...data });
    }
    case 'mcp_approval_request':
      return { id: textOf(id), role: 'call' };
    case 'mcp_approval_response':
      return { id: textOf(approval_request_id), role: 'result' };
    case 'executableCode':
    case 'codeExecutionResult': {
      const code = membersOf(membersOf(part)[kind]);
      return { id: textOf(code['id']), role: kind === 'executableCode' ? 'call' : 'result' };
    }
    default:
  }
  if (COMPLETE.has(kind)) return { id: textOf(approval_request_id) || textOf(id), role: 'both' };
  if (CALLS.has(kind)) return { id: parent || textOf(id), role: 'call' };
  if (!kind.endsWith('_tool_result')) return undefined;
  return { id: parent || textOf(tool_use_id), role: 'result' };
}

/** Returns the blocks of an entry of the model, with `hostedCallId` on those of each hosted call whose parts are all in the entry. */
export function markHostedCalls(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  const calls = new Map<string, { readonly at: number[]; readonly roles: Set<string> }>();
  let newest = '';
  for (const [at, block] of blocks.entries()) {
    const found = block.type === 'opaque' ? hostedPartOf(block) : undefined;
    if (found === undefined) continue;
    // Without an id, a result belongs to the call before it.
    const id = found.id || (found.role === 'result' ? newest : `#${at}`);
    if (found.role !== 'result') newest = id;
    const call = calls.get(id) ?? { at: [], roles: new Set() };
    calls.set(id, call);
    call.at.push(at);
    call.roles.add(found.role);
  }
  const ids = new Map<number, string>();
  for (const [id, { at, roles }] of calls) {
    if (roles.has('call') === roles.has('result')) for (const one of at) ids.set(one, id);
  }
  if (ids.size === 0) return blocks;
  return blocks.map((block, at) => {
    const hostedCallId = ids.get(at);
    return hostedCallId === undefined ? block : { ...block, hostedCallId };
  }) as readonly ContentBlock[];
}

function hostedPartOf({ kind, native }: OpaqueBlock): HostedPart | undefined {
  return isRecord(native) ? readHostedPart(kind, native['part']) : undefined;
}
