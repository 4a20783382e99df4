/** Whether a text is a failure message in a form that agents, their tools or common programs use. */
import { parseGapMarker } from '@palimpsest/core-types';
import type { Span } from '../text/index.ts';
import { isMeasured } from './run-verdict.ts';
import { exitCodeAt } from './shell-lines.ts';
import type { TextEnds } from './text-ends.ts';

/** Messages about a call that the user or the host rejected, or that was interrupted. */
const NOT_RUN =
  /^(?:\[Request interrupted by user|The user doesn't want to (?:proceed|take this action)|The user (?:rejected|denied)|User (?:rejected|denied|cancelled)|Permission to use \S{1,200} .{0,1900}has been denied|\[no result recorded\]$|\[Operation cancelled\]|Tool (?:call|execution) was (?:cancelled|aborted)|(?:exec command|patch) rejected by user|Operation aborted)/i;
const EDIT_FAILED =
  /^(?:error\b|failed\b|failure\b|cannot\b|could not\b|unable to\b|invalid\b|InputValidationError|no replacement was performed|no changes? (?:to make|made|were made|needed)|no match(?:es)? found|(?:string to replace|old_?string|the (?:string|text) to replace|search (?:block|text)) (?:was )?not found|found \d+ (?:matches|occurrences)|found multiple matches|file has (?:not been read|been (?:unexpectedly )?modified)|file (?:does not exist|not found|already exists)|your proposed edit has introduced|apply_patch verification failed|patch (?:failed|verification failed)|E(?:NOENT|ACCES|ISDIR|PERM|ROFS|NOTDIR): |the tool execution failed)/i;
const READ_FAILED =
  /^(?:error: )?(?:file does not exist\.|file not found(?:[.:].*)?|E(?:NOENT|ISDIR|ACCES|PERM|NOTDIR): .+|offset \d{1,9} is (?:beyond|out of range).*|(?:<system-reminder>)?warning: the file exists but is shorter than .*|the user doesn't want to proceed with this tool use\..*)$/i;

/** Prefixes or replacements of a failure: Claude Code, then the OpenAI Agents SDK. */
const WRAPPED =
  /^(?:<tool_use_error>|An error occurred while (?:running the tool|parsing tool arguments)\. Please try again|Tool execution was not approved\.$)/;
/** `Error: …`, `ValueError: …`, `[error] …`, `fatal: …`, `HTTP 503 …`, as the only line of a text. */
const ERROR_MESSAGE =
  /^(?:(?:[\w.$]{0,80}(?:error|exception)|fatal|failure|failed|panic)(?: ?\([^()\n]{0,80}\)| ?\[[^[\]\n]{0,80}\])?:|\[(?:error|fatal)\]|HTTP(?:\/[\d.]{1,3})? [45]\d\d\b|error from server\b|the connection to the server \S{1,200} was refused).*$/i;
/** `cat: a.ts: No such file or directory`, `/a*: cannot open (No such file or directory)`, as the only line of a text. */
const SYSTEM_ERROR =
  /^[^\n]{1,300}(?:: |\()(?:No such file or directory|Permission denied|(?:Not|Is) a directory|Operation not permitted|Connection refused|No space left on device)\)?\.?$/;
const STACK_TRACE = /^Traceback \(most recent call last\):\n/;

export function isWrappedFailure({ head }: TextEnds): boolean {
  return WRAPPED.test(head.trim());
}

/** Returns whether a text reports that a call was rejected or interrupted. */
export function reportsNotRun({ head }: TextEnds): boolean {
  return NOT_RUN.test(head.trimStart());
}

/** Returns whether a text is only one error message, without output after it. A longer text may contain any word. */
export function isOnlyErrorMessage({ head, isWhole }: TextEnds): boolean {
  const text = head.trim();
  if (STACK_TRACE.test(text)) return true;
  if (!isWhole) return false;
  const [first = '', ...others] = text.split('\n');
  return (
    ((ERROR_MESSAGE.test(first) && !isMeasured(first)) || SYSTEM_ERROR.test(first)) &&
    !others.some((line) => isOutput(line.trim()))
  );
}

/** Returns whether the start of a text reports a failed edit. A false positive only keeps an older read. */
export function editReportsFailure({ head }: TextEnds): boolean {
  const start = head.trimStart();
  if (EDIT_FAILED.test(start) || NOT_RUN.test(start)) return true;
  return (exitCodeAt(start, 0)?.code ?? 0) !== 0;
}

/** Returns whether a text is only one line of a known form: a file may contain any word. */
export function readReportsFailure({ head, isWhole }: TextEnds): boolean {
  return isWhole && READ_FAILED.test(head.trim());
}

/** Lines that are not output: an echoed command, a prompt, a remark of the agent program. */
const ECHO = /^(?:\[[\w:.-]{1,30}\] )?[$>%] |[$#>]$|(?<!\d)%$|^\(.*\)$|^Shell cwd was reset/;

/** Returns whether a line is output with words or numbers: no echoed command, prompt, remark of the agent program, or gap marker. */
export function isOutput(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && parseGapMarker(line) === undefined && !ECHO.test(line);
}

/** Maximum length of the start of a text that is searched, in UTF-16 units: more than the longest message. */
const MAX_HEAD_LENGTH = 2_000;

/** Returns the message at the start of a text that reports a failure of any kind of tool. */
export function findFailureAtStart(text: string): Span | undefined {
  const start = text.length - text.trimStart().length;
  const head = text.slice(start, start + MAX_HEAD_LENGTH);
  const reported = exitCodeAt(head, 0);
  if (reported !== undefined && reported.code !== 0) return { start, end: start + reported.end };
  for (const pattern of [WRAPPED, NOT_RUN, EDIT_FAILED, STACK_TRACE]) {
    const message = pattern.exec(head)?.[0].trimEnd();
    if (message !== undefined) return { start, end: start + message.length };
  }
  return undefined;
}
