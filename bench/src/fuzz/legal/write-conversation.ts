import type { CallPlan, ConversationPlan, StepPlan, TurnPlan } from './conversation-plan.ts';
import type { Shape } from './result-payloads.ts';

/** Functions that write each piece of a conversation in a format, according to its documentation, not to the codec. */
interface Writer {
  readonly instructions: (text: string) => object[];
  readonly user: (turn: TurnPlan) => object[];
  readonly step: (step: StepPlan) => object[];
  readonly answer: (text: string) => object[];
}

/** Returns the messages of a conversation as a client of the format would send them. */
export function writeConversation(shape: Shape, plan: ConversationPlan): object[] {
  const writer = WRITERS[shape];
  const last = plan.turns.length - 1;
  const messages = plan.instructions === undefined ? [] : writer.instructions(plan.instructions);
  for (const [index, turn] of plan.turns.entries()) {
    // Gemini rejects a call that follows a message of the model.
    const isInterrupted = turn.isInterrupted && shape !== 'gemini' && index < last;
    const steps = turn.steps.flatMap((step) => writer.step(step));
    const isAnswered = !isInterrupted && (index < last || !plan.isAsking);
    addUser(messages, writer.user(turn), shape);
    messages.push(
      ...(isInterrupted ? writer.answer(turn.answer) : []),
      ...steps,
      ...(isAnswered ? writer.answer(turn.answer) : []),
    );
  }
  return messages;
}

/** Adds a message of the user: at Anthropic, a text behind the results of an interrupted turn is in their message. */
function addUser(messages: object[], said: readonly object[], shape: Shape): void {
  const last = messages.at(-1) as { readonly role: string; readonly content: object[] } | undefined;
  const [{ content: text }] = said as [{ readonly content?: unknown }];
  if (shape === 'anthropic' && last?.role === 'user' && typeof text === 'string') {
    messages[messages.length - 1] = { ...last, content: [...last.content, { type: 'text', text }] };
  } else messages.push(...said);
}

function payloadOf(call: CallPlan): Readonly<Record<string, unknown>> {
  return call.payload as Readonly<Record<string, unknown>>;
}

function textParts(type: string, text: string): object[] {
  return text === '' ? [] : [{ type, text }];
}

const chat: Writer = {
  instructions: (content) => [{ role: 'system', content }],
  user: ({ user, picture }) => {
    if (picture === undefined) return [{ role: 'user', content: user }];
    const url = `data:image/png;base64,${picture}`;
    return [
      {
        role: 'user',
        content: [...textParts('text', user), { type: 'image_url', image_url: { url } }],
      },
    ];
  },
  step: ({ says, isRare, calls }) => [
    ...(isRare ? calls.flatMap(functionCall) : []),
    ...(isRare
      ? []
      : [
          {
            role: 'assistant',
            content: says === '' ? null : says,
            tool_calls: calls.map(({ id, name, parameters }) => ({
              id,
              type: 'function',
              function: { name, arguments: JSON.stringify(parameters) },
            })),
          },
          ...calls.map(({ id, payload }) => ({ role: 'tool', tool_call_id: id, content: payload })),
        ]),
  ],
  answer: (content) => [{ role: 'assistant', content }],
};

/** A deprecated call and its result, which have no id and are texts. */
function functionCall({ name, parameters, payload }: CallPlan): object[] {
  const called = { name, arguments: JSON.stringify(parameters) };
  const content = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return [
    { role: 'assistant', content: null, function_call: called },
    { role: 'function', name, content },
  ];
}

const anthropic: Writer = {
  instructions: (content) => [{ role: 'system', content }],
  user: ({ user, picture }) => {
    if (picture === undefined) return [{ role: 'user', content: user }];
    const source = { type: 'base64', media_type: 'image/png', data: picture };
    return [{ role: 'user', content: [{ type: 'image', source }, ...textParts('text', user)] }];
  },
  step: ({ says, thinks, calls }) => [
    {
      role: 'assistant',
      content: [
        ...(thinks
          ? [{ type: 'thinking', thinking: 'Hm, let me see.', signature: 'c2lnbmVk' }]
          : []),
        ...textParts('text', says),
        ...calls.map(({ id, name, parameters }) => ({
          type: 'tool_use',
          id,
          name,
          input: parameters,
        })),
      ],
    },
    {
      role: 'user',
      content: calls.map(({ id, payload, hasFailed }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: payload,
        ...(hasFailed ? { is_error: true } : {}),
      })),
    },
  ],
  answer: (text) => [{ role: 'assistant', content: [{ type: 'text', text }] }],
};

