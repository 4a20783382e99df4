const FENCE = /^\s*(?:```|~~~)/;
/** Tags that hosts insert into user messages. */
const TAG = String.raw`([\w-]*(?:stdout|stderr|reminder|notification)[\w-]*|ide_\w+)>`;
const HOST_START = new RegExp(String.raw`^\s*<${TAG}`);
const HOST_END = new RegExp(`</${TAG}`);
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>)\s+\S/;
const TABLE_ROW = /^\s*\|.*\|\s*$/;
/** Starts and ends of lines that are not prose: listings, diffs, stack traces, logs, code. */
const DATA_START =
  /^\s*(?:\d+(?:→|\t)|[+-]{3}\s\S|@@ |diff --git|at \S+[ (]|File "|Traceback |\[?\d{4}-\d\d-\d\d[T ]\d|\[?\d\d:\d\d:\d\d|[$❯%] \S|\/[/*]|[│├└┌┐┘─╭╰━═╔╚]|"[^"]*"\s*:)/;
const DATA_END = /(?:[;{}([=\\]|=>|\/>)\s*$/;
const LONG_WORD = /\S{120}/;
const CODE_MARKS = /[{}();=<>[\]|\\/_$@&*^~"]/g;
const LETTERS = /[\p{L}\p{M}]/gu;
/** Shorter lines are too short for shares of characters to mean anything, in UTF-16 units. */
const MIN_COUNTED_LENGTH = 20;
const MAX_CODE_MARK_SHARE = 0.12;
const MIN_LETTER_SHARE = 0.5;

/** Returns whether a line starts or ends a fence or text inserted by the host, and so decides whether the lines after it are quoted. */
export function isQuoteEdge(line: string): boolean {
  return FENCE.test(line) || HOST_START.test(line) || HOST_END.test(line);
}

/** `own`: prose. `quoted`: prose within a fence or within tags of the host. */
export type ProseLine = 'own' | 'quoted' | undefined;

/**
 * Returns a function that classifies the lines of a text, passed in order: prose, or `undefined` for data such as logs, code and tables.
 */
export function createProseLines(): (line: string) => ProseLine {
  let isFenced = false;
  let host: string | undefined;
  return (line) => {
    const isFence = FENCE.test(line);
    if (isFence) isFenced = !isFenced;
    host ??= HOST_START.exec(line)?.[1];
    const isQuoted = isFenced || host !== undefined;
    if (host !== undefined && line.includes(`</${host}>`)) host = undefined;
    if (isFence || !isProse(line)) return undefined;
    return isQuoted ? 'quoted' : 'own';
  };
}

function isProse(line: string): boolean {
  if (TABLE_ROW.test(line)) return /\p{L}/u.test(line);
  if (DATA_START.test(line)) return false;
  if (ITEM.test(line)) return true;
  if (DATA_END.test(line) || LONG_WORD.test(line)) return false;
  const { length } = line.trim();
  if (length < MIN_COUNTED_LENGTH) return true;
  return (
    count(line, CODE_MARKS) <= MAX_CODE_MARK_SHARE * length &&
    count(line, LETTERS) >= MIN_LETTER_SHARE * length
  );
}

function count(line: string, what: RegExp): number {
  return line.match(what)?.length ?? 0;
}
