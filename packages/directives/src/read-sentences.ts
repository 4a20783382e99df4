import { lineSpans, sentenceSpans, type Span } from '@palimpsest/text';
import type { DirectiveForce } from './directive.ts';
import { isForeignLine, isReportTitle } from './foreign-lines.ts';
import { foreignSpans } from './foreign-spans.ts';
import { judgeHeading, judgeSentence } from './judge-sentence.ts';

/** A sentence its writer says, with how the heading or line above binds it. */
export interface SaidSentence extends Span {
  readonly bound: DirectiveForce | undefined;
}

const BLANK = /^\s*$/;
const LIST_ITEM =
  /^(\s*)(?:[-*+•·‣–]|\(?\d{1,3}[.)、:]|\(?[a-zA-Z][.)](?= )|[（(]?[一二三四五六七八九十]{1,2}[)）、.]|□|☐|✅|❌|🚫)(?=\s|[^\s\p{P}\p{N}\p{S}A-Za-z-])/u;
const HEADING = /^\s{0,3}#{1,6}\s+(\S.*)$/;
/** A line that is nothing but a title: bold, or in front of a colon. */
const TITLE =
  /^\s*(?:\*\*|__)?([^\s*_][^:：]{0,78})(?:\*\*|__)?\s?[:：](?:\*\*|__)?\s*$|^\s*(?:\*\*|__)([^*_]{1,78})(?:\*\*|__)\s*$/;
/** A line that says no more than that a report begins. */
const BARE_TITLE =
  /^\s*(?:description|\[(?:bug|enh|feature|doc|regression)\w*\]:? .{0,200}|expected (?:behaviou?r|results?)|actual (?:behaviou?r|results?)|steps to reproduce)\s*$/i;
