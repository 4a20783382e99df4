import type { Span } from '../text/index.ts';
import { parseTitle, isListItem, type LineTitle } from './line-kind.ts';

/** Lines that programs print or other people wrote. */
const FOREIGN_LINES = [
  // Quotations.
  /^\s{0,3}>(?:\s|>|$)/,
  // Logs, with a time or a level.
  /^\s*[[(]?\d{4}[-/]\d\d[-/]\d\d[T ,]+\d\d?:\d\d/,
  /^\s*[[(]?\d\d:\d\d:\d\d/,
  /^\s*\[?(?:INFO|DEBUG|ERROR|FATAL|TRACE|PANIC)\]?\s*[:|-]? /,
  /^\s*\[(?:WARN|WARNING|INFO|DEBUG|ERROR|NOTICE|[a-z][\w-]*)\] [A-Z]/,
  /^(?:npm|pnpm|yarn) (?:ERR!|WARN|error|warn)|^(?:remote|hint|fatal|error|warning): /,
  // Errors and stack traces.
  /^\s*at (?:async )?[\w.<>$[\] ]{1,120}\(|^\s*File "[^"]*", line \d/,
  /^Traceback \(|^\s*[\w.]{1,100}(?:Error|Exception|Warning|Conflict)(?::|\()/,
  /^\s*[\w./\\-]{1,200}\.\w{1,8}:\d+(?::\d+)?:?\s/,
  // Prompts of shells and interpreters, and what test runners print.
  /^\s*(?:\$|❯|➜|>>>|\.\.\.:?|In \[\d+\]:|Out\[\d+\]:|bash-[\d.]*\$|[\w-]+@[\w.-]+:) ?/,
  /^\s*(?:=== |--- FAIL|--- PASS|=+ .{0,200} =+$|✓|✗|✖|PASS |FAIL |ok \d|not ok \d)/,
  // Diffs and file listings.
  /^(?:diff --git|index [\da-f]{6,}\.\.|@@ -\d|\+\+\+ |--- (?:a\/|\/))/,
  /^\s*[-dl][rwxsS-]{9}[ +@.]/,
  /^\s*[│├└─┌┐╭╰]/,
  /^\s*\d{2,6}(?::|→|\t)\s|^\s*(?:Error Trace|Error|Messages|Test):\s{2,}/,
  // Code.
  /^\s*[+-]\s+(?:\/\/|\S.*[;{}]\s*$)/,
  /^\s*(?:\/\/|\/\*|\*\/|#include|#!\/)/,
  /^\s*(?:import [\w{*"']|from [\w.]+ import |export (?:const|default|function|class|type|interface)|package \w+;?$)/,
  /^\s*(?:const|let|var) [\w{[][^=\n]{0,80}=/,
  /^\s*(?:async )?(?:def|func|fn|function|class|interface|struct|enum) \w+ ?[({:<]/,
  /^\s*(?:if|for|while|switch|elif|catch|except)\b ?.{0,200}[=()<>!].{0,200}[:{]\s*$/,
  /^\s*return\b.{0,250}[;)]$/,
  /^\s*[\w.[\]"'-]{1,80} ?(?::=|\+=|==?) ?\S/,
  /^\s*"[\w $.@/-]{1,80}"\s*:/,
  /^\s*[{}()[\]]+[;,]?\s*$/,
  /^\s*[\w.]{1,80}\([^)]{0,150}\)[;{]?\s*$/,
];

/** None of the patterns above matches a single word: most such lines skip them. */
const SINGLE_WORD = /^[A-Za-z]+$/;

/** Titles of the sections of a bug report. */
const REPORT_TITLE =
  /^(?:expected|actual|current|observed)(?: (?:vs\.? )?\w+)? ?(?:behaviou?rs?|results?|outputs?|outcomes?)$|^(?:steps|how) to reproduce|^reproduc\w+|^code for reproduction|^(?:bug (?:summary|report|description)|describe the bug|to reproduce|minimal (?:working )?example|reproducible example)|^(?:system|environment|version)s?(?: (?:details|info\w*))?$|^(?:stack ?trace|traceback|error (?:log|message|output)s?|logs?)$|^what (?:happened|i expected|did you)|^issue$|^(?:previous )?results? .{0,60}from |^previous (?:results?|attempts?)$|^(?:errors|issues|problems) (?:or|and) \w+ |^proposed (?:solution|fix)$|^\[(?:bug|enh|feature|doc|regression)\w*\]/;
/** Titles of a bug report only if the text has one of the titles above. */
const COMMON_TITLE =
  /^(?:description|problem|summary|additional (?:context|info\w*)|context|background|motivation|screenshots?)$/;

function isForeignLine(line: string): boolean {
  return !SINGLE_WORD.test(line) && FOREIGN_LINES.some((pattern) => pattern.test(line));
}

/** Returns whether a title begins a bug report. @param hasReport whether another title of the text does */
function isReportTitle(title: string, hasReport: boolean): boolean {
  const folded = title.toLowerCase();
  return REPORT_TITLE.test(folded) || (hasReport && COMMON_TITLE.test(folded));
}

/** A whole line that begins a report without being a heading. */
const BARE_TITLE =
  /^\s*(?:description|\[(?:bug|enh|feature|doc|regression)\w*\]:? .{0,200}|expected (?:behaviou?r|results?)|actual (?:behaviou?r|results?)|steps to reproduce|(?:low|medium|high|critical) severity)\s*$/i;

const INDENTED = /^(?: {4}|\t| {1,3}\t)/;
const DEEP_FENCE = /^\s{4,}(?:`{3}|~{3})/;
const DIFF_START = /^(?:diff --git|@@ -\d)/;
const DIFF_LINE = /^(?:[ +\-\\]|$|@@|index |\+\+\+|---|diff )/;
const TRACEBACK = /^\s*Traceback \(/;
const ELEMENT = /^\s*<\/?[A-Za-z][\w-]{0,40}>/;
const CAPITALS = /^[A-Z][A-Z ]+$/;
/** In UTF-16 units: a longer line is a sentence. */
const MAX_TITLE_LENGTH = 80;

/** Reads lines of a text in order, blank ones too, and returns which of them its author only shows. */
export class ForeignLineReader {
  private readonly hasReport: boolean;
  private isInReport: boolean;
  private isDiff = false;
  private isTraceback = false;
  private isDeepFence = false;
  private isIndentedCode = false;
  private isAfterBlank = true;
  private isInList = false;

  constructor(text: string, lines: readonly Span[]) {
    this.hasReport = lines.some(({ start, end }) => {
      if (end - start > MAX_TITLE_LENGTH) return false;
      const title = parseTitle(text.slice(start, end));
      return title !== undefined && isReportTitle(title.text, false);
    });
    // If the second line begins a report, the first is its title.
    const second = lines[1];
    this.isInReport =
      second !== undefined &&
      second.end - second.start <= MAX_TITLE_LENGTH &&
      BARE_TITLE.test(text.slice(second.start, second.end));
  }

  /** Reads the next line, and returns whether its author only shows it. @param line the start of the line, which shows its kind */
  readLine(line: string, title: LineTitle | undefined): boolean {
    if (line.trim() === '') {
      this.isAfterBlank = true;
      return true;
    }
    const isForeign = this.isPartOfForeign(line);
    this.isAfterBlank = false;
    if (isForeign) return true;
    if (BARE_TITLE.test(line)) this.isInReport = true;
    else if (title !== undefined && isReportTitle(title.text, this.hasReport))
      this.isInReport = true;
    else if (title?.isHeading === true || CAPITALS.test(title?.text ?? '') || ELEMENT.test(line))
      this.isInReport = false;
    return this.isInReport;
  }

  private isPartOfForeign(line: string): boolean {
    if (DEEP_FENCE.test(line)) {
      this.isDeepFence = !this.isDeepFence;
      return true;
    }
    if (this.isDeepFence) return true;
    if (DIFF_START.test(line)) this.isDiff = true;
    else if (this.isDiff) this.isDiff = DIFF_LINE.test(line);
    if (this.isDiff) return true;
    const isIndented = /^\s/.test(line);
    if (this.isTraceback || TRACEBACK.test(line)) {
      // The first line that is not indented names the error and ends the traceback.
      this.isTraceback = isIndented || TRACEBACK.test(line);
      return true;
    }
    const isItem = isListItem(line);
    this.isIndentedCode =
      INDENTED.test(line) &&
      !this.isInList &&
      !isItem &&
      (this.isIndentedCode || this.isAfterBlank);
    if (isItem) this.isInList = true;
    else if (!isIndented) this.isInList = false;
    return this.isIndentedCode || isForeignLine(line);
  }
}
