import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { countOf, fileOf, textOf } from './parameters.ts';
import type { ToolOutcome, ToolParameters } from './tool.ts';

/** Lines shown before and behind an edit. */
const CONTEXT = 3;

/** Lines of a file with their numbers, from line `offset` on, at most `limit` of them. */
export function readFile(root: string, parameters: ToolParameters): ToolOutcome {
  const lines = linesOf(readFileSync(fileOf(root, parameters), 'utf8'));
  const first = countOf(parameters, 'offset', 1);
  const last = Math.min(lines.length, first + countOf(parameters, 'limit', 2_000) - 1);
  if (first > lines.length) throw new Error(`The file has only ${lines.length} lines.`);
  const isWhole = first === 1 && last === lines.length;
  const end = isWhole ? '' : `\n(lines ${first} to ${last} of ${lines.length})`;
  return { failed: false, text: numbered(lines, first, last) + end };
}

/** Replaces a text that must stand exactly once in the file, and shows the place as it is now. */
export function editFile(root: string, parameters: ToolParameters): ToolOutcome {
  const file = fileOf(root, parameters);
  const path = textOf(parameters, 'path');
  const oldText = textOf(parameters, 'old_text');
  const newText = textOf(parameters, 'new_text');
  const text = readFileSync(file, 'utf8');
  const parts = text.split(oldText);
  if (parts.length === 1) throw new Error(`old_text was not found in ${path}.`);
  if (parts.length > 2) {
    throw new Error(
      `old_text was found ${parts.length - 1} times in ${path}; it must be the only one.`,
    );
  }
  const edited = parts.join(newText);
  writeFileSync(file, edited);
  const lines = linesOf(edited);
  const first = linesOf(`${parts[0]}.`).length;
  const last = first + linesOf(newText).length - 1;
  const shown = numbered(
    lines,
    Math.max(1, first - CONTEXT),
    Math.min(lines.length, last + CONTEXT),
  );
  return { failed: false, text: `Edited ${path}. It now reads:\n${shown}` };
}

/** Makes or replaces a file, with the folders it needs. */
export function writeFile(root: string, parameters: ToolParameters): ToolOutcome {
  const file = fileOf(root, parameters);
  const content = textOf(parameters, 'content');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  const count = linesOf(content).length;
  return { failed: false, text: `Wrote ${count} lines to ${textOf(parameters, 'path')}.` };
}

/** A line break at the very end begins no further line. */
function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

function numbered(lines: readonly string[], first: number, last: number): string {
  return lines
    .slice(first - 1, last)
    .map((line, at) => `${String(first + at).padStart(5)}\t${line}`)
    .join('\n');
}
