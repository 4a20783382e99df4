import type { ContentBlock } from '@palimpsest/core-types';
import type { EntryCall } from '@palimpsest/report';
import { displayWidth, fit, fitPath } from '../terminal/columns.ts';
import { printable } from '../terminal/printable.ts';

const MAX_KEY = 120;
const MAX_TEXT = 160;

/** Formats a call in `width` columns. Truncates a path at its start, anything else at its end. */
export function formatCall(call: Partial<EntryCall>, width: number, ellipsis: string): string {
  if (call.tool === undefined) return '';
  const tool = printable(call.tool, MAX_KEY);
  const key = call.key === undefined ? undefined : printable(call.key, MAX_KEY);
  const left = width - displayWidth(tool) - 1;
  if (key === undefined || left < 8) return fit(`${tool} ${key ?? ''}`.trimEnd(), width, ellipsis);
  const isPath = /^[^\s]*[/\\][^\s]*$/.test(key);
  return `${tool} ${isPath ? fitPath(key, left, ellipsis) : fit(key, left, ellipsis)}`;
}

export function firstWords(blocks: readonly ContentBlock[]): string {
  for (const block of blocks) {
    const text = printable(firstText(contentOf(block)), MAX_TEXT);
    if (text !== '') return text;
  }
  return '';
}

function contentOf(block: ContentBlock): unknown {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'code':
      return block.code;
    case 'thinking':
      return block.thought;
    case 'media':
      return block.caption ?? block.filename ?? block.mimeType;
    case 'tool_response':
      return block.error ?? block.result;
    case 'opaque':
      return block.kind;
    default:
      return undefined;
  }
}

/** Returns the first text in a value, up to four levels deep. A file may hold anything at any place. */
function firstText(value: unknown): string {
  let current = value;
  for (let depth = 0; depth < 4; depth += 1) {
    if (typeof current === 'string') return current;
    if (typeof current !== 'object' || current === null) break;
    const named: unknown = Reflect.get(current, 'text') ?? Reflect.get(current, 'output');
    current = named ?? Object.values(current)[0];
  }
  return typeof current === 'number' || typeof current === 'boolean' ? String(current) : '';
}
