import { reportsNoError } from './run-verdict.ts';

/** What stands before a line of a file: `a.go:12:` of a search, `12→` of a read, the sign of a diff. */
const LINE_PREFIX = /^\s*(?:[^\s:]{1,200}[:-]\d{1,6}[:-]|\d{1,6}[→:|\t])?\s*[+-]?\s*/;
/** Statements, beginnings of blocks, comments, calls and the headers of changes in a diff. */
const SOURCE_LINE = new RegExp(
  [
    /(?<!: ?)\{$|\);$|\w = .*;$| := |^\/[/*]|^@@ /,
    /^(?:return(?! code)|throw|raise|func|function|def|class|const|let|var|public|private|protected|static|async|await|fn|pub)\b.*(?:[({;=]|:$)/,
    /^(?:if|elif|for|while|except|catch)\b.*:$/,
    /^(?!\S*(?:Error|Exception)\()(?:(?:[\w$]+\.)+[\w$]+|[a-z][\w$]*)\(.*[),]$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** `3d2a170 log error …`, `stash@{1}: WIP on main: …`: a title by a person. */
const COMMIT_TITLE = /^[*|\\/ ]*(?:(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{7,40} (?![A-Z]{4})|stash@\{\d)/;
/** Start of a line that is read, in UTF-16 units: it bounds the time for long lines. */
const MAX_LINE_LENGTH = 400;

/** Returns whether a line with a word for an error reports none: it is a line of source code, the title of a commit, or says that there is none. */
export function isFalseAlarm(line: string): boolean {
  const text = line.slice(0, MAX_LINE_LENGTH).trim();
  return (
    SOURCE_LINE.test(text.replace(LINE_PREFIX, '')) ||
    COMMIT_TITLE.test(text) ||
    reportsNoError(text)
  );
}
