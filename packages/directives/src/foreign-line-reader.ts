import { lineSpans } from '@palimpsest/text';
import { isListItem, lineTitle, type LineTitle } from './line-kind.ts';

/** No more of a line is looked at: what it is shows at its beginning. */
const LOOKED_AT = 300;

/** What programs print and other people wrote, by how a line begins. */
const FOREIGN_LINES = [
  // Quoted.
  /^\s{0,3}>(?:\s|>|$)/,
  // Logs, with a time or a level.
  /^\s*[[(]?\d{4}[-/]\d\d[-/]\d\d[T ,]+\d\d?:\d\d/,
  /^\s*[[(]?\d\d:\d\d:\d\d/,
  /^\s*\[?(?:INFO|DEBUG|ERROR|FATAL|TRACE|PANIC)\]?\s*[:|-]? /,
  /^\s*\[(?:WARN|WARNING|INFO|DEBUG|ERROR|NOTICE|[a-z][\w-]*)\] [A-Z]/,
  /^(?:npm|pnpm|yarn) (?:ERR!|WARN|error|warn)|^(?:remote|hint|fatal|error|warning): /,
  // Errors and where they happened.
  /^\s*at (?:async )?[\w.<>$[\] ]{1,120}\(|^\s*File "[^"]*", line \d/,
  /^Traceback \(|^\s*[\w.]{1,100}(?:Error|Exception|Warning|Conflict)(?::|\()/,
  /^\s*[\w./\\-]{1,200}\.\w{1,8}:\d+(?::\d+)?:?\s/,
  // Prompts of shells and interpreters, and what test runners print.
  /^\s*(?:\$|❯|➜|>>>|\.\.\.:?|In \[\d+\]:|Out\[\d+\]:|bash-[\d.]*\$|[\w-]+@[\w.-]+:) ?/,
  /^\s*(?:=== |--- FAIL|--- PASS|=+ .{0,200} =+$|✓|✗|✖|PASS |FAIL |ok \d|not ok \d)/,
  // Differences and listings of files.
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

/** Begins what somebody else reports: a title of a section of a bug report. */
const REPORT_TITLE =
  /^(?:expected|actual|current|observed)(?: (?:vs\.? )?\w+)? ?(?:behaviou?rs?|results?|outputs?|outcomes?)$|^(?:steps|how) to reproduce|^reproduc\w+|^code for reproduction|^(?:bug (?:summary|report|description)|describe the bug|to reproduce|minimal (?:working )?example|reproducible example)|^(?:system|environment|version)s?(?: (?:details|info\w*))?$|^(?:stack ?trace|traceback|error (?:log|message|output)s?|logs?)$|^what (?:happened|i expected|did you)|^issue$|^(?:previous )?results? .{0,60}from |^previous (?:results?|attempts?)$|^(?:errors|issues|problems) (?:or|and) \w+ |^proposed (?:solution|fix)$|^\[(?:bug|enh|feature|doc|regression)\w*\]/;
/** The same, where the text has one of those titles as well. */
const COMMON_TITLE =
  /^(?:description|problem|summary|additional (?:context|info\w*)|context|background|motivation|screenshots?)$/;

/** Whether a line is a log line, part of a traceback or a difference, code, quoted, or a listing of files. */
function isForeignLine(line: string): boolean {
  const head = line.length > LOOKED_AT ? line.slice(0, LOOKED_AT) : line;
  return FOREIGN_LINES.some((pattern) => pattern.test(head));
}

/** Whether what stands under a title is a bug report. `others` says whether the text has other titles of that kind. */
function isReportTitle(title: string, others: boolean): boolean {
  const folded = title.toLowerCase();
  return REPORT_TITLE.test(folded) || (others && COMMON_TITLE.test(folded));
}

/** A line that says no more than that a report begins. */
const BARE_TITLE =
  /^\s*(?:description|\[(?:bug|enh|feature|doc|regression)\w*\]:? .{0,200}|expected (?:behaviou?r|results?)|actual (?:behaviou?r|results?)|steps to reproduce|(?:low|medium|high|critical) severity)\s*$/i;

/** Whether a report begins behind a line that is no heading. */
function opensReport(line: string): boolean {
  return BARE_TITLE.test(line);
}

const INDENTED = /^(?: {4}|\t| {1,3}\t)/;
const DEEP_FENCE = /^\s{4,}(?:`{3}|~{3})/;
const DIFFERENCE = /^(?:diff --git|@@ -\d)/;
const IN_DIFFERENCE = /^(?:[ +\-\\]|$|@@|index |\+\+\+|---|diff )/;
const TRACEBACK = /^\s*Traceback \(/;
const ELEMENT = /^\s*<\/?[A-Za-z][\w-]{0,40}>/;
const CAPITALS = /^[A-Z][A-Z ]+$/;
const LONGEST_TITLE = 80;

/** Knows of each line, read in order, whether the writer of the text says it or only shows it. Blank lines are read as well. */
export class ForeignLineReader {
  private readonly hasReport: boolean;
  private isReport: boolean;
  private isDifference = false;
  private isTraceback = false;
  private isDeepFence = false;
  private isIndentedCode = false;
  private isAfterBlank = true;
  private isInList = false;

  constructor(text: string) {
    const lines = lineSpans(text);
    this.hasReport = lines.some(({ start, end }) => {
      if (end - start > LONGEST_TITLE) return false;
      const title = lineTitle(text.slice(start, end));
      return title !== undefined && isReportTitle(title.text, false);
    });
    // A report that begins in the second line has its title in the first.
    const second = lines[1];
    this.isReport =
      second !== undefined &&
      second.end - second.start <= LONGEST_TITLE &&
      opensReport(text.slice(second.start, second.end));
  }

  isForeign(line: string, title: LineTitle | undefined): boolean {
    if (line.trim() === '') {
      this.isAfterBlank = true;
      return true;
    }
    const isForeign = this.isPartOfForeign(line);
    this.isAfterBlank = false;
    if (isForeign) return true;
    if (opensReport(line)) this.isReport = true;
    else if (title !== undefined && isReportTitle(title.text, this.hasReport)) this.isReport = true;
    else if (title?.isHeading === true || CAPITALS.test(title?.text ?? '') || ELEMENT.test(line))
      this.isReport = false;
    return this.isReport;
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
    const goesOn = /^\s/.test(line);
    if (this.isTraceback || TRACEBACK.test(line)) {
      // The line that ends it says what was raised.
      this.isTraceback = goesOn || TRACEBACK.test(line);
      return true;
    }
    const isItem = isListItem(line);
    this.isIndentedCode =
      INDENTED.test(line) &&
      !this.isInList &&
      !isItem &&
      (this.isIndentedCode || this.isAfterBlank);
    if (isItem) this.isInList = true;
    else if (!goesOn) this.isInList = false;
    return this.isIndentedCode || isForeignLine(line);
  }
}
