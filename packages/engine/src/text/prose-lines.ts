const FENCE = /^\s*(?:```|~~~)/;
/** Tags that agent programs insert into user messages. */
const TAG = String.raw`([\w-]*(?:stdout|stderr|reminder|notification)[\w-]*|ide_\w+)>`;
const HOST_START = new RegExp(String.raw`^\s*<${TAG}`);
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>)\s+\S/;
const TABLE_ROW = /^\|.*\|$/;
/** Starts and ends of lines that are not prose: listings, diffs, stack traces, logs, code. */
const DATA_START =
  /^\s*(?:\d+(?:→|\t)|[+-]{3}\s\S|@@ |diff --git|at \S+[ (]|File "|Traceback |\[?\d{4}-\d\d-\d\d[T ]\d|\[?\d\d:\d\d:\d\d|[$❯%] \S|\/[/*]|[│├└┌┐┘─╭╰━═╔╚]|"[^"]*"\s*:)/;
/** First characters of lines that may be data or items: prose hardly ever has one, so one check replaces two. */
const MAY_BEGIN = /[^A-Za-z]|[daFT]/;
const DATA_ENDS = ';{}([=\\';
/** A word of this length, in UTF-16 units, is data. */
const DATA_WORD = /\S{120}/;
const CODE_CHARACTERS = /[{}();=<>[\]|\\/_$@&*^~"]/g;
const LETTERS = /[\p{L}\p{M}]/gu;
/** Minimum length of a line whose characters are counted, in UTF-16 units: shares of fewer mean nothing. */
const MIN_COUNTED_LENGTH = 20;
/** Shares of the characters of a line of prose. */
const MAX_CODE_SHARE = 0.12;
const MIN_LETTER_SHARE = 0.5;

/** `own`: prose. `quoted`: prose within a fence or within tags of the agent program. */
export type ProseLine = 'own' | 'quoted' | undefined;

/**
 * Returns a function that classifies the lines of a text, passed in order: prose, or `undefined` for data such as logs, code and tables.
 */
export function createProseLines(): (line: string) => ProseLine {
  let isFenced = false;
  let host: string | undefined;
  return (line) => {
    const text = line.trim();
    const first = text.charAt(0);
    const isFence = (first === '`' || first === '~') && FENCE.test(line);
    if (isFence) isFenced = !isFenced;
    if (first === '<') host ??= HOST_START.exec(line)?.[1];
    const isQuoted = isFenced || host !== undefined;
    if (host !== undefined && line.includes(`</${host}>`)) host = undefined;
    if (isFence || !isProse(line, text)) return undefined;
    return isQuoted ? 'quoted' : 'own';
  };
}

/** @param text the line without surrounding blanks */
function isProse(line: string, text: string): boolean {
  const first = text.charAt(0);
  if (first === '|' && TABLE_ROW.test(text)) return /\p{L}/u.test(text);
  if (MAY_BEGIN.test(first)) {
    if (DATA_START.test(line)) return false;
    if (ITEM.test(line)) return true;
  }
  if (endsLikeData(text)) return false;
  if (text.length < MIN_COUNTED_LENGTH) return true;
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return (
    !DATA_WORD.test(text) &&
    count(CODE_CHARACTERS) <= MAX_CODE_SHARE * text.length &&
    count(LETTERS) >= MIN_LETTER_SHARE * text.length
  );
}

function endsLikeData(text: string): boolean {
  return DATA_ENDS.includes(text.at(-1) ?? ' ') || text.endsWith('=>') || text.endsWith('/>');
}
