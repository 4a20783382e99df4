import { pick, question, type HostedCall, type HostedTurn } from './hosted-turn.ts';

const ITEM_TOOLS = [
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
] as const;

/** Returns the items of a call: its request for approval, the response, and what the provider ran. */
function itemsOfCall({ tool, input, output, approval }: HostedCall, id: string): readonly object[] {
  const common = { id, status: 'completed' };
  const mcp = { server_label: 'port', name: 'pay', arguments: JSON.stringify({ note: input }) };
  if (approval !== 'not asked') {
    const approve = approval === 'granted';
    const request = { type: 'mcp_approval_request', id: `${id}_r`, ...mcp };
    const named = { approval_request_id: request.id };
    const response = { type: 'mcp_approval_response', ...named, approve };
    return [
      request,
      response,
      ...(approve ? [{ type: 'mcp_call', id, ...named, ...mcp, output }] : []),
    ];
  }
  const type = pick(ITEM_TOOLS, tool);
  switch (type) {
    case 'web_search_call':
      return [{ type, ...common, action: { type: 'search', query: output } }];
    case 'file_search_call': {
      const result = { file_id: 'f', filename: 'berths.md', score: 0.5, text: output };
      return [{ type, ...common, queries: [input], results: [result] }];
    }
    case 'code_interpreter_call': {
      const outputs = [{ type: 'logs', logs: output }];
      return [{ type, ...common, code: input, container_id: 'c', outputs }];
    }
    case 'image_generation_call':
      return [{ type, ...common, result: Buffer.from(output).toString('base64') }];
    default:
      return [{ type, id, ...mcp, output }];
  }
}

/** What differs between the Responses API and the Agents SDK. */
interface ItemNames {
  readonly callId: 'call_id' | 'callId';
  readonly output: string;
  readonly thought: object;
  readonly wrap: (item: object) => object;
}

/** Writes a turn as items. */
export function itemTurn(turn: HostedTurn, id: string, names: ItemNames): object[] {
  const status = 'completed';
  const says = (text: string, at: number): object[] => {
    if (text === '') return [];
    const content = [{ type: 'output_text', text }];
    return [{ type: 'message', id: `${id}_m${at}`, role: 'assistant', status, content }];
  };
  const calls = turn.calls.map((call, at) => {
    const items = itemsOfCall(call, `${id}_${at}`).map(names.wrap);
    const thought = { type: 'reasoning', id: `${id}_rs${at}`, ...names.thought };
    return { items, thoughts: call.thinksFirst ? [thought] : [] };
  });
  const ran = turn.isParallel
    ? // A response asks for all approvals at once.
      [0, 1, 2].flatMap((step) => calls.flatMap(({ items }) => items.slice(step, step + 1)))
    : calls.flatMap(({ items, thoughts }) => [...thoughts, ...items]);
  const host = { [names.callId]: `${id}_host`, name: 'read' };
  const called = [
    { type: 'function_call', ...host, arguments: '{"path":"berths.md"}', status },
    { type: names.output, ...host, status, output: 'berth 7' },
  ];
  return [
    ...question(turn.question),
    ...says(turn.announcement, 0),
    ...ran,
    ...says(turn.answer, 1),
    ...(turn.callsHost ? called : []),
  ];
}

export const RESPONSES: ItemNames = {
  callId: 'call_id',
  output: 'function_call_output',
  thought: { summary: [] },
  wrap: (item) => item,
};

export const AGENTS: ItemNames = {
  callId: 'callId',
  output: 'function_call_result',
  thought: { content: [] },
  wrap(item) {
    const { type, id, output, ...data } = item as { readonly [name: string]: unknown };
    return {
      type: 'hosted_tool_call',
      name: type,
      ...(id === undefined ? {} : { id }),
      ...(output === undefined ? {} : { output }),
      status: 'completed',
      providerData: { type, ...(type === 'mcp_approval_request' ? { id } : {}), ...data },
    };
  },
};
