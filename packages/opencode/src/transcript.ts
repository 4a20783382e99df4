import type { PiMessage } from '@palimpsest/formats/pi';
import { isRecordText } from '@palimpsest/host';
import type { Part, SessionMessage, ToolState } from './opencode-types.ts';

/** What opencode sends instead of an output that it pruned, and of a call that was interrupted. */
const PRUNED = '[Old tool result content cleared]';
const INTERRUPTED = '[Tool execution was interrupted]';

/** A block of a message that remembers the part it was made from. */
interface PartBlock {
  readonly type: string;
  readonly partID?: string;
  readonly text?: string;
  readonly arguments?: unknown;
}

/** A message in pi's format. Results of tools are messages of their own, and remember their part. */
export interface TranscriptMessage extends PiMessage {
  readonly content: readonly PartBlock[];
  /** The message that this one was made from. */
  readonly messageID: string;
  readonly partID?: string;
}

/**
 * Returns what opencode sends of stored messages, in pi's format. Equal messages give equal ones, in any process, so recall ids stay valid.
 * Content that is not text, such as a file, is opaque.
 */
export function toTranscript(messages: readonly SessionMessage[]): readonly TranscriptMessage[] {
  return messages.flatMap((message) => {
    const { id: messageID } = message.info;
    const sent = sentParts(message);
    // opencode stores the record of its own compaction as an answer of the model.
    const isRecord =
      message.info.summary === true && sent.some(({ text = '' }) => isRecordText(text));
    const role = isRecord ? 'user' : message.info.role;
    const content = sent.map(toBlock);
    if (content.length === 0) return [];
    const results = sent.flatMap((part) => toResult(part, messageID));
    return [{ role, content, messageID }, ...results];
  });
}

/** Returns the parts of a message that the provider receives. */
function sentParts({ info, parts }: SessionMessage): readonly Part[] {
  // opencode leaves out a failed answer, unless a person stopped it.
  const hasContent = parts.some(({ type }) => type !== 'step-start' && type !== 'reasoning');
  if (info.error !== undefined && !(wasAborted(info.error) && hasContent)) return [];
  return parts.filter(({ type, ignored, text, mime }) => {
    if (type === 'text' || type === 'reasoning') return ignored !== true && text !== '';
    if (type === 'file') return mime !== 'text/plain' && mime !== 'application/x-directory';
    return type === 'tool' || type === 'compaction' || type === 'subtask';
  });
}

/** Returns the text that the provider receives as the result of a call. */
function resultOf({ status, output, error, metadata, time }: ToolState): string {
  if (status === 'completed') return time?.compacted === undefined ? (output ?? '') : PRUNED;
  if (status !== 'error') return INTERRUPTED;
  // The output of a command that a person stopped.
  const partial = metadata?.['interrupted'] === true ? metadata['output'] : undefined;
  return typeof partial === 'string' ? partial : (error ?? '');
}

function toBlock(part: Part): PartBlock {
  const { id: partID, type, text, mime, url, callID, tool, state, metadata } = part;
  if (type === 'text') return { type, text: text ?? '', partID };
  if (type === 'compaction') return { type: 'text', text: 'What did we do so far?', partID };
  if (type === 'reasoning') {
    const thinking = { type: 'thinking', thinking: text, partID };
    // Only whether it has a signature counts: a record leaves reasoning out.
    return metadata === undefined
      ? thinking
      : ({ ...thinking, thinkingSignature: JSON.stringify(metadata) } as PartBlock);
  }
  if (type === 'tool' && state !== undefined) {
    return {
      type: 'toolCall',
      id: callID,
      name: tool,
      arguments: state.input,
      partID,
    } as PartBlock;
  }
  const data = /^data:[^,]*;base64,(.*)$/s.exec(url ?? '')?.[1];
  return data !== undefined && mime?.startsWith('image/') === true
    ? ({ type: 'image', data, mimeType: mime, partID } as PartBlock)
    : { type, partID };
}

function toResult(part: Part, messageID: string): readonly TranscriptMessage[] {
  const { id: partID, type, callID: toolCallId, tool: toolName, state } = part;
  if (type !== 'tool' || state === undefined) return [];
  const attachments = state.time?.compacted === undefined ? (state.attachments ?? []) : [];
  const content = [{ type: 'text', text: resultOf(state) }, ...attachments.map(toBlock)];
  const isError = state.status !== 'completed';
  return [{ role: 'toolResult', toolCallId, toolName, content, isError, messageID, partID }];
}

function wasAborted(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'name' in error &&
    error.name === 'MessageAbortedError'
  );
}
