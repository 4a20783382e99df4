import { fieldsOf, isFields, parseFields, type Fields } from '@palimpsest/adapter';
import { formatEvent, type ServerEvent } from '../recall/server-events.ts';
import type { Turn, TurnReader } from '../recall/turn-reader.ts';
import { listOf, textOf, type IsOwn } from './members.ts';

/** A tool call whose arguments arrive in pieces. */
interface OpenCall {
  readonly call: Fields;
  readonly isHidden: boolean;
  /** Index for the client. */
  readonly index: number;
  json: string;
}

/** Creates a reader of chat completions. */
export function readChatTurns(isOwn: IsOwn): TurnReader {
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
    endTurn() {
      if (!isFinished) return undefined;
      const turn = toTurn(message, [...open.values()]);
      message = {};
      open = new Map();
      isFinished = false;
      if (turn.own.length > 0 && turn.others.length === 0) {
        held = [];
        before.push(messageOf(last));
      }
      return turn;
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
  const whole = calls.map(({ call, json, isHidden }) => ({
    isHidden,
    id: textOf(call['id']),
    name: textOf(fieldsOf(call['function'])['name']),
    json,
    call: withoutIndex({ ...call, function: { ...fieldsOf(call['function']), arguments: json } }),
  }));
  const { tool_calls: _calls, ...texts } = message;
  return {
    messages: [
      {
        ...texts,
        role: 'assistant',
        content: texts['content'] ?? null,
        ...some(whole.map(({ call }) => call)),
      },
    ],
    own: whole
      .filter((one) => one.isHidden)
      .map(({ id, name, json }) => ({ id, name, input: json })),
    others: whole.filter((one) => !one.isHidden).map(({ id }) => id),
  };
}

/** Only pieces of a stream have an index. */
function withoutIndex({ index: _index, ...call }: Fields): Fields {
  return call;
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