/** Creates the writer of items, with the names of the Responses API or of the Agents SDK. */
function items(callId: 'call_id' | 'callId', output: string): Writer {
  const isAgents = callId === 'callId';
  const completed = isAgents ? { status: 'completed' } : {};
  const typed = isAgents ? { type: 'message' } : {};
  return {
    instructions: (content) => [{ ...typed, role: 'system', content }],
    user: ({ user, picture }) => {
      if (picture === undefined) return [{ ...typed, role: 'user', content: user }];
      const address = `data:image/png;base64,${picture}`;
      const image = isAgents ? { image: address } : { image_url: address };
      const content = [...textParts('input_text', user), { type: 'input_image', ...image }];
      return [{ ...typed, role: 'user', content }];
    },
    step: ({ says, thinks, isRare, calls }) => [
      ...(isRare && !isAgents ? approvedCall(thinks, calls[0]!) : []),
      ...(says === '' ? [] : [answered(says)]),
      ...(thinks ? [{ type: 'reasoning', id: `rs_${calls[0]!.id}`, summary: [] }] : []),
      ...calls.map(({ id, name, parameters }) => ({
        type: 'function_call',
        ...(thinks ? { id: `fc_${id}` } : {}),
        [callId]: id,
        name,
        arguments: JSON.stringify(parameters),
        ...completed,
      })),
      ...calls.map(({ id, name, payload }) => ({
        type: output,
        [callId]: id,
        ...(isAgents ? { name } : {}),
        output: isAgents ? agentsOutput(payload) : payload,
        ...completed,
      })),
    ],
    answer: (text) => [answered(text)],
  };
}

/** A call of a remote tool that the user approved: the response names the request by its id. */
function approvedCall(thinks: boolean, { id, name }: CallPlan): object[] {
  const call = { server_label: 's', name, arguments: '{}' };
  const request = `mcpr_${id}`;
  return [
    ...(thinks ? [{ type: 'reasoning', id: `rs_mcp_${id}`, summary: [] }] : []),
    { type: 'mcp_approval_request', id: request, ...call },
    { type: 'mcp_approval_response', approval_request_id: request, approve: true },
    { type: 'mcp_call', id: `mcp_${id}`, approval_request_id: request, ...call, output: 'done' },
  ];
}

function answered(text: string): object {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', role: 'assistant', status: 'completed', content };
}

/** Renames the fields of parts to those of the Agents SDK. */
function agentsOutput(payload: unknown): unknown {
  if (!Array.isArray(payload)) return payload;
  return payload.map((part: Readonly<Record<string, unknown>>) => {
    const { image_url: image, file_data: file, file_url: url, filename, ...rest } = part;
    if (rest['type'] === 'input_image') return { ...rest, image };
    if (rest['type'] !== 'input_file') return rest;
    return { ...rest, file: file ?? { url }, ...(filename === undefined ? {} : { filename }) };
  });
}

const gemini: Writer = {
  instructions: (text) => [{ role: 'system', parts: [{ text }] }],
  user: ({ user, picture }) => {
    const inline = { inlineData: { mimeType: 'image/png', data: picture } };
    return [{ role: 'user', parts: [{ text: user }, ...(picture === undefined ? [] : [inline])] }];
  },
  step: ({ says, calls }) => [
    {
      role: 'model',
      parts: [
        ...(says === '' ? [] : [{ text: says }]),
        ...calls.map((call) => ({
          functionCall: { ...geminiId(call), name: call.name, args: call.parameters },
        })),
      ],
    },
    {
      role: 'user',
      parts: calls.map((call) => ({
        functionResponse: { ...geminiId(call), name: call.name, ...payloadOf(call) },
      })),
    },
  ],
  answer: (text) => [{ role: 'model', parts: [{ text }] }],
};

function geminiId({ id, hasId }: CallPlan): { readonly id?: string } {
  return hasId ? { id } : {};
}