const OPENS_LIST = /[:：](?:\*\*|__)?\s*$/;
const INDENTED = /^(?: {4}|\t| {1,3}\t)/;
const DEEP_FENCE = /^\s{4,}(?:`{3}|~{3})/;
const DIFFERENCE = /^(?:diff --git|@@ -\d)/;
const IN_DIFFERENCE = /^(?:[ +\-\\]|$|@@|index |\+\+\+|---|diff )/;
const TRACEBACK = /^\s*Traceback \(/;
const ELEMENT = /^\s*<\/?([A-Za-z][\w-]{0,40})>/;
/** No more of a line is looked at to tell what kind it is. */
const LOOKED_AT = 300;

/** Sentences of a text that its writer says: without code, logs, quotations, differences and reports. */
export function* saidSentences(text: string): Generator<SaidSentence> {
  const sentences = sentenceSpans(text);
  const foreign = foreignSpans(text);
  const reader = new LineReader(text);
  let nextSentence = 0;
  let nextForeign = 0;
  for (const { start, end } of lineSpans(text)) {
    while (nextForeign < foreign.length && foreign[nextForeign]!.end <= start) nextForeign++;
    const span = foreign[nextForeign];
    const isForeign = span !== undefined && span.start <= start && end <= span.end;
    const from = nextSentence;
    while (nextSentence < sentences.length && sentences[nextSentence]!.start < end) nextSentence++;
    const line = text.slice(start, Math.min(end, start + LOOKED_AT));
    if (isForeign) {
      reader.endList();
      continue;
    }
    if (!reader.read(line, text.slice(Math.max(start, end - 200), end))) continue;
    let isFirst = true;
    for (let index = from; index < nextSentence; index++) {
      const sentence = sentences[index]!;
      while (nextForeign < foreign.length && foreign[nextForeign]!.end <= sentence.start)
        nextForeign++;
      const other = foreign[nextForeign];
      if (other !== undefined && other.start <= sentence.start) continue;
      const bound = isFirst || reader.bindsAll ? reader.bound : undefined;
      isFirst = false;
      yield { start: sentence.start, end: sentence.end, bound };
    }
  }
}

/** Knows of each line, read in order, whether its writer says it, and what binds it. */
class LineReader {
  /** How the line that was read last is bound by what stands above it. */
  bound: DirectiveForce | undefined;
  /** A rule binds all of its sentences, a tip the first. */
  bindsAll = false;

  private readonly hasReport: boolean;
  private opened: DirectiveForce | undefined;
  /** What opened the list was a heading, which binds until the next one. */
  private isUnderHeading = false;
  private hasItems = false;
  private isReport = false;
  private isDifference = false;
  private isTraceback = false;
  private isDeepFence = false;
  private isIndentedCode = false;
  private isAfterBlank = true;
  private isInList = false;

  constructor(text: string) {
    this.hasReport = lineSpans(text).some(
      ({ start, end }) =>
        end - start < 80 && isReportTitle(titleOf(text.slice(start, end)) ?? '', false),
    );
  }

  endList(): void {
    this.opened = undefined;
    this.isInList = false;
  }

  /** Whether the writer of the text says this line. */
  read(line: string, tail: string): boolean {
    this.bound = undefined;
    if (BLANK.test(line)) {
      this.isAfterBlank = true;
      return false;
    }
    const isSaid = !this.isPartOfForeign(line);
    this.isAfterBlank = false;
    if (!isSaid) return false;
    const heading = HEADING.exec(line)?.[1];
    const title = heading ?? titleOf(line);
    if (BARE_TITLE.test(line)) this.isReport = true;
    else if (title !== undefined) this.readTitle(title, heading !== undefined);
    if (ELEMENT.test(line)) this.isReport = false;
    if (this.isReport) return false;
    const item = heading === undefined && LIST_ITEM.test(line);
    this.bind(line, item, heading !== undefined);
    this.open(line, tail, heading ?? title, heading !== undefined, item);
    return true;
  }

  private isPartOfForeign(line: string): boolean {
    if (DEEP_FENCE.test(line)) {
      this.isDeepFence = !this.isDeepFence;
      return true;
    }
    if (this.isDeepFence) return true;
    if (DIFFERENCE.test(line)) this.isDifference = true;
    else if (this.isDifference) this.isDifference = IN_DIFFERENCE.test(line);
    if (this.isDifference) return true;
    if (TRACEBACK.test(line)) this.isTraceback = true;
    else if (this.isTraceback && !/^\s/.test(line)) {
      this.isTraceback = false;
      return true;
    }
    if (this.isTraceback) return true;
    const isItem = LIST_ITEM.test(line);
    const isIndented = INDENTED.test(line);
    this.isIndentedCode =
      isIndented && !this.isInList && !isItem && (this.isIndentedCode || this.isAfterBlank);
    if (isItem) this.isInList = true;
    else if (!/^\s/.test(line)) this.isInList = false;
    return this.isIndentedCode || isForeignLine(line);
  }

  private readTitle(title: string, isHeading: boolean): void {
    if (isReportTitle(title, this.hasReport)) this.isReport = true;
    else if (isHeading || /^[A-Z][A-Z ]+$/.test(title)) this.isReport = false;
  }

  private bind(line: string, isItem: boolean, isHeading: boolean): void {
    if (isHeading) this.opened = undefined;
    if (this.opened === undefined) return;
    const goesOn = isItem || (this.hasItems && /^\s/.test(line));
    if (goesOn || (this.isUnderHeading && this.opened !== 'should' && this.opened !== 'prefer')) {
      this.bound = this.opened;
      this.bindsAll = this.opened !== 'should' && this.opened !== 'prefer';
      if (isItem) this.hasItems = true;
    } else if (!this.isUnderHeading) this.opened = undefined;
  }

  private open(
    line: string,
    tail: string,
    title: string | undefined,
    isHeading: boolean,
    isItem: boolean,
  ): void {
    const element = ELEMENT.exec(line)?.[1];
    const force =
      (title === undefined ? undefined : judgeHeading(title)) ??
      (element === undefined ? undefined : judgeHeading(element)) ??
      (!isItem && OPENS_LIST.test(tail) ? judgeSentence(lastSentence(tail)) : undefined);
    if (force === undefined) return;
    this.opened = force;
    this.isUnderHeading = isHeading;
    this.hasItems = false;
  }
}

function titleOf(line: string): string | undefined {
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) return heading.replace(/[\s:：#*_]+$/, '').replace(/^[*_]+/, '');
  const match = TITLE.exec(line);
  return (match?.[1] ?? match?.[2])?.trim();
}

function lastSentence(tail: string): string {
  const last = sentenceSpans(tail).at(-1);
  return last === undefined ? tail : tail.slice(last.start, last.end);
}
