import {
  fieldsOf,
  observeOpenAIUsage,
  type AgentTool,
  isFields,
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
  type Turn,
  type TurnReader,
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
  readTurns: readChatTurns,
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

function readChatTurns(isOwn: IsOwn): TurnReader {
  let message: Record<string, unknown> = {};
  let open = new Map<unknown, OpenCall>();
  let isFinished = false;
  let held: Uint8Array[] = [];
  let nextIndex = 0;
  let last: Fields = {};
  const before: Fields[] = [];

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
      if (isFields(choice) && !isFinished) return takeDelta(event, data, choice);
      if (!isFinished) return [event.bytes];
      held.push(event.bytes);
      return [];
    },
    takeBody(body) {
      last = body;
      message = { ...messageOf(body) };
      for (const [at, call] of listOf(message['tool_calls']).map(fieldsOf).entries()) {
        const called = fieldsOf(call['function']);
        const isHidden = isOwn(called);
        open.set(at, { call, isHidden, index: at, json: textOf(called['arguments']) });
      }
      isFinished = true;
    },
    turn: () => (isFinished ? toTurn(message, [...open.values()]) : undefined),
    startNext() {
      before.push(messageOf(last));
      message = {};
      open = new Map();
      isFinished = false;
      held = [];
    },
    heldEvents: () => held,
    joinedBody() {
      const own = messageOf(last);
      const texts = [...before, own].map(({ content }) => textOf(content));
      const content = texts.filter((text) => text !== '').join('\n\n');
      const calls = listOf(own['tool_calls']).filter((call) => !isOwn(fieldsOf(call)['function']));
      const { tool_calls: _calls, ...rest } = own;
      const joined = { ...rest, content: content === '' ? null : content, ...some(calls) };
      const [choice, ...choices] = listOf(last['choices']);
      return { ...last, choices: [{ ...fieldsOf(choice), message: joined }, ...choices] };
    },
  };
}

function toTurn(message: Fields, calls: readonly OpenCall[]): Turn {
  const whole = calls.map(({ call: { index: _index, ...call }, json }) => ({
    ...call,
    function: { ...fieldsOf(call['function']), arguments: json },
  }));
  const { tool_calls: _calls, ...texts } = message;
  const content = texts['content'] ?? null;
  return {
    messages: [{ ...texts, role: 'assistant', content, ...some(whole) }],
    own: calls
      .filter(({ isHidden }) => isHidden)
      .map(({ call, json }) => ({
        id: textOf(call['id']),
        name: textOf(fieldsOf(call['function'])['name']),
        input: json,
      })),
    others: calls.filter(({ isHidden }) => !isHidden).map(({ call }) => textOf(call['id'])),
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
