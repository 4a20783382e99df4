import { isRecord } from '@palimpsest/core-types';
import { fieldsOf, observeGeminiUsage, type AgentTool, type Fields } from '@palimpsest/adapter';
import { gemini } from '@palimpsest/formats/gemini';
import {
  countOf,
  listOf,
  offerTools,
  textOf,
  type Api,
  type IsCall,
  type OwnResult,
  type StreamCalls,
  type StreamReader,
  type Turn,
} from './api.ts';
import { formatEvent } from '../recall/server-events.ts';

const STREAM = /:streamGenerateContent$/;

/** `generateContent` and `streamGenerateContent` of the Gemini API. */
export const geminiApi: Api = {
  codec: gemini,
  watchUsage: observeGeminiUsage,
  model: (_body, target) => /\/([^/:]+):/.exec(target)?.[1],
  maxOutputTokens: (body) => countOf(fieldsOf(body['generationConfig'])['maxOutputTokens']),
  canRead(body, target) {
    const [path = '', query = ''] = target.split('?');
    // Without `alt=sse` the stream is one JSON list.
    const isList = STREAM.test(path) && new URLSearchParams(query).get('alt') !== 'sse';
    return !isList && (fieldsOf(body['generationConfig'])['candidateCount'] ?? 1) === 1;
  },
  withTools(body, offered) {
    // Without any: the provider's own tools cannot be combined with functions.
    const declared = listOf(body['tools']).flatMap((tool) => [
      ...listOf(fieldsOf(tool)['functionDeclarations']),
      ...listOf(fieldsOf(tool)['function_declarations']),
    ]);
    return offerTools(body, offered, declared, (own) => [
      { functionDeclarations: own.map(toDeclaration) },
    ]);
  },
  readTurn(body) {
    const { parts, isLast } = readCandidate(body);
    return isLast ? toTurn(parts) : undefined;
  },
  joinBodies(bodies, isHidden) {
    const parts = bodies.flatMap((body) => readCandidate(body).parts);
    const visible = parts.filter((part) => !isCall(part, isHidden));
    return replaceParts(bodies.at(-1) ?? {}, visible);
  },
  joinStreams: joinGeminiStreams,
  ownResults: (results) => [{ role: 'user', parts: results.map(responsePart) }],
  callKeys: (content) => listOf(fieldsOf(content)['parts']).flatMap((part) => keyOf(part) ?? []),
  withClientCalls(content, given) {
    const calls = listOf(fieldsOf(given)['parts']).filter((part) => keyOf(part) !== undefined);
    const keys = new Set(calls.map(keyOf));
    const parts = listOf(fieldsOf(content)['parts']).map((part) =>
      keys.has(keyOf(part)) ? (calls.shift() ?? part) : part,
    );
    return { ...fieldsOf(content), parts };
  },
  withResults(content, results) {
    const parts = results.flatMap((result) => listOf(fieldsOf(result)['parts']));
    return { ...fieldsOf(content), parts: [...parts, ...listOf(fieldsOf(content)['parts'])] };
  },
};

/** Returns the identity of the call that a part is; `undefined` for another part. */
function keyOf(part: unknown): string | undefined {
  const call = fieldsOf(part)['functionCall'];
  return call === undefined ? undefined : callKey(call);
}

function responsePart({ id, name, text, isError }: OwnResult): Fields {
  const response = isError ? { error: text } : { output: text };
  const named = { name, response };
  return { functionResponse: id === '' ? named : { id, ...named } };
}

function toDeclaration({ name, description, inputSchema }: AgentTool): object {
  return { name, description, parametersJsonSchema: inputSchema };
}

function isCall(part: unknown, isOfKind: IsCall): boolean {
  const { functionCall: call } = fieldsOf(part);
  return call !== undefined && isOfKind(call);
}

/** Reads a body or an event. Every event holds a part of the response, and the last one a reason why it ends. */
function readCandidate(data: Fields) {
  const candidate = fieldsOf(listOf(data['candidates'])[0]);
  const isLast = typeof candidate['finishReason'] === 'string';
  return { parts: listOf(fieldsOf(candidate['content'])['parts']), isLast };
}

function joinGeminiStreams({ mayBeHidden, isHidden }: StreamCalls): () => StreamReader {
  return () => {
    const parts: unknown[] = [];
    let isFinished = false;
    let isHolding = false;
    return {
      take(data) {
        const { parts: given, isLast } = readCandidate(data);
        parts.push(...given);
        isFinished ||= isLast;
        isHolding ||= given.some((part) => isCall(part, mayBeHidden));
        return isHolding || isLast;
      },
      turn: () => (isFinished ? toTurn(parts) : undefined),
      show(event, isLast) {
        const { parts: given, isLast: isEnd } = readCandidate(event.data);
        const left = given.filter((part) => !isCall(part, isHidden));
        if (left.length === 0 && !isLast) return undefined;
        if (left.length === given.length && (isLast || !isEnd)) return event.bytes;
        if (left.length === 0 && !isEnd) return undefined;
        const data = isLast ? event.data : withoutEnd(event.data);
        return formatEvent(event.name, replaceParts(data, left));
      },
    };
  };
}

function toTurn(parts: readonly unknown[]): Turn {
  const calls = parts.map((part) => fieldsOf(part)['functionCall']).filter(isRecord);
  return {
    messages: [{ role: 'model', parts }],
    calls: calls.map((call) => {
      const { id, name, args: input } = call;
      return { id: textOf(id), key: callKey(call), name: textOf(name), input, source: call };
    }),
  };
}

/** Returns the identity of a call: its content, because clients may give calls ids of their own. */
function callKey(call: unknown): string {
  const { name, args } = fieldsOf(call);
  return JSON.stringify([name, args ?? {}]);
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
