import {
  describeValue,
  type ContentBlock,
  type IContent,
  type Speaker,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import type { Format } from '../codec.ts';
import {
  defineFormat,
  type FormatTable,
  type Reject,
  type Turn,
} from '../framework/format-table.ts';
import { hasSameResult, nativeMessage, nativePart } from '../framework/native.ts';
import { readPart, textBlocks, writeParts, type ReadBlock } from '../framework/part-table.ts';
import {
  isObject,
  isRecord,
  listOf,
  membersOf,
  sameElements,
  sameMembers,
  textOf,
  type Members,
} from '../framework/values.ts';
import { writeMessages } from '../framework/write-messages.ts';
import {
  isMirror,
  listedCalls,
  pairCalls,
  readCallPart,
  writeCallPart,
} from '../langchain/calls.ts';
import {
  build,
  classesOf,
  detectLangChain,
  rebuild,
  ROLES,
  viewOf,
  type Fields,
  type LangChainClasses,
  type LangChainMessage,
} from '../langchain/forms.ts';
import { langchainParts } from '../langchain/parts.ts';
import { withoutItems } from '../langchain/response.ts';
import {
  errorText,
  hasFailed,
  readFailure,
  readToolResult,
  writeResult,
} from '../results/tool-payload.ts';

export type { LangChainClasses, LangChainMessage } from '../langchain/forms.ts';

/** Member of `additional_kwargs` with reasoning text. */
const REASONING = 'reasoning_content';

const ACCEPTED = `${[...ROLES.keys()].join(', ')}; LangChain loads stored and serialized messages (mapStoredMessagesToChatMessages, load)`;

type Classes = Partial<LangChainClasses>;

/**
 * Messages of LangChain: one entry for each. A changed message is made anew by its own constructor, with its id and all its other fields;
 * instances are never changed. A message made from scratch is of the class that its neighbours of the same kind have, else plain
 * data as LangChain takes it in place of messages (`{role, content}`).
 */
export const langchain: Format<LangChainMessage> = createLangChainCodec({});

/** Creates the codec with the classes for new messages. */
export function createLangChainCodec<Message extends LangChainMessage = LangChainMessage>(
  classes: Partial<LangChainClasses<Message>>,
): Format<Message> {
  const codec = defineFormat(tableWith(classes)) as Format<Message>;
  return {
    ...codec,
    encode: (history) => {
      const known = { ...classesOf(history.flatMap(messageOf)), ...classes };
      return writeMessages(tableWith(known), history) as Message[];
    },
  };
}

function messageOf(entry: IContent): LangChainMessage | readonly [] {
  return nativeMessage<LangChainMessage>('langchain', entry)?.message ?? [];
}

function tableWith(classes: Classes): FormatTable<LangChainMessage> {
  return {
    ...langchainParts,
    title: 'messages of LangChain, as instances or `{role, content}`',
    detect: detectLangChain,
    member: 'content',
    takesText: true,
    roles: ROLES,
    acceptedRoles: ACCEPTED,
    newRoles: { system: 'system', human: 'human', ai: 'ai', tool: 'human' },
    results: 'messages',
    hasNames: true,
    view: (message) => {
      const { type: role, fields } = viewOf(message);
      return { ...fields, role };
    },
    readBlocks,
    readResult,
    writeMessage: (turn, raw) => writeMessage(turn, raw, classes),
    writeResult: (block, raw) => writeResponse(block, raw, classes),
  };
}

function readBlocks(fields: Members, speaker: Speaker, reject: Reject): ContentBlock[] {
  const { content, additional_kwargs: kwargs, data } = fields;
  if (content === undefined && data !== undefined) reject('a stored message', ACCEPTED);
  const calls = speaker === 'ai' ? (listedCalls(fields) ?? []) : [];
  if (!Array.isArray(calls) || !calls.every(isObject)) {
    reject(`tool_calls ${describeValue(calls)}`, 'an array of objects');
  }
  const thought = textOf(membersOf(kwargs)[REASONING]);
  const listed = pairCalls(listOf(calls));
  return [
    ...(thought === ''
      ? []
      : [
          {
            type: 'thinking',
            thought,
            native: { format: 'langchain', field: REASONING },
          } as const,
        ]),
    ...(typeof content === 'string' ? textBlocks('langchain', content) : []),
    ...listOf(content).map((part) => {
      if (speaker !== 'ai' || !isMirror(part)) return readPart(langchainParts, part, speaker);
      const call = listed.take(part);
      return readCallPart(call === undefined ? { mirror: part } : { call, mirror: part });
    }),
    ...listed.rest().map((call) => readCallPart({ call })),
  ];
}

function readResult({ content, status, tool_call_id: id, name }: Members): ReadBlock {
  // The status does not say why the call failed: the content may.
  const isFailure = status !== 'error' ? false : readFailure(content) === undefined || undefined;
  return {
    type: 'tool_response',
    callId: textOf(id),
    toolName: textOf(name),
    ...readToolResult(langchainParts, content, isFailure),
  };
}

type Writable = { -readonly [Key in keyof Fields]: Fields[Key] };

/** Writes a message: the original one, with the changes. */
function writeMessage(
  turn: Turn,
  message: LangChainMessage | undefined,
  classes: Classes,
): LangChainMessage | undefined {
  const { speaker, blocks, metadata } = turn;
  const raw = message && viewOf(message).fields;
  const thoughts: string[] = [];
  const calls: object[] = [];
  const parts: unknown[] = [];
  for (const block of blocks) {
    if (block.type === 'thinking' && !isPart(block)) {
      if (block.thought !== '') thoughts.push(block.thought);
    } else if (block.type === 'tool_call') {
      const { call, mirror } = writeCallPart(block);
      if (call !== undefined) calls.push(call);
      if (mirror !== undefined) parts.push(mirror);
    } else parts.push(...writeParts(langchainParts, [block], speaker));
  }
  const fields: Writable = { ...raw, content: writeContent(parts, blocks, raw) };
  const isSame = sameElements(calls, listOf(raw && listedCalls(raw)));
  if (!isSame) fields.tool_calls = calls;
  writeKwargs(fields, raw, thoughts.join('\n\n'), isSame);
  const name = metadata?.['name'];
  if (typeof name === 'string') fields.name = name;
  else if (typeof fields.name === 'string') delete fields.name;
  if (message !== undefined && raw !== undefined) {
    return rebuild(message, speaker === 'ai' ? withoutItems(fields) : fields);
  }
  const { content, tool_calls: listed, additional_kwargs: kwargs } = fields;
  const isBlank = content === '' && listed === undefined && kwargs === undefined;
  return blocks.length > 0 && isBlank ? undefined : build(speaker, fields, classes);
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
  if (parts.length === 0) return '';
  const only = blocks.find(({ type }) => type === 'text' || type === 'code');
  const isText = parts.length === 1 && only !== undefined && !isPart(only) && !isMirror(parts[0]);
  return isText ? membersOf(parts[0])['text'] : parts;
}

/** Writes reasoning. The message has the calls: another copy of them stays as long as they are unchanged. */
function writeKwargs(
  fields: Writable,
  raw: Fields | undefined,
  thought: string,
  hasSameCalls: boolean,
): void {
  const known = isRecord(raw?.additional_kwargs) ? raw.additional_kwargs : {};
  const kwargs: Record<string, unknown> = { ...known };
  if (thought !== '') kwargs[REASONING] = thought;
  else if (textOf(kwargs[REASONING]) !== '') delete kwargs[REASONING];
  if (!hasSameCalls) delete kwargs['tool_calls'];
  if (!sameMembers(kwargs, known)) fields.additional_kwargs = kwargs;
}

/** Writes a result as its own message. */
function writeResponse(
  block: ToolResponseBlock,
  message: LangChainMessage | undefined,
  classes: Classes,
): LangChainMessage {
  const { callId, toolName, result } = block;
  const raw = message && viewOf(message).fields;
  const before = raw && (readResult(raw as Members) as ToolResponseBlock);
  const fields: Writable = { ...raw };
  if (raw === undefined && toolName !== '') fields.name = toolName;
  if (before?.callId !== callId) fields.tool_call_id = callId;
  const isFailed = hasFailed(block);
  if (isFailed) fields.status = 'error';
  else if (fields.status === 'error') fields.status = 'success';
  if (before === undefined || !hasSameResult(block, before)) {
    // A result that would be read as a wrapped failure must be wrapped.
    const isFailure =
      errorText(block) !== undefined || (isFailed && readFailure(result) !== undefined);
    fields.content = writeResult(langchainParts, block, raw?.content, isFailure);
  }
  return message === undefined ? build('tool', fields, classes) : rebuild(message, fields);
}
