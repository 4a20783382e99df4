import { checkAnthropic } from '../../formats/test/checker/check-anthropic.ts';
import {
  checkBinding,
  signatureFor,
  type Block,
  type Frame,
  type SentMessage,
} from './bound-thinking.ts';
import { eventsOf } from './events-of.ts';

/** What a scripted model returns: a text or tool calls, after its reasoning. */
export interface Said {
  readonly thinks?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
}

export interface SentBody extends Frame {
  readonly messages: readonly SentMessage[];
  readonly thinking?: {
    readonly type: string;
    readonly block_binding?: { readonly prefix_mismatch_behavior?: string };
  };
  readonly thread?: unknown;
  readonly stream?: boolean;
}

export interface ScriptedApi {
  readonly fetch: typeof fetch;
  /** The request bodies that arrived. */
  readonly sent: SentBody[];
  /** Paths of the reasoning that the API dropped because a request asked for it. */
  readonly dropped: string[];
}

export const USAGE = {
  input_tokens: 300,
  cache_read_input_tokens: 600,
  cache_creation_input_tokens: 100,
  output_tokens: 20,
};

const BETA = 'thinking-binding-controls-2026-08-01';

/** The Messages API without a network. It binds reasoning to all messages before it, as the newest models do. */
export function scriptedApi(
  says: (body: SentBody, turn: number) => Said,
  usage: typeof USAGE = USAGE,
): ScriptedApi {
  const sent: SentBody[] = [];
  const dropped: string[] = [];
  return {
    sent,
    dropped,
    async fetch(_input, init) {
      const body = JSON.parse(init?.body as string) as SentBody;
      const turn = sent.push(body) - 1;
      const behavior = body.thinking?.block_binding?.prefix_mismatch_behavior;
      const betas = new Headers(init?.headers).get('anthropic-beta') ?? '';
      if (body.thinking?.block_binding !== undefined && !betas.includes(BETA)) {
        return refused('thinking.block_binding: Extra inputs are not permitted');
      }
      const [problem] = checkAnthropic(body.messages);
      if (problem !== undefined) return refused(JSON.stringify(problem));
      const checked = checkBinding(body, body.messages);
      if (checked.dropped.length > 0 && behavior !== 'drop_block') {
        return refused(`${checked.dropped[0]}: The block is bound to a different conversation`);
      }
      dropped.push(...checked.dropped);
      const signature = signatureFor(body, checked.messages);
      const message = { ...messageOf(says(body, turn), turn, signature), usage };
      if (body.stream !== true) return Response.json(message);
      return new Response(eventsOf(message), { headers: { 'content-type': 'text/event-stream' } });
    },
  };
}

export type AnswerMessage = ReturnType<typeof messageOf>;

function messageOf({ thinks, text, calls = [] }: Said, turn: number, signature: string) {
  const content: Block[] = [
    ...(thinks === undefined ? [] : [{ type: 'thinking', thinking: thinks, signature }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ name, input }, index) => ({
      type: 'tool_use',
      id: `toolu_${turn}_${index}`,
      name,
      input,
    })),
  ];
  return {
    id: `msg_${turn}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5-5',
    content,
    stop_reason: calls.length === 0 ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: USAGE,
  };
}

function refused(message: string): Response {
  const error = { type: 'error', error: { type: 'invalid_request_error', message } };
  return Response.json(error, { status: 400 });
}
