import { isRecord } from '@palimpsest/core-types';
import { fieldsOf, observeOpenAIUsage, type Fields } from '@palimpsest/adapter';
import { openai } from '@palimpsest/formats/openai';
import { countOf, listOf, textOf, type Api, type IsCall, type StreamReader } from './api.ts';
import { formatEvent } from '../recall/server-events.ts';

/**
 * Chat completions of OpenAI and of the many servers with the same API. Parts are the calls, and before them the message without its calls.
 */
export const chatApi: Api = {
  codec: openai,
  watchUsage: observeOpenAIUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_completion_tokens'] ?? body['max_tokens']),
  // With several choices, each may call a tool.
  canRead: (body) => (body['n'] ?? 1) === 1,
  declaredTools: (body) => listOf(body['tools']).map((tool) => fieldsOf(tool)['function']),
  toTools: (tools) =>
    tools.map(({ name, description, inputSchema: parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
  partsOf(body) {
    const { tool_calls: calls, ...message } = messageOf(body);
    return [message, ...listOf(calls)];
  },
  withParts(body, parts) {
    const messages = parts.filter((part) => !isCall(part)).map(fieldsOf);
    const texts = messages.map((message) => textOf(message['content']));
    const content = texts.filter((text) => text !== '').join('\n\n') || null;
    const joined = { ...messages.at(-1), content, ...some(parts.filter(isCall)) };
    const [choice, ...choices] = listOf(body['choices']);
    return { ...body, choices: [{ ...fieldsOf(choice), message: joined }, ...choices] };
  },
  callParts: (message) => listOf(fieldsOf(message)['tool_calls']),
  readCall(part) {
    if (!isCall(part)) return undefined;
    const { id, function: called } = fieldsOf(part);
    const source = fieldsOf(called);
    const { name, arguments: input } = source;
    return { id: textOf(id), key: textOf(id), name: textOf(name), input, source };
  },
  toMessages([message, ...parts]) {
    const calls = parts.map(fieldsOf).map(({ index: _index, ...call }) => call);
    const { content = null, ...others } = fieldsOf(message);
    return [{ ...others, role: 'assistant', content, ...some(calls) }];
  },
  joinStreams: joinChatStreams,
  ownResults: (results) =>
    results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })),
};

/** A tool call whose arguments arrive in pieces. */
interface OpenCall {
  readonly call: Fields & { readonly function: Record<string, unknown> };
  /** Index for the client, once it got it. */
  index?: number;
}

function joinChatStreams(isHidden: IsCall): () => StreamReader {
  let nextIndex = 0;
  return () => {
    const message: Record<string, unknown> = {};
    const open = new Map<unknown, OpenCall>();
    let isFinished = false;

    /** Returns the call if it begins with this piece. */
    function takePiece(piece: Fields): readonly unknown[] {
      const { arguments: json, ...called } = fieldsOf(piece['function']);
      const known = open.get(keyOf(piece));
      if (known !== undefined) {
        known.call.function['arguments'] += textOf(json);
        return [];
      }
      const call = { ...piece, function: { ...called, arguments: textOf(json) } };
      open.set(keyOf(piece), { call });
      return [call];
    }

    /** Returns a piece of a call for the client; none of a hidden one. */
    function showPiece(piece: Fields): readonly Fields[] {
      const known = open.get(keyOf(piece))!;
      if (isHidden(known.call)) return [];
      const index = (known.index ??= nextIndex++);
      return [piece['index'] === index ? piece : { ...piece, index }];
    }

    return {
      take({ choices }) {
        // Usage follows the end of the choice.
        if (isFinished) return { isEnd: true };
        const { delta, finish_reason: reason } = fieldsOf(listOf(choices)[0]);
        const { tool_calls: pieces, ...texts } = fieldsOf(delta);
        for (const [name, piece] of Object.entries(texts)) {
          if (typeof piece !== 'string') continue;
          message[name] = name === 'role' ? piece : textOf(message[name]) + piece;
        }
        isFinished = typeof reason === 'string';
        return { begun: listOf(pieces).map(fieldsOf).flatMap(takePiece), isEnd: isFinished };
      },
      parts: () =>
        isFinished ? [message, ...[...open.values()].map(({ call }) => call)] : undefined,
      show(event, { isLastResponse }) {
        const { data } = event;
        const [choice, ...choices] = listOf(data['choices']);
        if (!isRecord(choice)) return isLastResponse ? event.bytes : undefined;
        const { tool_calls: pieces, ...texts } = fieldsOf(choice['delta']);
        const given = listOf(pieces);
        const calls = given.map(fieldsOf).flatMap(showPiece);
        const isSame =
          calls.length === given.length && calls.every((call, at) => call === given[at]);
        const isEnd = typeof choice['finish_reason'] === 'string';
        if (isSame && (isLastResponse || !isEnd)) return event.bytes;
        const delta = { ...texts, ...some(calls) };
        if (Object.keys(delta).length === 0 && !(isLastResponse && isEnd)) return undefined;
        const shown = { ...choice, delta, ...(isLastResponse ? {} : { finish_reason: null }) };
        return formatEvent(event.name, { ...data, choices: [shown, ...choices] });
      },
    };
  };
}

/** Returns what the pieces of a call have in common. */
function keyOf({ index, id }: Fields): unknown {
  return index ?? id;
}

function isCall(part: unknown): boolean {
  const { function: called, custom } = fieldsOf(part);
  return isRecord(called) || isRecord(custom);
}

function some(calls: readonly unknown[]): Fields {
  return calls.length === 0 ? {} : { tool_calls: calls };
}

function messageOf(body: Fields): Fields {
  return fieldsOf(fieldsOf(listOf(body['choices'])[0])['message']);
}
