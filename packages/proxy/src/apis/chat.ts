import { isRecord } from '@palimpsest/core-types';
import {
  fieldsOf,
  observeOpenAIUsage,
  type AgentTool,
  parseFields,
  type Fields,
} from '@palimpsest/adapter';
import { openai } from '@palimpsest/formats/openai';
import {
  countOf,
  listOf,
  offerTools,
  textOf,
  type Api,
  type IsOwn,
  type StreamReader,
  type Turn,
} from './api.ts';
import { formatEvent, type ServerEvent } from '../recall/server-events.ts';

/** Chat completions of OpenAI and of the many servers with the same API. */
export const chatApi: Api = {
  codec: openai,
  watchUsage: observeOpenAIUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_completion_tokens'] ?? body['max_tokens']),
  withTools(body, _path, offered) {
    // With several choices, each may call the tool.
    if ((body['n'] ?? 1) !== 1) return undefined;
    const declared = listOf(body['tools']).map((tool) => fieldsOf(tool)['function']);
    return offerTools(body, offered, declared, (own) => own.map(toTool));
  },
  readTurn: (body) => toTurn(messageOf(body), listOf(messageOf(body)['tool_calls'])),
  joinBodies(bodies, isOwn) {
    const texts = bodies.map((body) => textOf(messageOf(body)['content']));
    const content = texts.filter((text) => text !== '').join('\n\n');
    const last = bodies.at(-1) ?? {};
    const { tool_calls: given, ...rest } = messageOf(last);
    const calls = listOf(given).filter((call) => !isOwn(fieldsOf(call)['function']));
    const joined = { ...rest, content: content === '' ? null : content, ...some(calls) };
    const [choice, ...choices] = listOf(last['choices']);
    return { ...last, choices: [{ ...fieldsOf(choice), message: joined }, ...choices] };
  },
  readStream: readChatStream,
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
  readonly call: Fields;
  readonly isHidden: boolean;
  /** Index for the client. */
  readonly index: number;
  json: string;
}

function readChatStream(isOwn: IsOwn): StreamReader {
  let message: Record<string, unknown> = {};
  let open = new Map<unknown, OpenCall>();
  let isFinished = false;
  let held: Uint8Array[] = [];
  let nextIndex = 0;

  /** Takes pieces of calls. Returns those for the client. */
  function takeCalls(pieces: readonly unknown[]): readonly Fields[] {
    return pieces.map(fieldsOf).flatMap((piece) => {
      const called = fieldsOf(piece['function']);
      const key = piece['index'] ?? piece['id'];
      let known = open.get(key);
      if (known === undefined) {
        const isHidden = isOwn(called);
        known = { call: piece, isHidden, index: nextIndex, json: '' };
        if (!isHidden) nextIndex += 1;
        open.set(key, known);
      }
      known.json += textOf(called['arguments']);
      const { index, isHidden } = known;
      if (isHidden) return [];
      return [piece['index'] === index ? piece : { ...piece, index }];
    });
  }

  function takeDelta(event: ServerEvent, data: Fields, choice: Fields): readonly Uint8Array[] {
    const delta = fieldsOf(choice['delta']);
    const { tool_calls: pieces, ...texts } = delta;
    for (const [name, piece] of Object.entries(texts)) {
      if (typeof piece !== 'string') continue;
      message[name] = name === 'role' ? piece : textOf(message[name]) + piece;
    }
    if (typeof choice['finish_reason'] === 'string') isFinished = true;
    const given = listOf(pieces);
    const calls = takeCalls(given);
    const isSame = calls.every((call, at) => call === given[at]) && calls.length === given.length;
    const left = { ...texts, ...some(calls) };
    const isEmpty = Object.keys(left).length === 0;
    if (isFinished) {
      // The end of a hidden call is dropped; texts that come with it are not.
      const isSplit = !isEmpty && [...open.values()].some(({ isHidden }) => isHidden);
      held.push(isSplit ? withDelta(event, data, choice, {}) : event.bytes);
      return isSplit ? [withDelta(event, data, { ...choice, finish_reason: null }, left)] : [];
    }
    if (isSame) return [event.bytes];
    return isEmpty ? [] : [withDelta(event, data, choice, left)];
  }

  return {
    takeEvent(event) {
      const data = fieldsOf(parseFields(event.data));
      const [choice] = listOf(data['choices']);
      if (isRecord(choice) && !isFinished) return takeDelta(event, data, choice);
      if (!isFinished) return [event.bytes];
      held.push(event.bytes);
      return [];
    },
    turn: () => (isFinished ? toTurn(message, [...open.values()].map(finishCall)) : undefined),
    startNext() {
      message = {};
      open = new Map();
      isFinished = false;
      held = [];
    },
    heldEvents: () => held,
  };
}

function finishCall({ call, json }: OpenCall): Fields {
  return { ...call, function: { ...fieldsOf(call['function']), arguments: json } };
}

function toTurn(message: Fields, given: readonly unknown[]): Turn {
  const calls = given.map(fieldsOf).map(({ index: _index, ...call }) => call);
  const { tool_calls: _calls, ...texts } = message;
  const content = texts['content'] ?? null;
  return {
    messages: [{ ...texts, role: 'assistant', content, ...some(calls) }],
    calls: calls.map((call: Fields) => {
      const { name, arguments: input } = fieldsOf(call['function']);
      return { id: textOf(call['id']), name: textOf(name), input };
    }),
  };
}

function some(calls: readonly unknown[]): Fields {
  return calls.length === 0 ? {} : { tool_calls: calls };
}

function messageOf(body: Fields): Fields {
  return fieldsOf(fieldsOf(listOf(body['choices'])[0])['message']);
}

function withDelta(event: ServerEvent, data: Fields, choice: Fields, delta: Fields): Uint8Array {
  return formatEvent(event.name, { ...data, choices: [{ ...choice, delta }] });
}
