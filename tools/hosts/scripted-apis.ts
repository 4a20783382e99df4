/** The APIs that a scripted model speaks. */
export type ApiName = 'anthropic' | 'openai' | 'openai-responses' | 'gemini';

/** A call of a tool, or a text. */
export interface Answer {
  readonly text?: string;
  readonly calls?: readonly AnsweredCall[];
  /** Whether it begins with reasoning that only the provider can read. @default no */
  readonly hasReasoning?: boolean;
}

interface AnsweredCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A response of a scripted model: one JSON body, or the events of a stream. */
export interface WrittenAnswer {
  readonly type: 'application/json' | 'text/event-stream';
  readonly parts: readonly string[];
}

interface Written {
  readonly body: object;
  readonly events: readonly (readonly [name: string | undefined, data: object | string])[];
}

/** Returns the API of a path. */
export function apiOfPath(path: string): ApiName | undefined {
  if (/\/messages(?:\?|$)/.test(path)) return 'anthropic';
  if (/\/chat\/completions(?:\?|$)/.test(path)) return 'openai';
  if (/\/responses(?:\?|$)/.test(path)) return 'openai-responses';
  return /:(?:stream)?generateContent(?:\?|$)/i.test(path) ? 'gemini' : undefined;
}

interface AnswerFacts {
  /** Number of the response. Agents join messages with the same id. */
  readonly number: number;
  readonly isStream: boolean;
  /** Usage that the response reports. */
  readonly promptTokens: number;
}

/** Writes an answer as an API does. */
export function writeAnswer(api: ApiName, answer: Answer, facts: AnswerFacts): WrittenAnswer {
  const { isStream } = facts;
  const { body, events } = WRITERS[api](answer, facts);
  if (!isStream) return { type: 'application/json', parts: [JSON.stringify(body)] };
  const parts = events.map(([name, data]) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    const end = api === 'gemini' ? '\r\n\r\n' : '\n\n';
    return `${name === undefined ? '' : `event: ${name}\n`}data: ${text}${end}`;
  });
  return { type: 'text/event-stream', parts };
}

/** The data of a stream event. */
interface Event {
  readonly type: string;
  readonly [member: string]: unknown;
}

const THOUGHT = 'I read on.';
/** In base64, as signatures are. */
const SIGNATURE = btoa('a signature of the scripted model');

type Writer = (answer: Answer, facts: AnswerFacts) => Written;

const WRITERS: Readonly<Record<ApiName, Writer>> = {
  anthropic: writeAnthropic,
  openai: writeChat,
  'openai-responses': writeResponses,
  gemini: writeGemini,
};

function writeAnthropic({ text, calls = [], hasReasoning }: Answer, facts: AnswerFacts): Written {
  const { number, promptTokens } = facts;
  const usage = { input_tokens: promptTokens, output_tokens: 30 };
  const base = {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    usage,
  };
  const stop = { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null };
  const blocks = [
    ...(hasReasoning ? [{ type: 'thinking', thinking: THOUGHT, signature: SIGNATURE }] : []),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map((call) => ({ type: 'tool_use', ...call })),
  ];
  const started = { ...base, content: [], stop_reason: null, stop_sequence: null };
  const events = blocks.flatMap((block, index) => {
    const [empty, ...deltas] = openedBlock(block);
    return [
      { type: 'content_block_start', index, content_block: { ...block, ...empty } },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ];
  });
  const all = [
    { type: 'message_start', message: started },
    { type: 'ping' },
    ...events,
    { type: 'message_delta', delta: stop, usage: { output_tokens: 30 } },
    { type: 'message_stop' },
  ];
  return {
    body: { ...base, ...stop, content: blocks },
    events: all.map((data) => [data.type, data]),
  };
}

/** Returns the members with which a block of a stream begins, and its deltas. */
function openedBlock(block: {
  readonly text?: string;
  readonly thinking?: string;
  readonly input?: object;
}): readonly object[] {
  const { text, thinking, input } = block;
  if (text !== undefined) return [{ text: '' }, { type: 'text_delta', text }];
  if (thinking !== undefined) {
    const signed = { type: 'signature_delta', signature: SIGNATURE };
    return [{ thinking: '', signature: '' }, { type: 'thinking_delta', thinking }, signed];
  }
  return [{ input: {} }, { type: 'input_json_delta', partial_json: JSON.stringify(input) }];
}

