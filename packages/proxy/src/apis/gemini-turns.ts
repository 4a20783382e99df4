import { fieldsOf, isFields, parseFields, type Fields } from '@palimpsest/adapter';
import { formatEvent, type ServerEvent } from '../recall/server-events.ts';
import type { Turn, TurnReader } from '../recall/turn-reader.ts';
import { listOf, textOf, type IsOwn } from './members.ts';

/** Creates a reader of the Gemini API. Every event holds a part of the response, and the last one a reason why it ends. */
export function readGeminiTurns(isOwn: IsOwn): TurnReader {
  let parts: unknown[] = [];
  let isFinished = false;
  let held: Uint8Array[] = [];
  let last: Fields = {};
  const visible: unknown[] = [];
  const isOwnPart = (part: unknown): boolean => isOwn(fieldsOf(part)['functionCall']);

  function take(body: Fields): readonly unknown[] {
    const [candidate] = listOf(body['candidates']);
    const given = listOf(fieldsOf(fieldsOf(candidate)['content'])['parts']);
    parts.push(...given);
    isFinished ||= typeof fieldsOf(candidate)['finishReason'] === 'string';
    return given.filter((part) => !isOwnPart(part));
  }

  return {
    takeEvent(event) {
      const data = parseFields(event.data);
      if (data === undefined) return [event.bytes];
      const length = parts.length;
      const left = take(data);
      const isSame = left.length === parts.length - length;
      if (!parts.some(isOwnPart)) return [event.bytes];
      if (isFinished) {
        held.push(isSame && left.length === 0 ? event.bytes : withParts(event, data, []));
        return left.length === 0 ? [] : [withParts(event, withoutEnd(data), left)];
      }
      if (isSame) return [event.bytes];
      return left.length === 0 ? [] : [withParts(event, data, left)];
    },
    takeBody(body) {
      last = body;
      visible.push(...take(body));
    },
    endTurn() {
      if (!isFinished) return undefined;
      const turn = toTurn(parts, isOwn);
      parts = [];
      isFinished = false;
      if (turn.own.length > 0 && turn.others.length === 0) held = [];
      return turn;
    },
    heldEvents: () => held,
    joinedBody: () => replaceParts(last, visible),
  };
}

function toTurn(parts: readonly unknown[], isOwn: IsOwn): Turn {
  const calls = parts.map((part) => fieldsOf(part)['functionCall']).filter(isFields);
  return {
    messages: [{ role: 'model', parts }],
    own: calls
      .filter(isOwn)
      .map(({ id, name, args }) => ({ id: textOf(id), name: textOf(name), input: args })),
    others: calls.filter((call) => !isOwn(call)).map(geminiCallKey),
  };
}

/** Returns the identity of a call: its content, because clients may give calls ids of their own. */
export function geminiCallKey(call: unknown): string {
  const { name, args } = fieldsOf(call);
  return JSON.stringify([name, args ?? {}]);
}

function withParts(event: ServerEvent, data: Fields, parts: readonly unknown[]): Uint8Array {
  return formatEvent(event.name, replaceParts(data, parts));
}

function replaceParts(data: Fields, parts: readonly unknown[]): Fields {
  const [first, ...others] = listOf(data['candidates']);
  const candidate = fieldsOf(first);
  const content = { ...fieldsOf(candidate['content']), parts };
  return { ...data, candidates: [{ ...candidate, content }, ...others] };
}

/** Returns the data without the reason why the response ends. */
function withoutEnd(data: Fields): Fields {
  const [first, ...others] = listOf(data['candidates']);
  const { finishReason: _reason, ...candidate } = fieldsOf(first);
  return { ...data, candidates: [candidate, ...others] };
}
