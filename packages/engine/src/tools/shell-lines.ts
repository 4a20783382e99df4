/** Lines with which a shell, or the agent program that runs it, reports how a command ended: exit codes and messages such as `command failed`. */
import type { Span } from '../text/index.ts';
import type { TextEnds } from './text-ends.ts';

/**
 * `Exit code 1` (Claude Code, llxprt-code, Codex), `Error: Exit code 1`, `Command exited with code 2` (pi), `[The command completed with
 * exit code 1.]` (OpenHands), `exit_code: 1` (a record as lines).
 */
const EXIT_CODE =
  /(?:(?:Error: )?Exit[ _]?code:? |\[?(?:The )?(?:Command|Process) (?:completed|finished|exited|failed) with (?:exit )?(?:code|status):? )(-?\d{1,10})/iy;
/** Codex wraps the output of a command in JSON, followed by the code. */
const WRAPPED_EXIT_CODE = /"metadata":\{"exit_code":(-?\d{1,10})[^{}]{0,100}\}\}$/;
/** Messages of a shell, or of the agent program, about the command as a whole. */
const COMMAND_FAILED =
  /\[?(?:The )?command (?:failed|timed out|aborted|was (?:automatically )?(?:cancelled|canceled|aborted))|(?:-?(?:ba|z|da|k)?sh|\/bin\/\w{2,5}):[^\n]{0,300}not found/iy;

/** The exit code of a command, and the index after it. */
interface ReportedCode {
  readonly code: number;
  readonly end: number;
}

/** Returns the exit code that is reported at exactly this index of a text. */
export function exitCodeAt(text: string, index: number): ReportedCode | undefined {
  EXIT_CODE.lastIndex = index;
  const match = EXIT_CODE.exec(text);
  return match === null ? undefined : { code: Number(match[1]), end: EXIT_CODE.lastIndex };
}

/** Returns the end of the message about a failed command that starts at exactly this index of a text. */
export function commandFailureAt(text: string, index: number): number | undefined {
  COMMAND_FAILED.lastIndex = index;
  return COMMAND_FAILED.test(text) ? COMMAND_FAILED.lastIndex : undefined;
}

/** Returns the exit code that the output of a command reports: at its start, else the last one. */
export function readExitCode({ head, tail, end, isWhole }: TextEnds): number | undefined {
  const start = head.trimStart();
  const code = exitCodeAt(start, 0)?.code ?? scanShellLines(tail).lastCode ?? wrappedCode(end);
  return code ?? (isWhole ? undefined : scanShellLines(start).firstCode);
}

function wrappedCode(text: string): number | undefined {
  const end = text.trimEnd();
  if (!end.endsWith('}}')) return undefined;
  const match = WRAPPED_EXIT_CODE.exec(end);
  return match === null ? undefined : Number(match[1]);
}

/** Characters with which `EXIT_CODE` or `COMMAND_FAILED` can begin: other lines, which are most, need no pattern. */
const CAN_START_MATCH: Uint8Array = new Uint8Array(128);
for (const character of '[-/ectpbzdksECTPBZDKS') CAN_START_MATCH[character.charCodeAt(0)] = 1;

/** What a shell reports at line starts. */
interface ShellReports {
  readonly firstCode: number | undefined;
  readonly lastCode: number | undefined;
  /** Exit codes other than 0. */
  readonly failureCodes: readonly Span[];
  /** Messages about a failed command. */
  readonly messages: readonly Span[];
}

/** Finds the reports of a shell in a text. Linear. */
export function scanShellLines(text: string): ShellReports {
  let firstCode: number | undefined;
  let lastCode: number | undefined;
  const failureCodes: Span[] = [];
  const messages: Span[] = [];
  for (let start = 0; ;) {
    if (CAN_START_MATCH[text.charCodeAt(start)] === 1) {
      const reported = exitCodeAt(text, start);
      if (reported !== undefined) {
        firstCode ??= reported.code;
        lastCode = reported.code;
        if (reported.code !== 0) failureCodes.push({ start, end: reported.end });
      }
      const end = commandFailureAt(text, start);
      if (end !== undefined) messages.push({ start, end });
    }
    const lineBreak = text.indexOf('\n', start);
    if (lineBreak < 0) return { firstCode, lastCode, failureCodes, messages };
    start = lineBreak + 1;
  }
}
