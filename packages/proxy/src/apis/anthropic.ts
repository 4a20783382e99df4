import {
  fieldsOf,
  observeAnthropicUsage,
  type AgentTool,
  type Fields,
  parseFields,
} from '@palimpsest/adapter';
import { anthropic } from '@palimpsest/formats/anthropic';
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

/** The Messages API. */
export const anthropicApi: Api = {
  codec: anthropic,
  watchUsage: observeAnthropicUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_tokens']),
  withTools: (body, _path, offered) =>
    offerTools(body, offered, listOf(body['tools']), (own) => own.map(toTool)),
  readTurn: ({ content }) => toTurn(listOf(content)),
  joinBodies(bodies, isOwn) {
    const content = bodies.flatMap((body) => listOf(body['content']));
    return { ...bodies.at(-1), content: content.filter((block) => !isOwnCall(block, isOwn)) };
  },
  readStream: readAnthropicStream,
  ownResults: (results) => [{ role: 'user', content: results.map(toolResult) }],
  callKeys: (message) =>
    listOf(fieldsOf(message)['content']).flatMap((block) => {
      const { type, id } = fieldsOf(block);
      return type === 'tool_use' && typeof id === 'string' ? [id] : [];
    }),
  withResults(message, results) {
    const { content } = fieldsOf(message);
    const own = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
    const blocks = results.flatMap((result) => listOf(fieldsOf(result)['content']));
    return { ...fieldsOf(message), content: [...blocks, ...own] };
  },
};

function toolResult({ id, text, isError }: OwnResult): Fields {
  const result = { type: 'tool_result', tool_use_id: id, content: text };
  return isError ? { ...result, is_error: true } : result;
}

function toTool({ name, description, inputSchema }: AgentTool): object {
  return { name, description, input_schema: inputSchema };
}

/** A content block whose deltas arrive. */
interface OpenBlock {
  readonly block: Record<string, unknown>;
  /** JSON of its input so far. */
  json: string;
  /** Index for the client; absent for a call of the proxy's tools. */
  readonly index?: number;
}

function isOwnCall(block: unknown, isOwn: IsOwn): boolean {
  return fieldsOf(block)['type'] === 'tool_use' && isOwn(block);
}

function readAnthropicStream(isOwn: IsOwn): StreamReader {
  let open = new Map<unknown, OpenBlock>();
  let finished: readonly unknown[] | undefined;
  let held: Uint8Array[] = [];
  let isLater = false;
  let nextIndex = 0;

  function start({ index, content_block: given }: Fields, event: ServerEvent): Uint8Array[] {
    const block = { ...fieldsOf(given) };
    if (isOwnCall(block, isOwn)) {
      open.set(index, { block, json: '' });
      return [];
    }
    open.set(index, { block, json: '', index: nextIndex });
    nextIndex += 1;
    return [atIndex(event, nextIndex - 1)];
  }

  return {
    takeEvent(event) {
      const data = fieldsOf(parseFields(event.data));
      switch (data['type']) {
        case 'message_start':
          return isLater ? [] : [event.bytes];
        case 'content_block_start':
          return start(data, event);
        case 'content_block_delta':
        case 'content_block_stop': {
          const block = open.get(data['index']);
          if (block === undefined) return [event.bytes];
          addDelta(block, fieldsOf(data['delta']));
          return block.index === undefined ? [] : [atIndex(event, block.index)];
        }
        case 'message_delta':
          held.push(event.bytes);
          return [];
        case 'message_stop':
          held.push(event.bytes);
          finished = [...open.values()].map(finishBlock);
          return [];
        default:
          return [event.bytes];
      }
    },
    turn: () => finished && toTurn(finished),
    startNext() {
      open = new Map();
      finished = undefined;
      held = [];
      isLater = true;
    },
    heldEvents: () => held,
  };
}

function toTurn(blocks: readonly unknown[]): Turn {
  const calls = blocks.map(fieldsOf).filter(({ type }) => type === 'tool_use');
  return {
    // The API rejects empty texts.
    messages: [{ role: 'assistant', content: blocks.filter((block) => !isEmptyText(block)) }],
    calls: calls.map(({ id, name, input }) => ({ id: textOf(id), name: textOf(name), input })),
  };
}

function addDelta(open: OpenBlock, delta: Fields): void {
  const { block } = open;
  const append = (name: string, text: unknown): void => {
    block[name] = textOf(block[name]) + textOf(text);
  };
  if (delta['type'] === 'text_delta') append('text', delta['text']);
  if (delta['type'] === 'thinking_delta') append('thinking', delta['thinking']);
  if (delta['type'] === 'signature_delta') append('signature', delta['signature']);
  if (delta['type'] === 'input_json_delta') open.json += textOf(delta['partial_json']);
  if (delta['type'] === 'citations_delta') {
    block['citations'] = [...listOf(block['citations']), delta['citation']];
  }
}

function finishBlock({ block, json }: OpenBlock): Fields {
  return json === '' ? block : { ...block, input: parseFields(json) ?? {} };
}

function atIndex(event: ServerEvent, index: number): Uint8Array {
  const data = fieldsOf(parseFields(event.data));
  return data['index'] === index ? event.bytes : formatEvent(event.name, { ...data, index });
}

function isEmptyText(block: unknown): boolean {
  const { type, text } = fieldsOf(block);
  return type === 'text' && text === '';
}
