import { fieldsOf, observeAnthropicUsage, parseFields, type Fields } from '@palimpsest/adapter';
import { anthropic } from '@palimpsest/formats/anthropic';
import { countOf, listOf, textOf, type Api, type IsCall, type StreamReader } from './api.ts';
import { formatEvent } from '../recall/server-events.ts';

/** The Messages API. Parts are content blocks. */
export const anthropicApi: Api = {
  codec: anthropic,
  watchUsage: observeAnthropicUsage,
  model: ({ model }) => textOf(model) || undefined,
  maxOutputTokens: (body) => countOf(body['max_tokens']),
  declaredTools: (body) => listOf(body['tools']),
  toTools: (tools) =>
    tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
    })),
  partsOf: ({ content }) => listOf(content),
  withParts: (body, content) => ({ ...body, content }),
  callParts: (message) => listOf(fieldsOf(message)['content']),
  readCall(block) {
    const source = fieldsOf(block);
    const { type, id, name, input } = source;
    if (type !== 'tool_use' || typeof id !== 'string') return undefined;
    return { id, key: id, name: textOf(name), input, source };
  },
  // The API rejects empty texts.
  toMessages: (blocks) => [
    { role: 'assistant', content: blocks.filter((block) => !isEmptyText(block)) },
  ],
  joinStreams: joinAnthropicStreams,
  ownResults: (results) => [
    {
      role: 'user',
      content: results.map(({ id, text, isError }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: text,
        ...(isError && { is_error: true }),
      })),
    },
  ],
  withResults(message, results) {
    const { content } = fieldsOf(message);
    const own = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
    const blocks = results.flatMap((result) => listOf(fieldsOf(result)['content']));
    return { ...fieldsOf(message), content: [...blocks, ...own] };
  },
};

/** A content block whose deltas arrive. */
interface OpenBlock {
  readonly block: Record<string, unknown>;
  /** JSON of its input so far. */
  json: string;
  /** Index for the client, once it got it. */
  index?: number;
}

const ENDS: ReadonlySet<unknown> = new Set(['message_delta', 'message_stop']);

function joinAnthropicStreams(isHidden: IsCall): () => StreamReader {
  let nextIndex = 0;
  let responses = 0;
  return () => {
    const isFirst = responses === 0;
    responses += 1;
    const open = new Map<unknown, OpenBlock>();
    let isFinished = false;
    return {
      take({ type, index, content_block: begun, delta }) {
        const isBegun = type === 'content_block_start';
        if (isBegun) open.set(index, { block: { ...fieldsOf(begun) }, json: '' });
        const known = open.get(index);
        if (known !== undefined) addDelta(known, fieldsOf(delta));
        if (type === 'message_stop') {
          isFinished = true;
          for (const { block, json } of open.values()) {
            if (json !== '') block['input'] = parseFields(json) ?? {};
          }
        }
        return {
          begun: isBegun && known !== undefined ? [known.block] : [],
          isEnd: ENDS.has(type),
          isFree: type === 'ping',
        };
      },
      parts: () => (isFinished ? [...open.values()].map(({ block }) => block) : undefined),
      show(event, { isLastResponse }) {
        const { data } = event;
        const isShown =
          data['type'] === 'message_start' ? isFirst : isLastResponse || !ENDS.has(data['type']);
        if (!isShown) return undefined;
        const known = open.get(data['index']);
        if (known === undefined) return event.bytes;
        if (isHidden(known.block)) return undefined;
        const index = (known.index ??= nextIndex++);
        return data['index'] === index ? event.bytes : formatEvent(event.name, { ...data, index });
      },
    };
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
