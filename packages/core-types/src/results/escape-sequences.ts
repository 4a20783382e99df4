const ESCAPE = '\u001B';
/** The same as `ESCAPE [`, in one character. */
const CSI = '\u009B';

/**
 * Colours and movements (`ESC [ … m`), then links and titles (`ESC ] … BEL`, `ESC ] … ESC \`, on one line), then character sets and
 * sequences of one or two bytes (ECMA-48).
 */
const SEQUENCE = new RegExp(
  String.raw`(?:${ESCAPE}\[|${CSI})[0-?]*[ -/]*[@-~]|${ESCAPE}\][^\u0007\n${ESCAPE}]*(?:\u0007|${ESCAPE}\\)|${ESCAPE}[ -/]*[0-Z\\^-~]`,
  'g',
);

/** Removes the escape sequences of terminals, such as colours. Judge the outcome of a program by what is left. */
export function stripEscapeSequences(text: string): string {
  return text.includes(ESCAPE) || text.includes(CSI) ? text.replace(SEQUENCE, '') : text;
}