function writeChat({ text, calls = [], hasReasoning }: Answer, facts: AnswerFacts): Written {
  const { number, promptTokens } = facts;
  const base = { id: `chatcmpl-${number}`, created: 1, model: 'scripted' };
  const written = calls.map(({ id, name, input }, index) => ({
    index,
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
  const usage = {
    prompt_tokens: promptTokens,
    completion_tokens: 30,
    total_tokens: promptTokens + 30,
  };
  const tool_calls = written.map(({ index: _index, ...call }) => call);
  const reasoning = hasReasoning ? { reasoning_content: THOUGHT } : {};
  const message = {
    role: 'assistant',
    content: text ?? null,
    ...reasoning,
    ...(calls.length > 0 ? { tool_calls } : {}),
  };
  const chunk = (delta: object, reason: string | null): object => ({
    ...base,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  return {
    body: {
      ...base,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason }],
      usage,
    },
    events: [
      ...(hasReasoning
        ? [[undefined, chunk({ role: 'assistant', ...reasoning }, null)] as const]
        : []),
      [undefined, chunk({ role: 'assistant', content: text ?? null }, null)],
      ...written.flatMap(
        ({ index, function: { arguments: json, name }, ...call }): Written['events'] => [
          [
            undefined,
            chunk({ tool_calls: [{ ...call, index, function: { name, arguments: '' } }] }, null),
          ],
          [undefined, chunk({ tool_calls: [{ index, function: { arguments: json } }] }, null)],
        ],
      ),
      [undefined, chunk({}, finish_reason)],
      [undefined, { ...base, object: 'chat.completion.chunk', choices: [], usage }],
      [undefined, '[DONE]'],
    ],
  };
}

function writeResponses({ text, calls = [], hasReasoning }: Answer, facts: AnswerFacts): Written {
  const { number, promptTokens } = facts;
  const usage = {
    input_tokens: promptTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 30,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: promptTokens + 30,
  };
  const content = [{ type: 'output_text', text: text ?? '', annotations: [] }];
  const status = 'completed';
  const summary = [{ type: 'summary_text', text: THOUGHT }];
  const reasoning = { type: 'reasoning', summary, encrypted_content: SIGNATURE };
  const output = [
    ...(hasReasoning ? [{ id: `rs_${number}`, ...reasoning }] : []),
    ...(text === undefined
      ? []
      : [{ id: `msg_${number}`, type: 'message', role: 'assistant', status, content }]),
    ...calls.map(({ id, name, input }) => ({
      id: `fc_${id}`,
      type: 'function_call',
      call_id: id,
      name,
      arguments: JSON.stringify(input),
      status,
    })),
  ];
  const base = { id: `resp_${number}`, object: 'response', created_at: 1, model: 'scripted' };
  const begun = { ...base, status: 'in_progress', output: [] };
  const done = { ...base, status, output, usage };
  const events = output.flatMap((item, output_index): Event[] => {
    const { id: item_id } = item;
    const place = { output_index, item_id };
    if ('content' in item) {
      const part = { ...place, content_index: 0 };
      return [
        { type: 'response.output_item.added', output_index, item: { ...item, content: [] } },
        { type: 'response.content_part.added', ...part, part: { ...content[0], text: '' } },
        { type: 'response.output_text.delta', ...part, delta: text },
        { type: 'response.output_text.done', ...part, text },
        { type: 'response.content_part.done', ...part, part: content[0] },
        { type: 'response.output_item.done', output_index, item },
      ];
    }
    if ('summary' in item) {
      const added = { ...item, summary: [] };
      return [
        { type: 'response.output_item.added', output_index, item: added },
        { type: 'response.output_item.done', output_index, item },
      ];
    }
    return [
      { type: 'response.output_item.added', output_index, item: { ...item, arguments: '' } },
      { type: 'response.function_call_arguments.delta', ...place, delta: item.arguments },
      { type: 'response.function_call_arguments.done', ...place, arguments: item.arguments },
      { type: 'response.output_item.done', output_index, item },
    ];
  });
  const all = [
    { type: 'response.created', response: begun },
    ...events,
    { type: 'response.completed', response: done },
  ];
  return {
    body: done,
    events: all.map((data, sequence_number) => [data.type, { ...data, sequence_number }]),
  };
}

function writeGemini({ text, calls = [], hasReasoning }: Answer, facts: AnswerFacts): Written {
  const { promptTokens } = facts;
  const parts: object[] = [
    ...(hasReasoning ? [{ text: THOUGHT, thought: true }] : []),
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map(({ name, input }, at) => ({
      functionCall: { name, args: input },
      // The first of several calls is signed.
      ...(hasReasoning && at === 0 && { thoughtSignature: SIGNATURE }),
    })),
  ];
  const usageMetadata = {
    promptTokenCount: promptTokens,
    candidatesTokenCount: 30,
    totalTokenCount: promptTokens + 30,
  };
  const chunk = (own: readonly object[], finishReason?: string): object => ({
    candidates: [
      {
        content: { role: 'model', parts: own },
        index: 0,
        ...(finishReason === undefined ? {} : { finishReason }),
      },
    ],
    usageMetadata,
    modelVersion: 'scripted',
  });
  const last = parts.length - 1;
  return {
    body: chunk(parts, 'STOP'),
    events: parts.map((part, at) => [
      undefined,
      at === last ? chunk([part], 'STOP') : chunk([part]),
    ]),
  };
}
