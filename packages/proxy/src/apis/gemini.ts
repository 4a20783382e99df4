import { isRecord } from '@palimpsest/core-types';
import { fieldsOf, observeGeminiUsage, type Fields } from '@palimpsest/adapter';
import { gemini } from '@palimpsest/formats/gemini';
import { countOf, listOf, textOf, type Api, type IsCall, type StreamReader } from './api.ts';
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
  // Without any: the provider's own tools cannot be combined with functions.
  declaredTools: (body) =>
    listOf(body['tools']).flatMap((tool) => [
      ...listOf(fieldsOf(tool)['functionDeclarations']),
      ...listOf(fieldsOf(tool)['function_declarations']),
    ]),
  toTools: (tools) => [
    {
      functionDeclarations: tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        parametersJsonSchema: inputSchema,
      })),
    },
  ],
  partsOf: (body) => readCandidate(body).parts,
  isCutOff: (body) => !readCandidate(body).isEnd,
  withParts: replaceParts,
  callParts: (content) => listOf(fieldsOf(content)['parts']),
  readCall(part) {
    const source = fieldsOf(part)['functionCall'];
    if (!isRecord(source)) return undefined;
    const { id, name, args: input } = source;
    // Clients may give calls ids of their own, so their content identifies them.
    const key = JSON.stringify([name, input ?? {}]);
    return { id: textOf(id), key, name: textOf(name), input, source };
  },
  toMessages: (parts) => [{ role: 'model', parts }],
  joinStreams: joinGeminiStreams,
  ownResults: (results) => [
    {
      role: 'user',
      parts: results.map(({ id, name, text, isError }) => {
        const named = { name, response: isError ? { error: text } : { output: text } };
        return { functionResponse: id === '' ? named : { id, ...named } };
      }),
    },
  ],
  withClientCalls(content, given) {
    const keyOf = (part: unknown): string | undefined => geminiApi.readCall(part)?.key;
    const calls = geminiApi.callParts(given).filter((part) => keyOf(part) !== undefined);
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

/** Reads a body or an event. Every event holds a part of the response, and the last one a reason why it ends. */
function readCandidate(data: Fields) {
  const candidate = fieldsOf(listOf(data['candidates'])[0]);
  const isEnd = typeof candidate['finishReason'] === 'string';
  return { parts: listOf(fieldsOf(candidate['content'])['parts']), isEnd };
}

function joinGeminiStreams(isHidden: IsCall): () => StreamReader {
  return () => {
    const parts: unknown[] = [];
    let isFinished = false;
    return {
      take(data) {
        const { parts: begun, isEnd } = readCandidate(data);
        parts.push(...begun);
        isFinished ||= isEnd;
        return { begun, isEnd };
      },
      parts: () => (isFinished ? parts : undefined),
      show(event, { isLastResponse }) {
        const { parts: given, isEnd } = readCandidate(event.data);
        const left = given.filter((part) => !isHidden(part));
        if (left.length === 0 && !isLastResponse) return undefined;
        if (left.length === given.length && (isLastResponse || !isEnd)) return event.bytes;
        if (left.length === 0 && !isEnd) return undefined;
        const data = isLastResponse ? event.data : withoutEnd(event.data);
        return formatEvent(event.name, replaceParts(data, left));
      },
    };
  };
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
