/** What a scripted model returns: a text or tool calls. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
}

export interface SentBody {
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly input: readonly Record<string, unknown>[];
  readonly stream?: boolean;
}

export interface ScriptedApi {
  readonly fetch: typeof fetch;
  /** The request bodies that arrived. */
  readonly sent: SentBody[];
}

const USAGE = {
  prompt_tokens: 1_000,
  completion_tokens: 20,
  total_tokens: 1_020,
  prompt_tokens_details: { cached_tokens: 600 },
};

/** The Chat Completions API without a network: responds with one body, or with events in chunks that end anywhere. */
export function scriptedChat(
  says: (body: SentBody, turn: number) => Said,
  usage: object = USAGE,
): ScriptedApi {
  return scripted((body, turn) => {
    const { text = null, calls } = says(body, turn);
    const toolCalls = calls?.map(({ name, input }, index) => ({
      index,
      id: `call_${turn}_${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }));
    const message = { role: 'assistant', content: text, tool_calls: toolCalls };
    const finish_reason = toolCalls === undefined ? 'stop' : 'tool_calls';
    const head = { id: `chat_${turn}`, model: 'gpt-5', created: 1 };
    if (body.stream !== true) {
      const choices = [{ index: 0, message, finish_reason }];
      return { whole: { ...head, object: 'chat.completion', choices, usage } };
    }
    const part = (choices: unknown[], counted: unknown = null) => ({
      ...head,
      object: 'chat.completion.chunk',
      choices,
      usage: counted,
    });
    const events = [
      part([{ index: 0, delta: message, finish_reason: null }]),
      part([{ index: 0, delta: {}, finish_reason }]),
      part([], usage),
    ];
    return { events: [...events.map((event) => `data: ${JSON.stringify(event)}`), 'data: [DONE]'] };
  });
}

/** The same for the Responses API. */
export function scriptedResponses(says: (body: SentBody, turn: number) => Said): ScriptedApi {
  return scripted((body, turn) => {
    const { text, calls = [] } = says(body, turn);
    const output = [
      { type: 'reasoning', id: `rs_${turn}`, summary: [], encrypted_content: `cipher${turn}` },
      ...calls.map(({ name, input }, index) => ({
        type: 'function_call',
        id: `fc_${turn}_${index}`,
        call_id: `call_${turn}_${index}`,
        name,
        arguments: JSON.stringify(input),
        status: 'completed',
      })),
      ...(text === undefined
        ? []
        : [
            {
              type: 'message',
              id: `msg_${turn}`,
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text, annotations: [] }],
            },
          ]),
    ];
    const usage = {
      input_tokens: 1_000,
      output_tokens: 20,
      total_tokens: 1_020,
      input_tokens_details: { cached_tokens: 600 },
      output_tokens_details: { reasoning_tokens: 5 },
    };
    const whole = { id: `resp_${turn}`, object: 'response', status: 'completed', output, usage };
    const event = { type: 'response.completed', sequence_number: 0, response: whole };
    const events = [`event: response.completed\ndata: ${JSON.stringify(event)}`];
    return body.stream === true ? { events } : { whole };
  });
}

type Answer = { readonly whole: unknown } | { readonly events: readonly string[] };

function scripted(answer: (body: SentBody, turn: number) => Answer): ScriptedApi {
  const sent: SentBody[] = [];
  return {
    sent,
    fetch: async (_input, init) => {
      const body = JSON.parse(init?.body as string) as SentBody;
      sent.push(body);
      const given = answer(body, sent.length - 1);
      if ('whole' in given) return Response.json(given.whole);
      const text = given.events.map((event) => `${event}\n\n`).join('');
      return new Response(inPieces(text), { headers: { 'content-type': 'text/event-stream' } });
    },
  };
}

/** Streams a text as bytes, in chunks that end within lines and characters. */
export function inPieces(text: string, size: number = 37): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}
