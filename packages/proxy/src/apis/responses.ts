import { isRecord } from '@palimpsest/core-types';
import {
  fieldsOf,
  observeOpenAIUsage,
  type AgentTool,
  parseFields,
  type Fields,
} from '@palimpsest/adapter';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
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

/** The Responses API. */
export const responsesApi: Api = {
  codec: openaiResponses,
  watchUsage: observeOpenAIUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_output_tokens']),
  withTools(body, _path, offered) {
    // A response that the provider finishes in the background has no stream to read.
    if (body['background'] === true) return undefined;
    return offerTools(body, offered, listOf(body['tools']), (own) => own.map(toTool));
  },
  readTurn: ({ output }) => toTurn(listOf(output)),
  joinBodies(bodies, isOwn) {
    const output = bodies.flatMap((body) => listOf(body['output']));
    return { ...bodies.at(-1), output: output.filter((item) => !isOwnCall(item, isOwn)) };
  },
  readStream: readResponsesStream,
  ownResults: (results) =>
    results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text })),
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

function isOwnCall(item: unknown, isOwn: IsOwn): boolean {
  return fieldsOf(item)['type'] === 'function_call' && isOwn(item);
}

function readResponsesStream(isOwn: IsOwn): StreamReader {
  /** Index for the client of each output item; `undefined` for a call of the proxy's tools. */
  let places = new Map<unknown, number | undefined>();
  let items: unknown[] = [];
  let isFinished = false;
  let end: ServerEvent | undefined;
  let isLater = false;
  /** Clients refuse a stream that ends with another response than it began with. */
  let firstId: unknown;
  let isRewritten = false;
  let nextIndex = 0;
  let sequence = 0;
  const visible: unknown[] = [];

  /** Returns the event for the client, with the numbers of its own stream. */
  function renumbered(event: ServerEvent, data: Fields): Uint8Array {
    const number = sequence;
    sequence += 1;
    const { output_index: index, sequence_number: given } = data;
    const changes: Record<string, unknown> = {};
    if (typeof given === 'number') changes['sequence_number'] = number;
    if (places.has(index)) changes['output_index'] = places.get(index);
    const isSame = Object.entries(changes).every(([name, value]) => data[name] === value);
    return isSame ? event.bytes : formatEvent(event.name, { ...data, ...changes });
  }

  function takeItem(data: Fields): void {
    const { type, output_index: index, item } = data;
    if (type === 'response.output_item.added') {
      places.set(index, isOwnCall(item, isOwn) ? undefined : nextIndex);
      if (!isOwnCall(item, isOwn)) nextIndex += 1;
    }
    if (type !== 'response.output_item.done') return;
    items.push(item);
    if (!isOwnCall(item, isOwn)) visible.push(item);
  }

  return {
    takeEvent(event) {
      const data = fieldsOf(parseFields(event.data));
      const { type, output_index: index } = data;
      if (isLater && BEGINS.has(type)) return [];
      if (BEGINS.has(type)) firstId = fieldsOf(data['response'])['id'];
      if (ENDS.has(type)) {
        isFinished = type !== 'response.failed';
        end = event;
        return [];
      }
      takeItem(data);
      const isHidden = places.has(index) && places.get(index) === undefined;
      isRewritten ||= isHidden;
      return isHidden ? [] : [renumbered(event, data)];
    },
    turn: () => (isFinished ? toTurn(items) : undefined),
    startNext() {
      places = new Map();
      items = [];
      isFinished = false;
      isLater = true;
      end = undefined;
    },
    heldEvents() {
      if (end === undefined) return [];
      if (!isRewritten) return [end.bytes];
      const data = fieldsOf(parseFields(end.data));
      const { response, sequence_number: given } = data;
      const joined = isRecord(response) ? { ...response, id: firstId, output: visible } : response;
      const numbered = typeof given === 'number' ? { sequence_number: sequence } : {};
      return [formatEvent(end.name, { ...data, ...numbered, response: joined })];
    },
  };
}

function toTurn(items: readonly unknown[]): Turn {
  const calls = items
    .map(fieldsOf)
    // Calls of the provider's own tools have no `call_id`.
    .filter((item) => textOf(item['type']).endsWith('_call') && typeof item['call_id'] === 'string')
    .map(({ type, call_id: id, name, arguments: input }) => ({
      id: textOf(id),
      // Only functions are tools of the proxy.
      name: type === 'function_call' ? textOf(name) : '',
      input,
    }));
  return { messages: items, calls };
}
