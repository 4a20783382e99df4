import type {
  ContentBlock,
  IContent,
  ToolCallBlock,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { isMirror, listedCalls, writeCallPart, writeCopies } from './calls.ts';
import type { Fields } from './forms.ts';
import { readPart, readResponse, REASONING } from './read.ts';
import { answerFields } from './response.ts';
import { writeAddress } from '../results/media.ts';
import { hasSameOutcome, nativePart } from '../native.ts';
import { writeParts, type PartWriter } from '../parts.ts';
import { errorText, hasFailed, readFailure, writeResult } from '../results/tool-payload.ts';
import {
  isObject,
  isRecord,
  listOf,
  membersOf,
  sameElements,
  sameMembers,
  type Members,
} from '../values.ts';

type Writable = { -readonly [Key in keyof Fields]: Fields[Key] };

/** Writes an entry as the fields of a message: the original ones, with the changes. */
export function writeSaid(entry: IContent, raw: Fields | undefined): Fields {
  const thoughts: string[] = [];
  const calls: ToolCallBlock[] = [];
  const listed: object[] = [];
  const parts: unknown[] = [];
  for (const block of entry.blocks) {
    if (block.type === 'thinking' && !isPart(block)) {
      if (block.thought !== '') thoughts.push(block.thought);
    } else if (block.type === 'tool_call') {
      const { call, mirror } = writeCallPart(block);
      if (call !== undefined) listed.push(call);
      if (mirror !== undefined) parts.push(mirror);
      calls.push(block);
    } else for (const part of writeParts(partWriter, [block])) parts.push(part);
  }
  const fields: Writable = { ...raw, content: writeContent(parts, entry.blocks, raw) };
  if (listed.length > 0 || listOf(raw?.tool_calls).length > 0) fields.tool_calls = listed;
  writeKwargs(fields, raw, thoughts, calls);
  const name = entry.metadata?.['name'];
  if (typeof name === 'string') fields.name = name;
  else if (typeof fields.name === 'string') delete fields.name;
  if (entry.speaker !== 'ai' || raw === undefined) return fields;
  return { ...fields, ...answerFields(fields, raw) };
}

function isPart(block: ContentBlock): boolean {
  return nativePart('langchain', block)?.part !== undefined;
}

/** Writes content. A single text is a string if the message had no parts before. */
function writeContent(
  parts: readonly unknown[],
  blocks: readonly ContentBlock[],
  raw: Fields | undefined,
): unknown {
  const before = raw?.content;
  if (Array.isArray(before)) return sameElements(parts, before) ? before : parts;
  if (parts.length === 0) return before === undefined || before === null ? (before ?? '') : '';
  const only = blocks.find(({ type }) => type === 'text' || type === 'code');
  const isText = parts.length === 1 && only !== undefined && !isPart(only) && !isMirror(parts[0]);
  if (!isText) return parts;
  return membersOf(parts.find(isObject))['text'];
}

const partWriter: PartWriter = {
  name: 'langchain',
  read: readPart,
  write(block, part) {
    switch (block.type) {
      case 'text':
        return { ...part, type: 'text', text: block.text };
      case 'thinking':
        return block.thought === '' ? undefined : { type: 'reasoning', reasoning: block.thought };
      case 'media': {
        const { mimeType, data, encoding } = block;
        if (data === '') return part;
        const held = { [encoding === 'url' ? 'url' : 'data']: data };
        return writeMedia(mimeType, writeAddress(block), held);
      }
      default:
        return undefined;
    }
  },
};

/** Writes an image as OpenAI does, other media as LangChain does: `held` is its URL or its data. */
function writeMedia(mimeType: string, address: string, held: object): Members {
  if (mimeType.startsWith('image/')) return { type: 'image_url', image_url: { url: address } };
  const type = /^(?:audio|video)(?=\/)/.exec(mimeType)?.[0] ?? 'file';
  return { type, mimeType, ...held };
}

function writeKwargs(
  fields: Writable,
  raw: Fields | undefined,
  thoughts: readonly string[],
  calls: readonly ToolCallBlock[],
): void {
  const before = raw?.additional_kwargs;
  const known = isRecord(before) ? before : {};
  const kwargs: Record<string, unknown> = { ...known };
  const thought = thoughts.join('\n\n');
  if (thought !== '') kwargs[REASONING] = thought;
  else if (typeof kwargs[REASONING] === 'string' && kwargs[REASONING] !== '') {
    delete kwargs[REASONING];
  }
  if (Array.isArray(known['tool_calls'])) {
    const listed = listOf(raw === undefined ? [] : listedCalls(raw))
      .filter(isObject)
      .map(membersOf);
    const copies = writeCopies(known['tool_calls'], listed, calls);
    if (copies.length === 0) delete kwargs['tool_calls'];
    else if (!sameElements(copies, known['tool_calls'])) kwargs['tool_calls'] = copies;
  }
  if (!sameMembers(kwargs, known)) fields.additional_kwargs = kwargs;
}

/** Writes a result as the fields of its own message. */
export function writeResponse(block: ToolResponseBlock, raw: Fields | undefined): Fields {
  const { callId, toolName, result } = block;
  const isFailed = hasFailed(block);
  const before = raw === undefined ? undefined : readResponse(raw);
  const fields: Writable = { ...raw };
  if (raw === undefined && toolName !== '') fields.name = toolName;
  if (before?.callId !== callId) fields.tool_call_id = callId;
  if (isFailed) fields.status = 'error';
  else if (fields.status === 'error') fields.status = 'success';
  const isSame = before !== undefined && hasSameOutcome(block, before);
  if (isSame) return fields;
  // A result that would be read as a wrapped failure must be wrapped.
  const isFailure =
    errorText(block) !== undefined || (isFailed && readFailure(result) !== undefined);
  fields.content = writeResult(block, raw?.content, isFailure);
  return fields;
}
