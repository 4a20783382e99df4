import { parseGapMarker } from '@palimpsest/core-types';

/** So many lines are looked at, from the last one back: tools close with what came of it. */
const MOST_LINES = 60;
/** A longer line is no verdict, in UTF-16 units. */
const VERDICT_LENGTH = 160;
/** A longer last line is not read at a glance, in UTF-16 units. */
const ANSWER_LENGTH = 100;

/** What stands before the words of a line: `[INFO] `, `=== `, `✓ `, `# `. */
const LEAD = /^(?:(?:\[[\w:.-]{1,30}\]|[^\w\s"'([{<…]{1,80})\s+)+/;

/** Counts: `12 passed`, `no issues found`, `3 files changed`, `All checks passed`; `Tests: 12`, `fail 0`, `added 12 packages`. */
const COUNTS = [
  /^(?!.*\bfixable\b).*\b(?:\d+%?|no|all)(?: \w{1,20}){0,2} (?:pass(?:ed|ing)?|fail(?:ed|ing|ures?)?|errors?|warnings?|issues?|problems?|examples?|conflicts?|vulnerabilities|insertions?|deletions?|changed|upgraded)\b/i,
  /^(?:tests(?: run)?|pass|fail)\b:? +\d|^(?:ran|added|removed|audited|executed) \d+ \w/i,
] as const;

/** Verdicts in words. */
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

/** Of several verdicts the one that failed tells more. */
const FAILURE = /\b(?:fail(?:ed|ures?)?|error|fatal|timed out)\b/i;

/** A command that shows files or finds places in them has no outcome. A shortened command still begins with its first words. */
const LOOKS =
  /^(?:… |cd [^\s;&|]{1,300} (?:&&|;) )?(?:cat(?! *>)|head|tail|sed -n|awk|e?grep|rg|find|fd|ls|tree|nl|git (?:log|show|diff|grep|blame|ls-\w+|cat-file))(?![\w-])(?!.*(?:&&|;))/s;

/** What no program said: a command that is echoed, a prompt, a remark of the host. */
const ECHO = /^(?:\[[\w:.-]{1,30}\] )?[$>%] |[$#>]$|(?<!\d)%$|^\(.*\)$|^Shell cwd was reset/;

/** How a command ended, by the last lines of its output. */
export interface OutcomeLines {
  /** Indices of its closing count and its verdict in words, in their order. */
  readonly verdicts: readonly number[];
  /** Index of its last line, where that is short and there is no verdict. */
  readonly answer: number | undefined;
}

const NONE: OutcomeLines = { verdicts: [], answer: undefined };

/**
 * Returns the lines that tell how a command ended: the last count of what passed, failed or changed, and the last verdict in words, one that
 * failed before others; where there is neither, the last line, if it is short. Nothing of a command that only shows files or finds places in them.
 */
export function outcomeLines(lines: readonly string[], command = ''): OutcomeLines {
  if (LOOKS.test(command)) return NONE;
  let count: number | undefined;
  let verdict: number | undefined;
  let isFailure = false;
  let last: number | undefined;
  let left = MOST_LINES;
  for (let at = lines.length - 1; at >= 0 && left > 0; at -= 1) {
    const line = lines[at]!.trim();
    if (!/[\p{L}\p{N}]/u.test(line) || parseGapMarker(line) !== undefined || ECHO.test(line))
      continue;
    left -= 1;
    last ??= at;
    if (line.length > VERDICT_LENGTH) continue;
    const words = line.replace(LEAD, '');
    if (COUNTS.some((pattern) => pattern.test(words))) count ??= at;
    else if (!isFailure && VERDICTS.some((pattern) => pattern.test(words))) {
      isFailure = FAILURE.test(words);
      if (verdict === undefined || isFailure) verdict = at;
    }
    if (count !== undefined && isFailure) break;
  }
  const verdicts = [count, verdict].filter((at) => at !== undefined).toSorted((a, b) => a - b);
  if (verdicts.length > 0) return { verdicts, answer: undefined };
  const isShort = last !== undefined && lines[last]!.trim().length <= ANSWER_LENGTH;
  return { verdicts, answer: isShort ? last : undefined };
}
