import { isRecord } from '@palimpsest/core-types';
import {
  fieldsOf,
  observeOpenAIUsage,
  type AgentTool,
  type ServerEvent,
} from '@palimpsest/adapter';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
import {
  countOf,
  listOf,
  offerTools,
  textOf,
  type Api,
  type IsCall,
  type StreamCalls,
  type StreamReader,
  type Turn,
} from './api.ts';
import { formatEvent } from '../recall/server-events.ts';

/** The Responses API. */
export const responsesApi: Api = {
  codec: openaiResponses,
  watchUsage: observeOpenAIUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_output_tokens']),
  // A response that the provider finishes in the background has no stream to read.
  canRead: (body) => body['background'] !== true,
  withTools: (body, offered) =>
    offerTools(body, offered, listOf(body['tools']), (own) => own.map(toTool)),
  readTurn: ({ output }) => toTurn(listOf(output)),
  joinBodies(bodies, isHidden) {
    const output = bodies.flatMap((body) => listOf(body['output']));
    return { ...bodies.at(-1), output: output.filter((item) => !isCall(item, isHidden)) };
  },
  joinStreams: joinResponsesStreams,
  ownResults: (results) =>
    results.map(({ id, text, source }) => ({
      type: `${textOf(fieldsOf(source)['type'])}_output`,
      call_id: id,
      output: text,
    })),
  callKeys(item) {
    const { type, call_id: id } = fieldsOf(item);
    return textOf(type).endsWith('_call') && typeof id === 'string' ? [id] : [];
  },
};

function toTool({ name, description, inputSchema: parameters }: AgentTool): object {
  return { type: 'function', name, description, parameters, strict: false };
}

const BEGINS: ReadonlySet<unknown> = new Set(['response.created', 'response.in_progress']);
const ENDS: ReadonlySet<unknown> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
]);

/** Calls of functions and of tools with a text as their input. Their results are items with the same type and a suffix. */
const CALLS: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call']);

function isCall(item: unknown, isOfKind: IsCall): boolean {
  return CALLS.has(fieldsOf(item)['type']) && isOfKind(item);
}

function joinResponsesStreams({ mayBeHidden, isHidden }: StreamCalls): () => StreamReader {
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
    let isHolding = false;
    return {
      take({ type, output_index: index, item }) {
        if (item !== undefined) known.set(index, item);
        isHolding ||= isCall(item, mayBeHidden);
        if (type === 'response.output_item.done') items.push(item);
        if (ENDS.has(type)) isFinished = type !== 'response.failed';
        return ENDS.has(type) || isHolding;
      },
      turn: () => (isFinished ? toTurn(items) : undefined),
      show(event, isLast) {
        const { type, output_index: index, item, response } = event.data;
        if (BEGINS.has(type)) {
          if (!isFirst) return undefined;
          firstId = fieldsOf(response)['id'];
        }
        if (ENDS.has(type)) {
          if (!isLast) return undefined;
          const joined = isRecord(response) && { ...response, id: firstId, output: visible };
          return renumber(event, isRewritten && joined ? { response: joined } : {});
        }
        if (isCall(known.get(index), isHidden)) {
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

function toTurn(items: readonly unknown[]): Turn {
  const calls = items
    .map(fieldsOf)
    // Calls of the provider's own tools have no `call_id`.
    .filter((item) => textOf(item['type']).endsWith('_call') && typeof item['call_id'] === 'string')
    .map((source) => {
      const { type, call_id: id, name, arguments: json, input = json } = source;
      // Other calls, such as those of a local shell, have a form of their own for results.
      return { id: textOf(id), name: textOf(name), input, source, hasResultForm: CALLS.has(type) };
    });
  return { messages: items, calls };
}
