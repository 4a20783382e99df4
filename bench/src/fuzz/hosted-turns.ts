import type { FormatName } from '@palimpsest/formats';
import fc from 'fast-check';
import { shapeOf } from './session-log.ts';

/** A call of a tool that the provider runs itself. */
interface HostedCall {
  /** Chooses the tool among those of the format. */
  readonly tool: number;
  readonly input: string;
  readonly output: string;
  /** What a person says to the call, if asked. */
  readonly approval: 'not asked' | 'granted' | 'denied';
  readonly thinksFirst: boolean;
}

/** A response of the model with such calls. */
interface HostedTurn {
  /** What a person asks; without it, the model goes on. */
  readonly question: string;
  readonly announcement: string;
  readonly calls: readonly HostedCall[];
  /** Whether all calls come before all results. */
  readonly isParallel: boolean;
  /** Whether the model also calls a tool of the host, after its own. */
  readonly callsHost: boolean;
  readonly answer: string;
}

interface HostedOptions {
  readonly turns: { readonly minLength?: number; readonly maxLength: number };
  /** The texts that tools return. */
  readonly outputs: fc.Arbitrary<string>;
  /** Whether people write between the responses of the model. @default true */
  readonly hasQuestions?: boolean;
}

/** Draws a conversation with tools that the provider runs itself; `undefined` if the format has none. */
export function hostedConversations(
  format: FormatName,
  { turns, outputs, hasQuestions = true }: HostedOptions,
): fc.Arbitrary<object[]> | undefined {
  const write = WRITERS[shapeOf(format) as keyof typeof WRITERS];
  if (write === undefined) return undefined;
  const sentence = fc.constantFrom('Go on with berth 7.', 'It is clear.', 'The crane waits.');
  const call: fc.Arbitrary<HostedCall> = fc.record({
    tool: fc.nat(),
    input: sentence,
    output: outputs,
    approval: fc.constantFrom('not asked', 'granted', 'granted', 'denied'),
    thinksFirst: fc.boolean(),
  });
  const turn: fc.Arbitrary<HostedTurn> = fc.record({
    question: hasQuestions ? fc.oneof(sentence, fc.constant('')) : fc.constant(''),
    announcement: fc.oneof(sentence, fc.constant('')),
    calls: fc.array(call, { minLength: 1, maxLength: 4 }),
    isParallel: fc.boolean(),
    callsHost: fc.nat(3).map((roll) => roll === 0),
    answer: fc.oneof({ weight: 3, arbitrary: sentence }, fc.constant('')),
  });
  return fc.array(turn, turns).map((drawn) => [
    ...drawn.flatMap((one, at) => {
      const asked = at === 0 && one.question === '' ? { ...one, question: 'Start.' } : one;
      return write(asked, `t${at}`);
    }),
    ...write.question('What is next?'),
  ]);
}

interface TurnWriter {
  (turn: HostedTurn, id: string): object[];
  readonly question: (text: string) => object[];
}

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!;

const question = (text: string): object[] => (text === '' ? [] : [{ role: 'user', content: text }]);

const ANTHROPIC_TOOLS = [
  'web_search',
  'web_fetch',
  'code_execution',
  'bash_code_execution',
  'text_editor_code_execution',
  'mcp',
] as const;

function anthropicTurn(turn: HostedTurn, id: string): object[] {
  const pairs = turn.calls.map(({ tool, input, output }, at) => {
    const name = pick(ANTHROPIC_TOOLS, tool);
    const use = { id: `${id}_${at}`, name, input: { query: input } };
    const result = { tool_use_id: use.id, content: anthropicOutput(name, output) };
    return name === 'mcp'
      ? [
          { ...use, type: 'mcp_tool_use', server_name: 'port' },
          { ...result, type: 'mcp_tool_result', is_error: false },
        ]
      : [
          { ...use, type: 'server_tool_use' },
          { ...result, type: `${name}_tool_result` },
        ];
  });
  const host = { type: 'tool_use', id: `${id}_host`, name: 'read', input: { path: 'berths.md' } };
  const content = [
    ...texts(turn.announcement),
    ...inOrder(pairs, turn.isParallel),
    ...texts(turn.answer),
    ...(turn.callsHost ? [host] : []),
  ];
  const result = { type: 'tool_result', tool_use_id: host.id, content: 'berth 7' };
  return [
    ...question(turn.question),
    { role: 'assistant', content },
    ...(turn.callsHost ? [{ role: 'user', content: [result] }] : []),
  ];
}

