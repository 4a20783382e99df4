import {
  replaceBinaryText,
  type YieldToEventLoop,
  type ContentBlock,
  type IContent,
  type MediaBlock,
  type TextBlock,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { isGeneratedContinuation, isGeneratedSnapshot } from '@palimpsest/engine/history';
import { resultText } from '@palimpsest/engine/tools';

/** An entry as text, not quoted yet. */
export interface RenderedEntry {
  /** Position in the summarized part, from 1. */
  readonly number: number;
  readonly speaker: IContent['speaker'];
  readonly text: string;
}

/** Renders entries for the summary model. Skips generated snapshots and continuations: snapshots are quoted separately. */
export async function renderHistory(
  history: readonly IContent[],
  redact: (text: string) => string,
  yieldToEventLoop?: YieldToEventLoop,
): Promise<RenderedEntry[]> {
  const rendered: RenderedEntry[] = [];
  for (const [index, entry] of history.entries()) {
    await yieldToEventLoop?.();
    if (isGeneratedSnapshot(entry) || isGeneratedContinuation(entry)) continue;
    const text = entry.blocks.flatMap((block) => showBlock(block) || []).join('\n');
    if (text === '') continue;
    const { speaker } = entry;
    rendered.push({ number: index + 1, speaker, text: redact(text.toWellFormed()) });
  }
  return rendered;
}

/** Returns a text as an entry in a role that every provider accepts. */
export function asHumanEntry(text: string): IContent {
  return { speaker: 'human', blocks: [{ type: 'text', text }] };
}

/**
 * Converts a history to text entries without the role `tool`, for hosts that send it as turns: calls and results as text, media as
 * placeholders, no reasoning. Removes entries without content.
 */
export function sanitizeHistoryForCompression(history: readonly IContent[]): IContent[] {
  return history.flatMap((entry): IContent[] => {
    const blocks = entry.blocks.flatMap((block): TextBlock[] => {
      const text = showBlock(block);
      return text === undefined || text.trim() === '' ? [] : [{ type: 'text', text }];
    });
    if (blocks.length === 0) return [];
    return [{ speaker: entry.speaker === 'tool' ? 'human' : entry.speaker, blocks }];
  });
}

/** Returns the text of a block for the summary model; `undefined` for reasoning and opaque blocks. */
function showBlock(block: ContentBlock): string | undefined {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'code':
      return block.code;
    case 'tool_call':
      return `[Tool Call: ${block.name}]\nParameters: ${jsonText(block.parameters)}`;
    case 'tool_response':
      return showResponse(block);
    case 'media':
      return mediaBlockToCompressionPlaceholder(block);
    default:
      return undefined;
  }
}

/** Returns the error and the output of a result: the output often contains the fix. */
function showResponse({ toolName, result, error, isError }: ToolResponseBlock): string {
  const lines = [`[Tool Result: ${toolName}]`];
  if (error !== undefined && error.trim() !== '') lines.push(`Error: ${error}`);
  else if (isError === true) lines.push('Error: the call failed');
  const said = replaceBinaryText(resultText(result));
  if (said !== '') lines.push(`Result: ${said}`);
  return lines.join('\n');
}

/** Returns the placeholder of a media block, whose bytes no summary needs: `[Attached image: chart.png]`. */
export function mediaBlockToCompressionPlaceholder({
  mimeType,
  caption,
  filename,
}: Pick<MediaBlock, 'mimeType' | 'caption' | 'filename'>): string {
  const [kind = ''] = mimeType.split('/');
  const isKnownKind = ['image', 'audio', 'video'].includes(kind);
  const category = mimeType === 'application/pdf' ? 'PDF' : isKnownKind ? kind : 'file';
  const name = [caption, filename, mimeType].find((text) => text !== undefined && text !== '');
  return `[Attached ${category}: ${name ?? 'unknown'}]`;
}

function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
