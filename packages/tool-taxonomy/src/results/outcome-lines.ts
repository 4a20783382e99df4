import { parseGapMarker } from '@palimpsest/core-types';

/** Lines that are read, from the end: tools report the outcome last. */
const MAX_LINES = 60;
const VERDICT_LENGTH = 160;
const ANSWER_LENGTH = 100;

/** What precedes the words of a line: `[INFO] `, `=== `, `✓ `, `# `. */
const LEAD = /^(?:(?:\[[\w:.-]{1,30}\]|[^\w\s"'([{<…]{1,80})\s+)+/;

/** Counts: `12 passed`, `no issues found`, `3 files changed`, `All checks passed`; `Tests: 12`, `fail 0`, `added 12 packages`. */
const COUNTS = [
  /^(?!.*\bfixable\b).*\b(?:\d+%?|no|all)(?: \w{1,20}){0,2} (?:pass(?:ed|ing)?|fail(?:ed|ing|ures?)?|errors?|warnings?|issues?|problems?|examples?|conflicts?|vulnerabilities|insertions?|deletions?|changed|upgraded)\b/i,
  /^(?:tests(?: run)?|pass|fail)\b:? +\d|^(?:ran|added|removed|audited|executed) \d+ \w/i,
] as const;

const VERDICTS = [
  // `ok  	pkg	0.3s`, `OK (12 tests)`, `--- FAIL: TestLock`, but no `FAIL` alone: another line says more, `Success: …`, `fatal: …`
  /^(?!(?:FAIL|PASS)$)(?:ok|pass(?:ed)?|fail(?:ed|ures?)?|success\w*|error|fatal)(?:$|[\s:!.])/i,
  // `BUILD SUCCESSFUL in 3s`, `Build complete!`, `[lint] ERROR task failed`, `EXECUTION TIMED OUT`, `Compiled successfully.`
  /\b(?:succe(?:ss\w*|eded)|failed|failure|completed?|timed out)(?:$|[;!.]| in \d)/i,
  // `src/a.ts(1,2): error TS2345: …`, `main.c:3:4: fatal error: …`, `error[E0308]: …`, `make: *** [all] Error 1`
  /(?:^|[\s:])error(?: ?\[?[A-Z]+\d+\]?)?: |\*\*\* .{0,100}\bError \d/i,
  // `[Command finished with exit code 0]`
  /\bexit(?:ed with)? code:? -?\d/i,
  // `Already up to date.`, `nothing to commit, working tree clean`
  /^(?:already|everything) up[ -]to[ -]date|^up to date\b|^nothing (?:to|added to) commit|^no changes\b/i,
] as const;

const FAILURE = /\b(?:fail(?:ed|ures?)?|error|fatal|timed out)\b/i;

/** Commands that show or search files have no outcome. A truncated command still starts with its first words. */
const LOOKS =
  /^(?:… |cd [^\s;&|]{1,300} (?:&&|;) )?(?:cat(?! *>)|head|tail|sed -n|awk|e?grep|rg|find|fd|ls|tree|nl|git (?:log|show|diff|grep|blame|ls-\w+|cat-file))(?![\w-])(?!.*(?:&&|;))/s;

/** Lines that are not output: an echoed command, a prompt, a remark of the host. */
const ECHO = /^(?:\[[\w:.-]{1,30}\] )?[$>%] |[$#>]$|(?<!\d)%$|^\(.*\)$|^Shell cwd was reset/;

/** Returns whether a line is output with words or numbers: no echoed command, prompt, remark of the host, or gap marker. */
export function isOutput(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && parseGapMarker(line) === undefined && !ECHO.test(line);
}

/** The lines at the end of a command's output that report its outcome. */
export interface OutcomeLines {
  /** Ascending indices of the last count and of the verdict. */
  readonly verdicts: readonly number[];
  /** Index of the last line, if it is short and there is no verdict. */
  readonly answer: number | undefined;
}

const NONE: OutcomeLines = { verdicts: [], answer: undefined };

/**
 * Returns the lines that report the outcome of a command: the last count of what passed, failed or changed, and the last verdict in words,
 * failures first; else a short last line. None for a command that shows or searches files.
 */
export function outcomeLines(lines: readonly string[], command = ''): OutcomeLines {
  if (LOOKS.test(command)) return NONE;
  let count: number | undefined;
  let verdict: number | undefined;
  let isFailure = false;
  let last: number | undefined;
  let left = MAX_LINES;
  for (let index = lines.length - 1; index >= 0 && left > 0; index -= 1) {
    const line = lines[index]!.trim();
    if (!isOutput(line)) continue;
    left -= 1;
    last ??= index;
    if (line.length > VERDICT_LENGTH) continue;
    const words = line.replace(LEAD, '');
    if (COUNTS.some((pattern) => pattern.test(words))) count ??= index;
    else if (!isFailure && VERDICTS.some((pattern) => pattern.test(words))) {
      isFailure = FAILURE.test(words);
      if (verdict === undefined || isFailure) verdict = index;
    }
    if (count !== undefined && isFailure) break;
  }
  const verdicts = [count, verdict]
    .filter((index) => index !== undefined)
    .toSorted((a, b) => a - b);
  if (verdicts.length > 0) return { verdicts, answer: undefined };
  const isShort = last !== undefined && lines[last]!.trim().length <= ANSWER_LENGTH;
  return { verdicts, answer: isShort ? last : undefined };
}