function anthropicOutput(name: (typeof ANTHROPIC_TOOLS)[number], text: string): unknown {
  switch (name) {
    case 'web_search':
      return [
        {
          type: 'web_search_result',
          url: 'https://port.test',
          title: 'P',
          encrypted_content: text,
        },
      ];
    case 'web_fetch': {
      const source = { type: 'text', media_type: 'text/plain', data: text };
      const content = { type: 'document', source };
      return { type: 'web_fetch_result', url: 'https://port.test', content };
    }
    case 'mcp':
      return [{ type: 'text', text }];
    default:
      return { type: `${name}_result`, stdout: text, stderr: '', return_code: 0, content: [] };
  }
}

const texts = (text: string): object[] => (text === '' ? [] : [{ type: 'text', text }]);

/** Puts each result after its call, or all of them after all calls. */
function inOrder(pairs: readonly (readonly object[])[], isParallel: boolean): readonly object[] {
  if (!isParallel) return pairs.flat();
  return [...pairs.map(([use]) => use!), ...pairs.flatMap(([, ...results]) => results)];
}

const textParts = (text: string): object[] => (text === '' ? [] : [{ text }]);

function geminiTurn(turn: HostedTurn, id: string): object[] {
  const parts = turn.calls.flatMap(({ tool, input, output, thinksFirst }, at) => {
    const ids = tool % 2 === 0 ? { id: `${id}_${at}` } : {};
    const signed = thinksFirst ? { thoughtSignature: 'c2ln' } : {};
    return [
      { executableCode: { ...ids, language: 'PYTHON', code: input }, ...signed },
      { codeExecutionResult: { ...ids, outcome: 'OUTCOME_OK', output } },
    ];
  });
  const host = { functionCall: { name: 'read', args: { path: 'berths.md' } } };
  const result = { functionResponse: { name: 'read', response: { output: 'berth 7' } } };
  // A call of the model must follow a user turn.
  const asked = turn.question === '' ? 'Go on.' : turn.question;
  return [
    { role: 'user', parts: [{ text: asked }] },
    {
      role: 'model',
      parts: [
        ...textParts(turn.announcement),
        ...parts,
        ...textParts(turn.answer),
        ...(turn.callsHost ? [host] : []),
      ],
    },
    ...(turn.callsHost ? [{ role: 'user', parts: [result] }] : []),
  ];
}

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

interface ItemNames {
  readonly callId: 'call_id' | 'callId';
  readonly output: string;
  readonly thought: object;
  readonly wrap: (item: object) => object;
}

function itemTurn(turn: HostedTurn, id: string, names: ItemNames): object[] {
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

const RESPONSES: ItemNames = {
  callId: 'call_id',
  output: 'function_call_output',
  thought: { summary: [] },
  wrap: (item) => item,
};

const AGENTS: ItemNames = {
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

const WRITERS: Partial<Readonly<Record<FormatName, TurnWriter>>> = {
  anthropic: Object.assign(anthropicTurn, { question }),
  gemini: Object.assign(geminiTurn, {
    question: (text: string) => [{ role: 'user', parts: [{ text }] }],
  }),
  'openai-responses': Object.assign(
    (turn: HostedTurn, id: string) => itemTurn(turn, id, RESPONSES),
    { question },
  ),
  'openai-agents': Object.assign((turn: HostedTurn, id: string) => itemTurn(turn, id, AGENTS), {
    question,
  }),
};
