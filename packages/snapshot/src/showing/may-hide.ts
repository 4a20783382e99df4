/** Whatever is not plain English text or code. */
const BEYOND_PLAIN = /[^\t\n\r -~]/;

/** Units with which something hidden may begin; a few that are seen are among them. */
const SUSPECTS =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud82f\ud834\udb40-\udb43]/;

let suspects: Uint8Array | undefined;

/**
 * Whether a text has to be searched for what hides in it. Nearly none has: an expression that knows every property of a character costs
 * many times more than this look at each unit.
 */
export function mayHide(text: string): boolean {
  if (!BEYOND_PLAIN.test(text)) return false;
  suspects ??= Uint8Array.from({ length: 0x1_00_00 }, (_, unit) =>
    SUSPECTS.test(String.fromCharCode(unit)) ? 1 : 0,
  );
  for (let index = 0; index < text.length; index += 1) {
    if (suspects[text.charCodeAt(index)] === 1) return true;
  }
  return false;
}
