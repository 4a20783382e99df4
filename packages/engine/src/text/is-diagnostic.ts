/** `src/main.go:3:4: undefined: x`, `main.c:3:4: error: …`, `src/a.ts(1,2): error TS2345: …`, also after the name of a task, as in `[lint:go] …`. */
const DIAGNOSTIC =
  /^\s*(?:\[[\w:.-]{1,30}\] )?[^\s:]{1,200}(?:\.\w{1,5}:\d{1,6}:\d{1,6}: (?!warning|note|info)[^\s*]|\(\d{1,6},\d{1,6}\): error )/;

/** Returns whether a line names a place in a file, with line and column, and what a compiler or linter found wrong there. */
export function isDiagnostic(line: string): boolean {
  return DIAGNOSTIC.test(line);
}
