import { FLAG } from '../reasons.ts';
import type { Evidence } from '../scan/evidence.ts';
import { isCommandLine } from './command.ts';
import { isStatement } from './statement.ts';

/** Minimum number of adjacent statements, blank lines not counted; minimum number in total if they are at least a third of the lines. */
const MIN_RUN = 2;
const MIN_STATEMENTS = 3;

/** Counts lines that are statements of a programming language, and looks for shell commands. */
export function readCodeLine(text: string, evidence: Evidence): void {
  const { line, lines } = evidence;
  if (line.content > line.first) {
    lines.codeRun = 0;
    lines.commandRun = 0;
    return;
  }
  if (isCommandLine(text, evidence)) {
    evidence.found |= FLAG.shell_command;
    lines.commandRun++;
  } else lines.commandRun = 0;
  if (!isStatement(text, line)) {
    // An indented line below a statement belongs to it.
    if (line.first === line.start) lines.codeRun = 0;
    return;
  }
  lines.codeRun++;
  lines.codeLines++;
  if (lines.codeRun >= MIN_RUN) evidence.found |= FLAG.source_code;
}

/** Returns whether at least three lines and a third of all lines are statements, even with comments or wrapped lines between them. */
export function hasManyStatements({ lines }: Evidence): boolean {
  return lines.codeLines >= MIN_STATEMENTS && lines.codeLines * 3 >= lines.count;
}
