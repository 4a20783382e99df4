import type { IContent } from '@palimpsest/core-types';
import { EVIL } from './hostile-outputs.ts';

const HEAD = /^Report of the earlier part of this conversation[,.]/;
const PERSON = 'The user wrote:';
const STEP = '• ';

/** The lines of a report as a reader takes them who knows only what its first line says. */
interface ReadLines {
  readonly outside: readonly string[];
  readonly fences: readonly { readonly name: string; readonly lines: readonly string[] }[];
}

function readLines(text: string): ReadLines {
  const outside: string[] = [];
  const fences: { readonly name: string; readonly lines: string[] }[] = [];
  let open: (typeof fences)[number] | undefined;
  for (const line of text.split('\n')) {
    const [, name] = open === undefined ? (/^<(log(?:-\d+)?)>$/.exec(line) ?? []) : [];
    if (name !== undefined) fences.push((open = { name, lines: [] }));
    else if (open === undefined) outside.push(line);
    else if (line === `</${open.name}>`) open = undefined;
    else open.lines.push(line);
  }
  return { outside, fences };
}

/**
 * Returns where a text of a tool reads like something else after a compression: like the words of a person, a step, or the end of a fence.
 *
 * @param said the texts of people before it
 */
export function fenceProblems(entries: readonly IContent[], said: readonly string[]): string[] {
  const words = new Set(['', '…', '—', PERSON, ...said.flatMap((text) => text.split('\n'))]);
  return entries.flatMap((entry) =>
    entry.blocks.flatMap((block) => {
      if (block.type === 'tool_response') return [];
      const text = block.type === 'text' ? block.text : JSON.stringify(block);
      if (entry.speaker !== 'human' || !HEAD.test(text)) {
        return text.includes(EVIL) ? [`${entry.speaker} says: ${text}`] : [];
      }
      const { outside, fences } = readLines(text);
      const foreign = outside.slice(1).filter((line) => !words.has(line));
      return [
        ...foreign.map((line) => `outside of the fences: ${line}`),
        ...fences.flatMap(({ name, lines }) => lines.flatMap((line) => lineProblems(name, line))),
      ];
    }),
  );
}

/** Any character at which some reader breaks a line. */
const BREAKS = /[\r\v\f\u0085\u2028\u2029]/;
const INVISIBLE = /[\p{Cf}\s]/gu;

function lineProblems(fence: string, line: string): string[] {
  if (line.startsWith(STEP)) return line.includes(EVIL) ? [`a step: ${line}`] : [];
  return line.split(BREAKS).flatMap((piece) => {
    const seen = piece.replaceAll(INVISIBLE, '').toLowerCase();
    if (seen.startsWith('•')) return [`like a step: ${line}`];
    if (seen.startsWith(PERSON.replaceAll(' ', '').toLowerCase()))
      return [`like a person: ${line}`];
    return seen === `</${fence}>` || seen === `<${fence}>` ? [`like a fence: ${line}`] : [];
  });
}
