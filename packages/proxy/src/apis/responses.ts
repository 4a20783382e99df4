import { isRecord } from '@palimpsest/core-types';
import { fieldsOf, observeOpenAIUsage, type ServerEvent } from '@palimpsest/adapter';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
import { countOf, listOf, textOf, type Api, type IsCall, type StreamReader } from './api.ts';
import { formatEvent } from '../recall/server-events.ts';

/** The Responses API. Parts are items, and so are messages. */
export const responsesApi: Api = {
  codec: openaiResponses,
  watchUsage: observeOpenAIUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_output_tokens']),
  // A response that the provider finishes in the background has no stream to read.
  canRead: (body) => body['background'] !== true,
  declaredTools: (body) => listOf(body['tools']),
  toTools: (tools) =>
    tools.map(({ name, description, inputSchema: parameters }) => ({
      type: 'function',
      name,
      description,
      parameters,
      strict: false,
    })),
  partsOf: ({ output }) => listOf(output),
  withParts: (body, output) => ({ ...body, output }),
  callParts: (item) => [item],
  readCall(item) {
    const source = fieldsOf(item);
    const { type, call_id: id, name, arguments: json, input = json } = source;
    // Other calls, such as those of a local shell, have a form of their own for results. Those of the provider's own tools have no `call_id`.
    const hasResultForm = CALLS.has(type);
    const isOther = textOf(type).endsWith('_call') && typeof id === 'string';
    if (!hasResultForm && !isOther) return undefined;
    return { id: textOf(id), key: textOf(id), name: textOf(name), input, source, hasResultForm };
  },
  toMessages: (items) => items,
  joinStreams: joinResponsesStreams,
  ownResults: (results) =>
    results.map(({ id, text, source }) => ({
      type: `${textOf(fieldsOf(source)['type'])}_output`,
      call_id: id,
      output: text,
    })),
};

const BEGINS: ReadonlySet<unknown> = new Set(['response.created', 'response.in_progress']);
const ENDS: ReadonlySet<unknown> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
]);

/** Calls of functions and of tools with a text as their input. Their results are items with the same type and a suffix. */
const CALLS: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call']);

function joinResponsesStreams(isHidden: IsCall): () => StreamReader {
  let responses = 0;
  /** Clients refuse a stream that ends with another response than it began with. */
  let firstId: unknown;
  let isRewritten = false;
  let nextIndex = 0;
  let sequence = 0;
  const visible: unknown[] = [];

  /** Returns the event for the client, with the numbers of its own stream. */
  function renumber(event: ServerEvent, changes: Record<string, unknown>): Uint8Array {
    const { data } = event;
    const { sequence_number: number } = data;
    if (typeof number === 'number') {
      const isNothingHidden = responses === 1 && !isRewritten;
      changes['sequence_number'] = isNothingHidden ? number : sequence;
      sequence = isNothingHidden ? number + 1 : sequence + 1;
    }
    const isSame = Object.entries(changes).every(([name, value]) => data[name] === value);
    return isSame ? event.bytes : formatEvent(event.name, { ...data, ...changes });
  }

  return () => {
    const isFirst = responses === 0;
    responses += 1;
    /** Output items so far by index, and their indices for the client. */
    const known = new Map<unknown, unknown>();
    const indices = new Map<unknown, number>();
    const items: unknown[] = [];
    let isFinished = false;
    return {
      take({ type, output_index: index, item }) {
        if (item !== undefined) known.set(index, item);
        if (type === 'response.output_item.done') items.push(item);
        if (ENDS.has(type)) isFinished = type !== 'response.failed';
        return { begun: item === undefined ? [] : [item], isEnd: ENDS.has(type) };
      },
      parts: () => (isFinished ? items : undefined),
      show(event, { isLastResponse }) {
        const { type, output_index: index, item, response } = event.data;
        if (BEGINS.has(type)) {
          if (!isFirst) return undefined;
          firstId = fieldsOf(response)['id'];
        }
        if (ENDS.has(type)) {
          if (!isLastResponse) return undefined;
          const joined = isRecord(response) && { ...response, id: firstId, output: visible };
          return renumber(event, isRewritten && joined ? { response: joined } : {});
        }
        if (isHidden(known.get(index))) {
          isRewritten = true;
          return undefined;
        }
        if (type === 'response.output_item.done') visible.push(item);
        if (!known.has(index)) return renumber(event, {});
        const own = indices.get(index) ?? nextIndex++;
        indices.set(index, own);
        return renumber(event, { output_index: own });
      },
    };
  };
}
