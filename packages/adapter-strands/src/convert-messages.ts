import { Message, type ContentBlockData, type MessageData } from '@strands-agents/sdk';
import { fieldsOf, type Fields } from '@palimpsest/adapter';

/** A message in the form of Anthropic's Messages API, which has the same parts in the same places. */
export interface AnthropicLikeMessage {
  readonly role: string;
  readonly content?: unknown;
}

/** Converts a message of Strands for a compression. `fromAnthropicMessage` reverses it, except that JSON parts of results come back as text. */
export function toAnthropicMessage(message: Message): AnthropicLikeMessage {
  const { role, content } = message.toJSON();
  return { role, content: content.map(toAnthropicBlock) };
}

/** Blocks without a counterpart stay as they are. In the JSON of a message, bytes are base64. */
function toAnthropicBlock(data: ContentBlockData): object {
  if ('toolUse' in data) {
    const { toolUseId: id, ...call } = data.toolUse;
    return { type: 'tool_use', id, ...call };
  }
  if ('toolResult' in data) {
    const { toolUseId: id, status, content } = data.toolResult;
    const parts = content.map((inner) =>
      'json' in inner
        ? { type: 'text', text: JSON.stringify(inner.json) }
        : toAnthropicBlock(inner),
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

/** Converts a message that a compression created or changed to one of Strands. */
export function fromAnthropicMessage({ role, content }: AnthropicLikeMessage): Message {
  return Message.fromJSON({ role, content: fromAnthropicContent(content) } as MessageData);
}

function fromAnthropicContent(content: unknown): readonly object[] {
  return typeof content === 'string'
    ? [{ text: content }]
    : (content as Fields[]).map(fromAnthropicBlock);
}

function fromAnthropicBlock({ type, ...part }: Fields): object {
  const { id, tool_use_id: toolUseId, content, is_error: isError, source, ...others } = part;
  switch (type) {
    case 'tool_use':
      return { toolUse: { toolUseId: id, ...others } };
    case 'tool_result': {
      const status = isError === true ? 'error' : 'success';
      return { toolResult: { toolUseId, status, content: fromAnthropicContent(content) } };
    }
    case 'thinking':
      return { reasoning: { text: others['thinking'], signature: others['signature'] } };
    case 'redacted_thinking':
      return { reasoning: { redactedContent: others['data'] } };
    case 'image': {
      // An image of another source, such as S3, which was passed through as it is.
      if (source === undefined) return part;
      const { media_type: mediaType, data, url } = fieldsOf(source);
      const format = String(mediaType).replace('image/', '');
      return { image: { format, source: url === undefined ? { bytes: data } : { url } } };
    }
    default:
      return part;
  }
}
