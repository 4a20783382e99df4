import { stripEscapeSequences } from '@palimpsest/core-types';
import { isOutcomeField, isTextField } from '@palimpsest/tool-taxonomy';
import { hasVisibleText, type TextLine } from './text-lines.ts';

/** A record or list that is open during parsing. */
interface Group {
  readonly isRecord: boolean;
  /** Which of its texts have content: `all`, those of members named for text, or none. */
  readonly textScope: 'all' | 'named' | 'none';
  /** Name of the current member. */
  name: string;
  /** Lines of all strings of a list: together they are one text. Absent before the first one. */
  lines: TextLine[] | undefined;
}

export interface JsonText {
  readonly lines: readonly TextLine[];
  /** Nesting depth. */
  readonly depth: number;
}

/** Above this number of texts, none of them identifies the outcome. */
const MAX_TEXTS = 8;

const NAME_END = /[ \t\r\n]*:/y;

/**
 * Returns the texts with content of a failed JSON value: members named for text first, then others, each from the outside in. Selected by
 * place, not by content: the reduced value gives the same ones.
 */
export function textsOfJson(json: string): readonly JsonText[] {
  const named: JsonText[] = [];
  const others: JsonText[] = [];
  const groups: Group[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    const group = groups.at(-1);
    if (character === '{' || character === '[') {
      groups.push(openGroup(group, character === '{'));
    } else if (character === '}' || character === ']') groups.pop();
    if (character !== '"' || group === undefined) continue;
    const lines = linesOfString(json, at);
    const start = at;
    at = lines.at(-1)!.end;
    NAME_END.lastIndex = at + 1;
    if (!group.isRecord) {
      if (group.lines === undefined) {
        group.lines = [];
        if (group.textScope !== 'none')
          named.push({ lines: group.lines, depth: groups.length - 1 });
      }
      for (const line of lines) group.lines.push(line);
    } else if (NAME_END.test(json)) group.name = JSON.parse(json.slice(start, at + 1)) as string;
    else if (group.textScope !== 'none' && isForWords(group.name))
      named.push({ lines, depth: groups.length });
    else if (group.textScope === 'all') others.push({ lines, depth: groups.length });
  }
  return [named, others]
    .flatMap((texts) => texts.toSorted((one, other) => one.depth - other.depth))
    .filter(({ lines }) => lines.some(hasVisibleText))
    .slice(0, MAX_TEXTS);
}

/** Opens a group. A member named for text has content; of records in a list, only such members do. */
function openGroup(outer: Group | undefined, isRecord: boolean): Group {
  return { isRecord, textScope: contentWithin(outer), name: '', lines: undefined };
}

function contentWithin(outer: Group | undefined): Group['textScope'] {
  if (outer === undefined) return 'all';
  if (!outer.isRecord) return outer.textScope === 'none' ? 'none' : 'named';
  return isForWords(outer.name) ? outer.textScope : 'none';
}

function isForWords(name: string): boolean {
  return isTextField(name) || isOutcomeField(name);
}

/** Returns the lines of the string at an index, by their position in the JSON text. */
function linesOfString(json: string, index: number): readonly TextLine[] {
  const lines: TextLine[] = [];
  let start = index + 1;
  const add = (end: number): void => {
    const text = JSON.parse(`"${json.slice(start, end)}"`) as string;
    lines.push({ start, end, text: stripEscapeSequences(text) });
  };
  for (let at = start; ; at += 1) {
    if (json[at] === '"') {
      add(at);
      return lines;
    }
    if (json[at] !== '\\') continue;
    at += 1;
    if (json[at] !== 'n') continue;
    add(at - 1);
    start = at + 1;
  }
}
