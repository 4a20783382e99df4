import type { ContentBlock } from '@palimpsest/core-types';
import { textsOf } from '@palimpsest/engine/rules';
import type { EntryCall } from '@palimpsest/report';
import { displayWidth, fit, fitPath } from '../terminal/columns.ts';
import { printable } from '../terminal/printable.ts';

const MAX_KEY = 120;
const MAX_TEXT = 160;

/** Formats a call in `width` columns. Truncates a path at its start, anything else at its end. */
export function formatCall(call: Partial<EntryCall>, width: number): string {
  if (call.tool === undefined) return '';
  const tool = printable(call.tool, MAX_KEY);
  const key = call.key === undefined ? undefined : printable(call.key, MAX_KEY);
  const left = width - displayWidth(tool) - 1;
  if (key === undefined || left < 8) return fit(`${tool} ${key ?? ''}`.trimEnd(), width);
  const isPath = /^[^\s]*[/\\][^\s]*$/.test(key);
  return `${tool} ${isPath ? fitPath(key, left) : fit(key, left)}`;
}

/** Members of blocks with what people read, the best one first. */
const READABLE = ['text', 'code', 'thought', 'error', 'result', 'caption', 'filename', 'mimeType'];

/** Returns the first text of an entry, without its calls. */
export function firstWords(blocks: readonly ContentBlock[]): string {
  for (const block of blocks) {
    for (const member of READABLE) {
      for (const found of textsOf(Reflect.get(block, member))) {
        const text = printable(found, MAX_TEXT);
        if (text !== '') return text;
      }
    }
  }
  return '';
}
