import type { PiMessage } from '@palimpsest/formats/pi';
import type { MessageInfo, Part, SessionMessage, ToolState } from './opencode-types.ts';
import { resultOf, sentParts, type PartBlock, type TranscriptMessage } from './transcript.ts';

/** What a compaction changed, by the ids of opencode: it hands over the stored, uncut messages before each request. */
interface Edits {
  /** Changed parts. `undefined` stands for a removed one. */
  readonly parts: ReadonlyMap<string, PartEdit | undefined>;
  /** Texts that a compaction added, by the message that they precede. */
  readonly notes: ReadonlyMap<string, readonly string[]>;
}

interface PartEdit {
  readonly text?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly result?: string;
  /** Ids of the attachments that stay. */
  readonly attachments?: ReadonlySet<string>;
}

export const NO_EDITS: Edits = { parts: new Map(), notes: new Map() };

/** Returns the edits that turn a transcript into a compacted one. */
export function planEdits(
  transcript: readonly TranscriptMessage[],
  compacted: readonly PiMessage[],
): Edits {
  const blocks = new Map<string, PartBlock>();
  const results = new Map<string, readonly PartBlock[]>();
  const notes = new Map<string, readonly string[]>();
  let waiting: string[] = [];
  let last: string | undefined;
  for (const message of compacted) {
    const content = contentOf(message);
    const { messageID, partID, toolCallId } = message as Partial<TranscriptMessage>;
    if (toolCallId !== undefined && partID !== undefined) {
      results.set(partID, content);
      continue;
    }
    for (const block of content) {
      if (block.partID !== undefined) blocks.set(block.partID, block);
      else if (block.text !== undefined) waiting.push(block.text);
    }
    if (messageID === undefined) continue;
    last = messageID;
    if (waiting.length > 0) notes.set(messageID, waiting);
    waiting = [];
  }
  if (waiting.length > 0 && last !== undefined) {
    notes.set(last, [...(notes.get(last) ?? []), ...waiting]);
  }
  const parts = new Map<string, PartEdit | undefined>();
  for (const { content, partID } of transcript) {
    if (partID !== undefined) {
      const after = results.get(partID);
      if (after !== undefined && after !== content) {
        parts.set(partID, { ...parts.get(partID), ...resultEdit(content, after) });
      }
      continue;
    }
    for (const block of content) {
      const after = blocks.get(block.partID!);
      if (after === block) continue;
      parts.set(block.partID!, after === undefined ? undefined : blockEdit(after));
    }
  }
  return { parts, notes };
}

/**
 * Returns messages with edits applied. Unchanged messages and parts are the same objects, and the given ones never change. Messages that are
 * newer than the edits stay as they are.
 */
export function applyEdits(
  messages: readonly SessionMessage[],
  { parts: edits, notes }: Edits,
): readonly SessionMessage[] {
  return messages.flatMap((message) => {
    const { id } = message.info;
    const texts = notes.get(id);
    const noted = texts === undefined ? [] : [noteMessage(texts, message.info)];
    const isChanged = message.parts.some((part) => edits.has(part.id));
    if (!isChanged) return [...noted, message];
    const parts = message.parts.flatMap((part) => editPart(part, edits));
    const left = { ...message, parts };
    return sentParts(left).length === 0 ? noted : [...noted, left];
  });
}

function contentOf({ content }: PiMessage): readonly PartBlock[] {
  return typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : (content as readonly PartBlock[]);
}

function blockEdit({ type, text, arguments: input }: PartBlock): PartEdit {
  return type === 'toolCall'
    ? { input: input as Readonly<Record<string, unknown>> }
    : { text: text ?? '' };
}

function resultEdit(before: readonly PartBlock[], after: readonly PartBlock[]): PartEdit {
  const result = after.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
  const kept = new Set(after.map(({ partID }) => partID));
  const attachments = before.flatMap(({ partID }) =>
    partID !== undefined && kept.has(partID) ? [partID] : [],
  );
  return { result, attachments: new Set(attachments) };
}

function editPart(part: Part, edits: Edits['parts']): readonly Part[] {
  if (!edits.has(part.id)) return [part];
  const edit = edits.get(part.id);
  if (edit === undefined) return [];
  if (part.state !== undefined) return [{ ...part, state: editState(part.state, edit) }];
  return [edit.text === undefined ? part : { ...part, text: edit.text }];
}

function editState(state: ToolState, { input, result, attachments }: PartEdit): ToolState {
  const called = input === undefined ? state : { ...state, input };
  if (result === undefined || result === resultOf(state)) return called;
  if (state.status === 'completed') {
    const kept = state.attachments?.filter(({ id }) => attachments?.has(id) === true);
    return { ...called, output: result, ...(kept === undefined ? {} : { attachments: kept }) };
  }
  const { interrupted: _interrupted, ...metadata } = state.metadata ?? {};
  return { ...called, error: result, metadata };
}

/** Returns texts as a message of the person before the message that `info` is of. */
function noteMessage(texts: readonly string[], { id, ...info }: MessageInfo): SessionMessage {
  const messageID = `${id}-note`;
  const { sessionID } = info;
  const part = { type: 'text', synthetic: true, sessionID, messageID };
  return {
    info: { ...info, id: messageID, role: 'user' },
    parts: texts.map((text, at) => ({ ...part, id: `${messageID}-${at}`, text })),
  };
}