const genkit: Writer = {
  instructions: (text) => [{ role: 'system', content: [{ text }] }],
  user: ({ user, picture }) => {
    const media = { url: `data:image/png;base64,${picture}`, contentType: 'image/png' };
    return [
      { role: 'user', content: [{ text: user }, ...(picture === undefined ? [] : [{ media }])] },
    ];
  },
  step: ({ says, calls }) => [
    {
      role: 'model',
      content: [
        ...(says === '' ? [] : [{ text: says }]),
        ...calls.map(({ id, name, parameters }) => ({
          toolRequest: { ref: id, name, input: parameters },
        })),
      ],
    },
    {
      role: 'tool',
      content: calls.map((call) => ({
        toolResponse: { ref: call.id, name: call.name, ...payloadOf(call) },
      })),
    },
  ],
  answer: (text) => [{ role: 'model', content: [{ text }] }],
};

const pi: Writer = {
  instructions: (content) => [{ role: 'system', content }],
  user: ({ user, picture }) => {
    const image = { type: 'image', data: picture, mimeType: 'image/png' };
    const content = picture === undefined ? user : [...textParts('text', user), image];
    return [{ role: 'user', content, timestamp: 1 }];
  },
  step: ({ says, calls }) => [
    {
      role: 'assistant',
      content: [
        ...textParts('text', says),
        ...calls.map(({ id, name, parameters }) => ({
          type: 'toolCall',
          id,
          name,
          arguments: parameters,
        })),
      ],
    },
    ...calls.map((call) => ({
      role: 'toolResult',
      toolCallId: call.id,
      toolName: call.name,
      ...payloadOf(call),
    })),
  ],
  answer: (text) => [{ role: 'assistant', content: [{ type: 'text', text }] }],
};

const icontent: Writer = {
  instructions: (text) => [{ speaker: 'system', blocks: [{ type: 'text', text }] }],
  user: ({ user, picture }) => {
    const media = { type: 'media', mimeType: 'image/png', data: picture, encoding: 'base64' };
    const blocks = [{ type: 'text', text: user }, ...(picture === undefined ? [] : [media])];
    return [{ speaker: 'human', blocks }];
  },
  step: ({ says, calls }) => [
    {
      speaker: 'ai',
      blocks: [
        ...textParts('text', says),
        ...calls.map(({ id, name, parameters }) => ({ type: 'tool_call', id, name, parameters })),
      ],
    },
    ...calls.map((call) => ({
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: call.id, toolName: call.name, ...payloadOf(call) }],
    })),
  ],
  answer: (text) => [{ speaker: 'ai', blocks: [{ type: 'text', text }] }],
};

const aiSdk: Writer = {
  instructions: (content) => [{ role: 'system', content }],
  user: ({ user, picture }) => {
    const image = { type: 'image', image: picture, mediaType: 'image/png' };
    const content = picture === undefined ? user : [...textParts('text', user), image];
    return [{ role: 'user', content }];
  },
  step: ({ says, calls }) => [
    {
      role: 'assistant',
      content: [
        ...textParts('text', says),
        ...calls.map(({ id, name, parameters }) => ({
          type: 'tool-call',
          toolCallId: id,
          toolName: name,
          input: parameters,
        })),
      ],
    },
    {
      role: 'tool',
      content: calls.map(({ id, name, payload }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: name,
        output: payload,
      })),
    },
  ],
  answer: (text) => [{ role: 'assistant', content: [{ type: 'text', text }] }],
};

const langchain: Writer = {
  instructions: (content) => [{ type: 'system', content }],
  user: ({ user, picture }) => {
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } };
    const content = picture === undefined ? user : [...textParts('text', user), image];
    return [{ type: 'human', content }];
  },
  step: ({ says, calls }) => [
    {
      type: 'ai',
      content: says,
      tool_calls: calls.map(({ id, name, parameters }) => ({
        id,
        name,
        args: parameters,
        type: 'tool_call',
      })),
    },
    ...calls.map((call) => ({
      type: 'tool',
      tool_call_id: call.id,
      name: call.name,
      ...payloadOf(call),
    })),
  ],
  answer: (content) => [{ type: 'ai', content }],
};

const WRITERS: Readonly<Record<Shape, Writer>> = {
  openai: chat,
  anthropic,
  'openai-responses': items('call_id', 'function_call_output'),
  'openai-agents': items('callId', 'function_call_result'),
  gemini,
  genkit,
  pi,
  icontent,
  'ai-sdk': aiSdk,
  langchain,
};
