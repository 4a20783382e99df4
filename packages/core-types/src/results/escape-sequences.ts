/**
 * After an escape character: colours and movements (`[ … m`), links and titles (`] … BEL`, `] … ESC \`, on one line), then character sets
 * and sequences of one or two bytes (ECMA-48).
 */
const SEQUENCE = new RegExp(
  String.raw`\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\n\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-Z\\^-~])`,
  'g',
);

/** Removes the escape sequences of terminals, such as colours, which may split the words of an error message. */
export function stripEscapeSequences(text: string): string {
  return text.replace(SEQUENCE, '');
}
