import type { TextEnds } from './result-text.ts';

/** `Exit code 1` (Claude Code, llxprt-code, Codex), `Error: Exit code 1`, `Command exited with code 2` (pi), `[The command completed with exit code 1.]` (OpenHands). */
const EXIT_CODE =
  /^(?:(?:Error: )?Exit code:? |\[?(?:The )?(?:Command|Process) (?:completed|finished|exited|failed) with (?:exit )?(?:code|status):? )(-?\d{1,10})/gim;
/** Codex wraps the output of a command in JSON and puts the code behind it. */
const WRAPPED_EXIT_CODE = /"metadata":\{"exit_code":(-?\d{1,10})[^{}]{0,100}\}\}\s*$/;
const COMMAND_FAILED =
  /^\[?(?:The )?command (?:failed|timed out|aborted|was (?:automatically )?(?:cancelled|canceled|aborted))|^(?:-?(?:ba|z|da|k)?sh|\/bin\/\w{2,5}):[^\n]{0,300}not found/im;
/** A person, or the host for them, said no; or the host went away. */
const DECLINED =
  /^(?:\[Request interrupted by user|The user doesn't want to (?:proceed|take this action)|The user (?:rejected|denied)|User (?:rejected|denied|cancelled)|Permission to use \S{1,200} .{0,1900}has been denied|\[no result recorded\]$|\[Operation cancelled\]|Tool (?:call|execution) was (?:cancelled|aborted)|(?:exec command|patch) rejected by user|Operation aborted)/i;
const EDIT_FAILED =
  /^(?:error\b|failed\b|failure\b|cannot\b|could not\b|unable to\b|invalid\b|InputValidationError|no replacement was performed|no changes? (?:to make|made|were made|needed)|no match(?:es)? found|(?:string to replace|old_?string|the (?:string|text) to replace|search (?:block|text)) (?:was )?not found|found \d+ (?:matches|occurrences)|found multiple matches|file has (?:not been read|been (?:unexpectedly )?modified)|file (?:does not exist|not found|already exists)|your proposed edit has introduced|apply_patch verification failed|patch (?:failed|verification failed)|E(?:NOENT|ACCES|ISDIR|PERM|ROFS|NOTDIR): |the tool execution failed)/i;
const READ_FAILED =
  /^(?:error: )?(?:file does not exist\.|file not found(?:[.:].*)?|E(?:NOENT|ISDIR|ACCES|PERM|NOTDIR): .+|the user doesn't want to proceed with this tool use\..*)$/i;

/** The code at the very beginning decides, then the last one that is told; without one, what is said at a line start. */
export function saysShellFailed({ head, tail }: TextEnds): boolean {
  const start = head.trimStart();
  const codes = [...start.matchAll(EXIT_CODE)];
  const first = codes[0]?.index === 0 ? codes[0] : undefined;
  const told =
    first ?? [...tail.matchAll(EXIT_CODE)].at(-1) ?? WRAPPED_EXIT_CODE.exec(tail) ?? codes[0];
  if (told !== undefined && told !== null) return Number(told[1]) !== 0;
  return DECLINED.test(start) || COMMAND_FAILED.test(start) || COMMAND_FAILED.test(tail);
}

/** Only the very beginning counts. Taking an edit for failed merely keeps an older read. */
export function saysEditFailed({ head }: TextEnds): boolean {
  const start = head.trimStart();
  if (EDIT_FAILED.test(start) || DECLINED.test(start)) return true;
  const code = start.matchAll(EXIT_CODE).next().value;
  return code?.index === 0 && Number(code[1]) !== 0;
}

/** Only a text that is nothing but one line of a known shape: a file may contain any word (D8). */
export function saysReadFailed({ head, isWhole }: TextEnds): boolean {
  return isWhole && READ_FAILED.test(head.trim());
}
