import { describeValue, type ContentBlock, type IContent } from '@palimpsest/core-types';
import type { Format } from '../codec.ts';
import { rejectMessage } from '../framework/format-error.ts';
import { nativeMessage, nativePart, type NativeMessage } from '../framework/native.ts';
import { opaqueBlock } from '../framework/part-table.ts';
import { isObject, isRecord, membersOf, sameElements, sameMembers } from '../framework/values.ts';

const SPEAKERS = new Set<unknown>(['system', 'human', 'ai', 'tool']);
const TYPES = new Set<unknown>([
  'text',
  'code',
  'thinking',
  'media',
  'tool_call',
  'tool_response',
  'opaque',
]);

/** The history of llxprt-code. Its blocks are the same, so entries pass unchanged. It does not know the speaker `system`. */
export const icontent: Format<IContent> = {
  name: 'icontent',
  title: 'history of llxprt-code; the history of Palimpsest also has `native`',
  detect: ({ speaker, blocks }) =>
    typeof speaker === 'string' && Array.isArray(blocks) ? 'sure' : undefined,
  hasNames: true,
  writesEntries: true,
  decode: (messages) => messages.map(readMessage),
  encode: (history) => history.map(write),
};

function readMessage(message: IContent, index: number): IContent {
  const fail = rejectMessage('icontent', index);
  if (!isRecord(message)) return fail(describeValue(message), 'an object with speaker and blocks');
  if (!SPEAKERS.has(message.speaker)) {
    return fail(`speaker ${describeValue(message.speaker)}`, [...SPEAKERS].join(', '));
  }
  if (!Array.isArray(message.blocks ?? [])) {
    return fail(`blocks ${describeValue(message.blocks)}`, 'an array of blocks');
  }
  const blocks = (message.blocks ?? []).map(readBlock);
  const read = { speaker: message.speaker, blocks };
  const native: NativeMessage = { format: 'icontent', message, read };
  return { ...message, blocks, native };
}

function readBlock(block: ContentBlock): ContentBlock {
  if (isObject(block) && TYPES.has(block.type)) return block;
  return opaqueBlock(membersOf(block)['type'], { format: 'icontent', part: block });
}

function write(entry: IContent): IContent {
  const { native: _native, ...own } = entry;
  const raw = nativeMessage<IContent>('icontent', entry)?.message;
  const before = raw?.blocks ?? [];
  const blocks = entry.blocks.map((block) => writeBlock(block, raw !== undefined));
  const { native: _before, ...known } = { ...raw, blocks: before };
  const isSame =
    raw !== undefined &&
    sameElements(blocks, before) &&
    sameMembers({ ...own, blocks: before }, { ...known });
  if (isSame) return raw;
  return { ...own, blocks, ...(raw?.native === undefined ? {} : { native: raw.native }) };
}

/** Keeps the part of another provider only if the block would lose content without it. */
function writeBlock(block: ContentBlock, isOurs: boolean): ContentBlock {
  const part = nativePart<ContentBlock>('icontent', block)?.part;
  if (part !== undefined) return part;
  if (isOurs || block.native === undefined) return block;
  if (block.type === 'opaque' || (block.type === 'media' && block.data === '')) return block;
  const { native: _native, ...rest } = block;
  return rest;
}
