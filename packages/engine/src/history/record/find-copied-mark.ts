import {
  hasRecallId,
  isMarker,
  type IContent,
  type ToolCallBlock,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import { openedFence, parseHead, PERSON, STEP } from './grammar.ts';

export interface GuardContext {
  readonly taxonomy: ToolTaxonomy;
  /**
   * What people and tools wrote: the history as it was before compression, as far as it is known. Generated entries, and results with a recall id,
   * do not count.
   */
  readonly history: readonly IContent[];
  /** Whether the model has the recall tool. @default false: the message does not mention it */
  readonly canRecall?: boolean;
}

/** A mark that a model copied from a compressed history into a call. */
export interface CopiedMark {
  /** The line, or the whole argument, that stands for text which was left out. */
  readonly mark: string;
  /** The answer for the model, instead of a result of the call. */
  readonly message: string;
}

/**
 * Finds a mark of compression in the arguments of a call with side effects: the call would write the mark where the model means the text that
 * it stands for. Returns `undefined` for calls without side effects, and for marks that stand in what people or tools wrote.
 */
export function findCopiedMark(
  call: Pick<ToolCallBlock, 'name' | 'parameters'>,
  { taxonomy, history, canRecall = false }: GuardContext,
): CopiedMark | undefined {
  if (!taxonomy.describe(call.name, call.parameters).hasSideEffects) return undefined;
  const isTool = (name: string): boolean =>
    name === call.name || taxonomy.describe(name, {}).kind !== 'other';
  const marks = new Set(
    [...stringsIn(call.parameters, SEARCHED)].flatMap((text) => marksIn(text, isTool)),
  );
  if (marks.size === 0) return undefined;
  const written = writtenTexts(history);
  const mark = [...marks].find((each) => !isWritten(each, written));
  if (mark === undefined) return undefined;
  const line = mark.split('\n', 1)[0]!;
  const shown = line.length > 120 ? `${line.slice(0, 100).toWellFormed()} (and so on)` : line;
  const original = canRecall ? 'Read the file or recall the original' : 'Read the file again';
  // No quotes around the mark: in them it would count as content the next time.
  const message = `The call did not run. It contains a mark from the shortened part of this conversation: (${shown}). The mark stands for text that was left out there; written anywhere, it would replace that text. ${original}, then call ${call.name} again with the whole text.`;
  return { mark, message };
}

/** Parameters that hold what an edit looks for. It is not written. */
const SEARCHED = /^(?:old(?:_?(?:string|str|text))|search|find|pattern)$/i;

/** Ends circular values. */
const DEEPEST = 12;

function* stringsIn(value: unknown, skipped?: RegExp, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  for (const [name, member] of Object.entries(value)) {
    if (skipped?.test(name) !== true) yield* stringsIn(member, skipped, depth + 1);
  }
}

function marksIn(text: string, isTool: (name: string) => boolean): readonly string[] {
  const lines = text.split(/\r?\n/);
  // A summary may have several lines.
  const marks = [...lines, text].filter((line) => isMark(line, isTool)).map((line) => line.trim());
  const fence = lines.find((line) => openedFence(line.replace('</', '<')) !== undefined);
  const isLog = fence !== undefined && lines.some((line) => line.startsWith(STEP));
  return isLog ? [...marks, fence] : marks;
}

const TOOL_SUMMARY = /^\[([^\s:]{1,80})[^\n]{0,190}?: (?:success|error)(?:, \d[\d,]* [a-z]+)?\]/;

/** A path that a record named in full before. */
const SHORT_PATH = /^…\/\S+$/;

function isMark(text: string, isTool: (name: string) => boolean): boolean {
  const line = text.trim();
  // In code and markup, "…" may be a text with a line of its own.
  if (line === '…') return text.startsWith(line);
  if (SHORT_PATH.test(line) || parseHead(line) !== undefined) return true;
  if (!isMarker(line)) return false;
  // Other programs write such lines, too: "[deploy: success]".
  const name = TOOL_SUMMARY.exec(line)?.[1];
  return name === undefined || isTool(name);
}

/** Returns the texts of people and tools, without those that a compression wrote or shortened. */
function writtenTexts(history: readonly IContent[]): readonly string[] {
  return history
    .filter(({ metadata }) => metadata?.synthetic !== true)
    .flatMap(({ speaker, blocks }) =>
      blocks.flatMap((block) => {
        if (block.type === 'tool_response') {
          // A tool that fails may repeat its arguments.
          const hasFailed = block.isError === true || (block.error ?? '') !== '';
          return hasFailed ? [] : [...stringsIn(block.result)];
        }
        if (speaker === 'ai' || block.type !== 'text') return [];
        return hasRecord(block.text) ? [] : [block.text];
      }),
    )
    .filter((text) => !hasRecallId(text) && !isMarker(text.trim()));
}

/** Hosts may write something around a record. */
function hasRecord(text: string): boolean {
  const lines = text.split('\n');
  return lines.some((line, at) => {
    if (lines[at + 1] !== '' || parseHead(line) === undefined) return false;
    const next = lines[at + 2] ?? '';
    return next === PERSON || openedFence(next) !== undefined;
  });
}

/** What tools write before and after a line of a file: its number, the sign of a diff, quotes. */
const BEFORE = /^(?:(?:[^\s:]{1,200}:)?\d{1,9}\s?[:|→-]?|[+-]|.*(?:["'`>]|\\n))?$/;
const AFTER = /^(?:$|["'`<]|\\[nr])/;
const LONGEST_BEFORE = 250;

function isWritten(mark: string, texts: readonly string[]): boolean {
  return texts.some((text) => {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      const end = at + mark.length;
      const before = text.slice(Math.max(0, at - LONGEST_BEFORE), at);
      const start = before.lastIndexOf('\n') + 1;
      const [rest = ''] = text.slice(end, end + LONGEST_BEFORE).split('\n', 1);
      if (BEFORE.test(before.slice(start).trim()) && AFTER.test(rest.trim())) return true;
    }
    return false;
  });
}
