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
export function isForeignLine(line: string): boolean {
  const head = line.length > LOOKED_AT ? line.slice(0, LOOKED_AT) : line;
  return FOREIGN_LINES.some((pattern) => pattern.test(head));
}

/** Whether what stands under a title is a bug report. `others` says whether the text has other titles of that kind. */
export function isReportTitle(title: string, others: boolean): boolean {
  const folded = title.toLowerCase();
  return REPORT_TITLE.test(folded) || (others && COMMON_TITLE.test(folded));
}

/** A line that says no more than that a report begins. */
const BARE_TITLE =
  /^\s*(?:description|\[(?:bug|enh|feature|doc|regression)\w*\]:? .{0,200}|expected (?:behaviou?r|results?)|actual (?:behaviou?r|results?)|steps to reproduce|(?:low|medium|high|critical) severity)\s*$/i;

/** Whether a report begins behind a line that is no heading. */
export function opensReport(line: string): boolean {
  return BARE_TITLE.test(line);
}
