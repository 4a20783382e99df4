import {
  describeValue,
  type ContentBlock,
  type IContent,
  type ToolResponseBlock,
  type ThinkingBlock,
} from '@palimpsest/core-types';
import { nameResponses, type CallNames } from '../call-ids.ts';
import { rejectMessage } from '../format-error.ts';
import { isMirror, listedCalls, MirroredCalls, readCallPart } from './calls.ts';
import { SPEAKERS, viewOf, type Fields, type LangChainMessage } from './forms.ts';
import { readAddress, type MediaFacts } from '../results/media.ts';
import { readEntry } from '../native.ts';
import { contentBlocks, opaqueBlock, wrapPart } from '../parts.ts';
import { readPart as readOpenAIPart } from '../openai/read.ts';
import { readFailure } from '../results/tool-payload.ts';
import {
  isObject,
  isRecord,
  listOf,
  membersOf,
  textMember,
  textOf,
  type Members,
} from '../values.ts';

/** Member of `additional_kwargs` with reasoning text. */
export const REASONING = 'reasoning_content';

const ACCEPTED = `${[...SPEAKERS.keys()].join(', ')}; LangChain loads stored and serialized messages (mapStoredMessagesToChatMessages, load)`;

/** Reads a message as one entry. `names` collects the calls of the conversation. */
export function readMessage(message: LangChainMessage, index: number, names: CallNames): IContent {
  const fail = rejectMessage('langchain', index);
  if (!isObject(message)) fail(describeValue(message), 'a message of LangChain');
  const { type, fields } = viewOf(message);
  const speaker = SPEAKERS.get(type) ?? fail(`type ${describeValue(type)}`, ACCEPTED);
  if (fields.content === undefined && 'data' in message) fail('a stored message', ACCEPTED);
  const content = fields.content ?? [];
  if (typeof content !== 'string' && !Array.isArray(content)) {
    fail(`content ${describeValue(content)}`, 'a string, an array of parts, or null');
  }
  const calls = speaker === 'ai' ? (listedCalls(fields) ?? []) : [];
  if (!Array.isArray(calls) || !calls.every(isObject)) {
    fail(`tool_calls ${describeValue(calls)}`, 'an array of objects');
  }
  const read =
    speaker === 'tool'
      ? [readResponse(fields)]
      : readBlocks(fields, speaker === 'ai' ? listOf(calls) : undefined);
  const { blocks } = nameResponses({ speaker, blocks: read }, names, index);
  const name = speaker === 'tool' ? undefined : fields.name;
  const metadata = typeof name === 'string' ? { name } : undefined;
  return readEntry({ speaker, blocks, metadata }, { format: 'langchain', message });
}

/** Reads blocks. Without `calls`, no tool calls are read. */
function readBlocks(fields: Fields, calls: readonly unknown[] | undefined): ContentBlock[] {
  const { content, additional_kwargs: kwargs } = fields;
  const blocks: ContentBlock[] = [];
  const thought = isRecord(kwargs) ? textOf(kwargs[REASONING]) : '';
  if (thought !== '')
    blocks.push({ type: 'thinking', thought, native: { format: 'langchain', field: REASONING } });
  if (typeof content === 'string') blocks.push(...contentBlocks('langchain', content));
  const listed = new MirroredCalls(calls ?? []);
  for (const part of listOf(content)) {
    if (calls !== undefined && isMirror(part)) {
      const call = listed.take(part);
      blocks.push(readCallPart(call === undefined ? { mirror: part } : { call, mirror: part }));
    } else blocks.push(readPart(part));
  }
  for (const call of listed.rest()) blocks.push(readCallPart({ call }));
  return blocks;
}

export function readPart(value: unknown): ContentBlock {
  const native = wrapPart('langchain', value);
  const thought = isRecord(value) ? readThought(value) : undefined;
  if (thought !== undefined) return { ...thought, native };
  const part = membersOf(value);
  const { type, text, image_url: image } = part;
  if (type === 'text' && typeof text === 'string') return { type, text, native };
  if (type === 'image_url') {
    const url = isObject(image) ? image : { url: image };
    return { ...readOpenAIPart({ type, image_url: url }), native };
  }
  const assumed = MEDIA.get(type);
  if (assumed !== undefined) return { type: 'media', ...readData(part, assumed), native };
  return opaqueBlock(type, native);
}

const MEDIA: ReadonlyMap<unknown, string> = new Map([
  ['image', 'image/*'],
  ['audio', 'audio/*'],
  ['video', 'video/*'],
  ['file', 'application/octet-stream'],
]);

/** Reads media. Bytes and provider ids stay in `native`. */
function readData({ url, data, ...part }: Members, assumed: string): MediaFacts {
  const mimeType = textOf(part['mimeType']) || textOf(part['mime_type']) || assumed;
  if (typeof url === 'string') return readAddress(url, mimeType);
  return { mimeType, data: textOf(data), encoding: 'base64' };
}

export function readResponse(fields: Fields): ToolResponseBlock {
  const result = fields.content;
  const hasFailed = fields.status === 'error';
  return {
    type: 'tool_response',
    callId: textOf(fields.tool_call_id),
    toolName: textOf(fields.name),
    ...(hasFailed ? (readFailure(result) ?? { result, isError: true }) : { result }),
    native: { format: 'langchain', field: 'content' },
  };
}

/** Reasoning of a part, without the part. */
type Thought = Omit<ThinkingBlock, 'native'>;

/** Reads reasoning as providers and LangChain write it: signed, or encrypted. Returns `undefined` for any other part. */
function readThought(part: Members): Thought | undefined {
  const { signature } = part;
  switch (part['type']) {
    case 'thinking':
      return typeof part['thinking'] === 'string'
        ? thoughtOf(part['thinking'], signature)
        : undefined;
    case 'redacted_thinking':
      return { type: 'thinking', thought: '', encryptedContent: textOf(part['data']) };
    case 'reasoning': {
      const { reasoning } = part;
      const isThought = typeof reasoning === 'string' || typeof signature === 'string';
      return isThought ? thoughtOf(textOf(reasoning), signature) : undefined;
    }
    case 'reasoning_content':
      return readBedrock(part);
    case 'non_standard': {
      const { value } = part;
      return isRecord(value) && value['type'] !== 'non_standard' ? readThought(value) : undefined;
    }
    default:
      return undefined;
  }
}

/** Reads Bedrock's reasoning, as `@langchain/aws` writes it. */
function readBedrock({
  reasoningText: text,
  redactedContent: redacted,
}: Members): Thought | undefined {
  if (typeof text === 'string') return thoughtOf(text, undefined);
  if (isRecord(text)) return thoughtOf(textOf(text['text']), text['signature']);
  if (typeof redacted !== 'string') return undefined;
  return { type: 'thinking', thought: '', encryptedContent: redacted };
}

function thoughtOf(thought: string, signature: unknown): Thought {
  return { type: 'thinking', thought, ...textMember('signature', signature) };
}
