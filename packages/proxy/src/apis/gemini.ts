import { isRecord } from '@palimpsest/core-types';
import {
  fieldsOf,
  observeGeminiUsage,
  type AgentTool,
  type Fields,
  parseFields,
} from '@palimpsest/adapter';
import { gemini } from '@palimpsest/formats/gemini';
import {
  countOf,
  listOf,
  offerTools,
  textOf,
  type Api,
  type IsOwn,
  type OwnResult,
  type StreamReader,
  type Turn,
} from './api.ts';
import { formatEvent, type ServerEvent } from '../recall/server-events.ts';

const STREAM = /:streamGenerateContent$/;

/** `generateContent` and `streamGenerateContent` of the Gemini API. */
export const geminiApi: Api = {
  codec: gemini,
  watchUsage: observeGeminiUsage,
  model: (_body, target) => /\/([^/:]+):/.exec(target)?.[1],
  maxOutputTokens: (body) => countOf(fieldsOf(body['generationConfig'])['maxOutputTokens']),
  withTools(body, target, offered) {
    const [path = '', query = ''] = target.split('?');
    // Without `alt=sse` the stream is one JSON list.
    const isList = STREAM.test(path) && new URLSearchParams(query).get('alt') !== 'sse';
    const hasChoices = (fieldsOf(body['generationConfig'])['candidateCount'] ?? 1) !== 1;
    // Without any: the provider's own tools cannot be combined with functions.
    const declared = listOf(body['tools']).flatMap((tool) => [
      ...listOf(fieldsOf(tool)['functionDeclarations']),
      ...listOf(fieldsOf(tool)['function_declarations']),
    ]);
    if (isList || hasChoices) return undefined;
    return offerTools(body, offered, declared, (own) => [
      { functionDeclarations: own.map(toDeclaration) },
    ]);
  },
  readTurn(body) {
    const { parts, isLast } = readCandidate(body);
    return isLast ? toTurn(parts) : undefined;
  },
  joinBodies(bodies, isOwn) {
    const parts = bodies.flatMap((body) => readCandidate(body).parts);
    const visible = parts.filter((part) => !isOwnCall(part, isOwn));
    return replaceParts(bodies.at(-1) ?? {}, visible);
  },
  readStream: readGeminiStream,
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

function isOwnCall(part: unknown, isOwn: IsOwn): boolean {
  return isOwn(fieldsOf(part)['functionCall']);
}

/** Reads a body or an event. Every event holds a part of the response, and the last one a reason why it ends. */
function readCandidate(data: Fields) {
  const candidate = fieldsOf(listOf(data['candidates'])[0]);
  const isLast = typeof candidate['finishReason'] === 'string';
  return { parts: listOf(fieldsOf(candidate['content'])['parts']), isLast };
}

function readGeminiStream(isOwn: IsOwn): StreamReader {
  let parts: unknown[] = [];
  let isFinished = false;
  let held: Uint8Array[] = [];
  let hasOwn = false;

  return {
    takeEvent(event) {
      const data = parseFields(event.data);
      if (data === undefined) return [event.bytes];
      const { parts: given, isLast } = readCandidate(data);
      const left = given.filter((part) => !isOwnCall(part, isOwn));
      const isSame = left.length === given.length;
      parts.push(...given);
      isFinished ||= isLast;
      hasOwn ||= !isSame;
      if (!hasOwn) return [event.bytes];
      if (isFinished) {
        held.push(isSame && left.length === 0 ? event.bytes : withParts(event, data, []));
        return left.length === 0 ? [] : [withParts(event, withoutEnd(data), left)];
      }
      if (isSame) return [event.bytes];
      return left.length === 0 ? [] : [withParts(event, data, left)];
    },
    turn: () => (isFinished ? toTurn(parts) : undefined),
    startNext() {
      parts = [];
      isFinished = false;
      hasOwn = false;
      held = [];
    },
    heldEvents: () => held,
  };
}

function toTurn(parts: readonly unknown[]): Turn {
  const calls = parts.map((part) => fieldsOf(part)['functionCall']).filter(isRecord);
  return {
    messages: [{ role: 'model', parts }],
    calls: calls.map((call) => {
      const { id, name, args: input } = call;
      return { id: textOf(id), key: callKey(call), name: textOf(name), input };
    }),
  };
}

/** Returns the identity of a call: its content, because clients may give calls ids of their own. */
function callKey(call: unknown): string {
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
