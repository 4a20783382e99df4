import { Message, type ContentBlockData, type MessageData } from '@strands-agents/sdk';
import { fieldsOf, type Fields } from '@palimpsest/adapter';

/** A message in the form of Anthropic's Messages API, which has the same parts in the same places. */
export interface ReadableMessage {
  readonly role: string;
  readonly content?: unknown;
}

/** Returns a message of Strands in a form that can be compressed. `restoreMessage` reverses it. */
export function readMessage(message: Message): ReadableMessage {
  const { role, content } = message.toJSON();
  return { role, content: content.map(readBlock) };
}

/** Blocks without a counterpart are kept as they are. JSON of a message has bytes as base64. */
function readBlock(data: ContentBlockData): object {
  if ('toolUse' in data) {
    const { toolUseId: id, ...call } = data.toolUse;
    return { type: 'tool_use', id, ...call };
  }
  if ('toolResult' in data) {
    const { toolUseId: id, status, content } = data.toolResult;
    const parts = content.map((inner) =>
      'json' in inner ? { type: 'text', text: JSON.stringify(inner.json) } : readBlock(inner),
    );
    const failure = status === 'error' ? { is_error: true } : {};
    return { type: 'tool_result', tool_use_id: id, content: parts, ...failure };
  }
  if ('reasoning' in data) {
    const { text, signature, redactedContent } = data.reasoning;
    if (text === undefined) return { type: 'redacted_thinking', data: redactedContent };
    return { type: 'thinking', thinking: text, signature };
  }
  if ('image' in data) {
    const { format, source } = data.image;
    const media_type = `image/${format}`;
    if ('bytes' in source)
      return { type: 'image', source: { type: 'base64', media_type, data: source.bytes } };
    if ('url' in source)
      return { type: 'image', source: { type: 'url', media_type, url: source.url } };
  }
  const [type = 'unknown'] = Object.keys(data);
  return { type, ...data };
}

/** Returns the message of Strands for one that a compression wrote or changed. */
export function restoreMessage({ role, content }: ReadableMessage): Message {
  return Message.fromJSON({ role, content: restoreParts(content) } as MessageData);
}

function restoreParts(content: unknown): readonly object[] {
  return typeof content === 'string' ? [{ text: content }] : (content as Fields[]).map(restorePart);
}

function restorePart({ type, ...part }: Fields): object {
  const { id, tool_use_id: toolUseId, content, is_error: isError, source, ...others } = part;
  switch (type) {
    case 'tool_use':
      return { toolUse: { toolUseId: id, ...others } };
    case 'tool_result': {
      const status = isError === true ? 'error' : 'success';
      return { toolResult: { toolUseId, status, content: restoreParts(content) } };
    }
    case 'thinking':
      return { reasoning: { text: others['thinking'], signature: others['signature'] } };
    case 'redacted_thinking':
      return { reasoning: { redactedContent: others['data'] } };
    case 'image': {
      if (source === undefined) return part;
      const { media_type: mediaType, data, url } = fieldsOf(source);
      const format = String(mediaType).replace('image/', '');
      return { image: { format, source: url === undefined ? { bytes: data } : { url } } };
    }
    default:
      return part;
  }
}
