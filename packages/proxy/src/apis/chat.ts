import { isRecord } from '@palimpsest/core-types';
import { fieldsOf, observeOpenAIUsage, type AgentTool, type Fields } from '@palimpsest/adapter';
import { openai } from '@palimpsest/formats/openai';
import {
  countOf,
  listOf,
  offerTools,
  textOf,
  type Api,
  type StreamCalls,
  type StreamReader,
  type Turn,
} from './api.ts';
import { formatEvent } from '../recall/server-events.ts';

/** Chat completions of OpenAI and of the many servers with the same API. */
export const chatApi: Api = {
  codec: openai,
  watchUsage: observeOpenAIUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_completion_tokens'] ?? body['max_tokens']),
  // With several choices, each may call a tool.
  canRead: (body) => (body['n'] ?? 1) === 1,
  withTools(body, offered) {
    const declared = listOf(body['tools']).map((tool) => fieldsOf(tool)['function']);
    return offerTools(body, offered, declared, (own) => own.map(toTool));
  },
  readTurn: (body) => toTurn(messageOf(body), listOf(messageOf(body)['tool_calls'])),
  joinBodies(bodies, isHidden) {
    const texts = bodies.map((body) => textOf(messageOf(body)['content']));
    const content = texts.filter((text) => text !== '').join('\n\n');
    const last = bodies.at(-1) ?? {};
    const { tool_calls: given, ...rest } = messageOf(last);
    const calls = listOf(given).filter((call) => !isHidden(fieldsOf(call)['function']));
    const joined = { ...rest, content: content === '' ? null : content, ...some(calls) };
    const [choice, ...choices] = listOf(last['choices']);
    return { ...last, choices: [{ ...fieldsOf(choice), message: joined }, ...choices] };
  },
  joinStreams: joinChatStreams,
  ownResults: (results) =>
    results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })),
  callKeys: (message) =>
    listOf(fieldsOf(message)['tool_calls']).map((call) => textOf(fieldsOf(call)['id'])),
};

function toTool({ name, description, inputSchema: parameters }: AgentTool): object {
  return { type: 'function', function: { name, description, parameters } };
}

/** A tool call whose arguments arrive in pieces. */
interface OpenCall {
  readonly call: Fields & { readonly function: Record<string, unknown> };
  /** Index for the client, once it got it. */
  index?: number;
}

function joinChatStreams({ mayBeHidden, isHidden }: StreamCalls): () => StreamReader {
  let nextIndex = 0;
  return () => {
    const message: Record<string, unknown> = {};
    const open = new Map<unknown, OpenCall>();
    let isFinished = false;
    let isHolding = false;

    function takePiece(piece: Fields): void {
      const { arguments: json, ...called } = fieldsOf(piece['function']);
      const known = open.get(keyOf(piece));
      if (known === undefined) {
        const call = { ...piece, function: { ...called, arguments: textOf(json) } };
        open.set(keyOf(piece), { call });
        isHolding ||= mayBeHidden(call.function);
      } else known.call.function['arguments'] += textOf(json);
    }

    /** Returns a piece of a call for the client; none of a hidden one. */
    function showPiece(piece: Fields): readonly Fields[] {
      const known = open.get(keyOf(piece))!;
      if (isHidden(known.call.function)) return [];
      if (known.index === undefined) {
        known.index = nextIndex;
        nextIndex += 1;
      }
      const { index } = known;
      return [piece['index'] === index ? piece : { ...piece, index }];
    }

    return {
      take({ choices }) {
        // Usage follows the end of the choice.
        if (isFinished) return true;
        const { delta, finish_reason: reason } = fieldsOf(listOf(choices)[0]);
        const { tool_calls: pieces, ...texts } = fieldsOf(delta);
        for (const [name, piece] of Object.entries(texts)) {
          if (typeof piece !== 'string') continue;
          message[name] = name === 'role' ? piece : textOf(message[name]) + piece;
        }
        for (const piece of listOf(pieces)) takePiece(fieldsOf(piece));
        isFinished = typeof reason === 'string';
        return isFinished || isHolding;
      },
      turn: () =>
        isFinished
          ? toTurn(
              message,
              [...open.values()].map(({ call }) => call),
            )
          : undefined,
      show(event, isLast) {
        const { data } = event;
        const [choice, ...choices] = listOf(data['choices']);
        if (!isRecord(choice)) return isLast ? event.bytes : undefined;
        const { tool_calls: pieces, ...texts } = fieldsOf(choice['delta']);
        const given = listOf(pieces);
        const calls = given.map(fieldsOf).flatMap(showPiece);
        const isSame =
          calls.length === given.length && calls.every((call, at) => call === given[at]);
        const isEnd = typeof choice['finish_reason'] === 'string';
        if (isSame && (isLast || !isEnd)) return event.bytes;
        const delta = { ...texts, ...some(calls) };
        if (Object.keys(delta).length === 0 && !(isLast && isEnd)) return undefined;
        const shown = { ...choice, delta, ...(isLast ? {} : { finish_reason: null }) };
        return formatEvent(event.name, { ...data, choices: [shown, ...choices] });
      },
    };
  };
}

/** Returns what the pieces of a call have in common. */
function keyOf({ index, id }: Fields): unknown {
  return index ?? id;
}

function toTurn(message: Fields, given: readonly unknown[]): Turn {
  const calls = given.map(fieldsOf).map(({ index: _index, ...call }) => call);
  const { tool_calls: _calls, ...texts } = message;
  const content = texts['content'] ?? null;
  return {
    messages: [{ ...texts, role: 'assistant', content, ...some(calls) }],
    calls: calls.map((call: Fields) => {
      const source = fieldsOf(call['function']);
      const { name, arguments: input } = source;
      return { id: textOf(call['id']), name: textOf(name), input, source };
    }),
  };
}

function some(calls: readonly unknown[]): Fields {
  return calls.length === 0 ? {} : { tool_calls: calls };
}

function messageOf(body: Fields): Fields {
  return fieldsOf(fieldsOf(listOf(body['choices'])[0])['message']);
}
