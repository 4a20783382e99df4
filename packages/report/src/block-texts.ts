import { resultParts, type ContentBlock, type IContent } from '@palimpsest/core-types';
import { personTexts } from '@palimpsest/engine/history';

export interface BlockText {
  /** Says which blocks of two versions belong together. */
  readonly key: string;
  readonly title: string;
  readonly text: string;
}

/** Returns the texts of blocks. Media and unknown blocks are described in a line. */
export function readBlocks(blocks: readonly ContentBlock[]): BlockText[] {
  return blocks.map(readBlock);
}

function readBlock(block: ContentBlock): BlockText {
  switch (block.type) {
    case 'text':
      return { key: 'text', title: 'text', text: block.text };
    case 'code':
      return { key: 'code', title: 'code', text: block.code };
    case 'thinking':
      return { key: 'thinking', title: 'reasoning', text: block.thought };
    case 'media': {
      const { caption, filename, mimeType } = block;
      return { key: 'media', title: 'media', text: `[${caption ?? filename ?? mimeType}]` };
    }
    case 'tool_call': {
      const { id, name, parameters } = block;
      return { key: `call ${id}`, title: `call of ${name}`, text: formatParameters(parameters) };
    }
    case 'tool_response': {
      const { callId, toolName, error, result } = block;
      const text = formatResult(error, result);
      return { key: `result ${callId}`, title: `result of ${toolName}`, text };
    }
    default:
      return { key: 'opaque', title: block.kind, text: `[${block.kind}]` };
  }
}

/** Formats parameters in lines: a long text stands below its name as it is, not as JSON. */
function formatParameters(parameters: unknown): string {
  if (typeof parameters !== 'object' || parameters === null) return formatValue(parameters);
  return Object.entries(parameters)
    .map(([name, value]) => {
      const text = formatValue(value);
      return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
    })
    .join('\n');
}

function formatResult(error: string | undefined, result: unknown): string {
  const parts = resultParts(result).map((part) => {
    if (part.type === 'text') return part.text;
    return part.type === 'media' ? '[media]' : formatValue(part.value);
  });
  return [...(error === undefined ? [] : [error]), ...parts].join('\n');
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, undefined, 2) ?? String(value);
  } catch {
    // Deeper than JSON can be written.
    return String(value);
  }
}

/** Length of a label, in UTF-16 units. */
export const MAX_LABEL = 160;

/** Returns the beginning of the first text that is not blank. */
export function firstWords(texts: readonly Pick<BlockText, 'text'>[]): string | undefined {
  for (const { text } of texts) {
    const line = text
      .slice(0, MAX_LABEL * 4)
      .trim()
      .split('\n', 1)[0]!;
    if (line !== '') return line.slice(0, MAX_LABEL);
  }
  return undefined;
}

/** Returns the title of a session: the first words that a person wrote, without text that the program of the agent inserted. */
export function sessionTitle(history: readonly IContent[]): string | undefined {
  return firstWords(history.flatMap((entry) => personTexts(entry).map((text) => ({ text }))));
}
