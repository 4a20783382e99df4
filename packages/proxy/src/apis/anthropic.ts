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
  type IsCall,
  type OwnResult,
  type StreamCalls,
  type StreamReader,
  type Turn,
} from './api.ts';
import { formatEvent } from '../recall/server-events.ts';

/** The Messages API. */
export const anthropicApi: Api = {
  codec: anthropic,
  watchUsage: observeAnthropicUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_tokens']),
  withTools: (body, offered) =>
    offerTools(body, offered, listOf(body['tools']), (own) => own.map(toTool)),
  readTurn: ({ content }) => toTurn(listOf(content)),
  joinBodies(bodies, isHidden) {
    const content = bodies.flatMap((body) => listOf(body['content']));
    return { ...bodies.at(-1), content: content.filter((block) => !isCall(block, isHidden)) };
  },
  joinStreams: joinAnthropicStreams,
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
  /** Index for the client, once it got it. */
  index?: number;
}

function isCall(block: unknown, isOfKind: IsCall): boolean {
  return fieldsOf(block)['type'] === 'tool_use' && isOfKind(block);
}

const ENDS: ReadonlySet<unknown> = new Set(['message_delta', 'message_stop']);

function joinAnthropicStreams({ mayBeHidden, isHidden }: StreamCalls): () => StreamReader {
  let nextIndex = 0;
  let responses = 0;
  return () => {
    const isFirst = responses === 0;
    responses += 1;
    const open = new Map<unknown, OpenBlock>();
    let isFinished = false;
    let isHolding = false;
    return {
      take({ type, index, content_block: begun, delta }) {
        if (type === 'content_block_start') {
          const block = { ...fieldsOf(begun) };
          open.set(index, { block, json: '' });
          isHolding ||= isCall(block, mayBeHidden);
        }
        const known = open.get(index);
        if (known !== undefined) addDelta(known, fieldsOf(delta));
        if (type === 'message_stop') {
          isFinished = true;
          for (const { block, json } of open.values()) {
            if (json !== '') block['input'] = parseFields(json) ?? {};
          }
        }
        return ENDS.has(type) || (isHolding && type !== 'ping');
      },
      turn: () => (isFinished ? toTurn([...open.values()].map(({ block }) => block)) : undefined),
      show(event, isLast) {
        const { data } = event;
        const isShown =
          data['type'] === 'message_start' ? isFirst : isLast || !ENDS.has(data['type']);
        if (!isShown) return undefined;
        const known = open.get(data['index']);
        if (known === undefined) return event.bytes;
        if (isCall(known.block, isHidden)) return undefined;
        if (known.index === undefined) {
          known.index = nextIndex;
          nextIndex += 1;
        }
        const { index } = known;
        return data['index'] === index ? event.bytes : formatEvent(event.name, { ...data, index });
      },
    };
  };
}

function toTurn(blocks: readonly unknown[]): Turn {
  const calls = blocks.map(fieldsOf).filter(({ type }) => type === 'tool_use');
  return {
    // The API rejects empty texts.
    messages: [{ role: 'assistant', content: blocks.filter((block) => !isEmptyText(block)) }],
    calls: calls.map((source) => {
      const { id, name, input } = source;
      return { id: textOf(id), name: textOf(name), input, source };
    }),
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

function isEmptyText(block: unknown): boolean {
  const { type, text } = fieldsOf(block);
  return type === 'text' && text === '';
}
