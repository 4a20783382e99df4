const DEFINITION =
  /[^\w\s]{0,4}\s{0,40}(?:(?:export|public|private|protected|static|async|default|pub|abstract|final) ){0,4}(?:(?:func|def|class|type|interface|struct|enum|fn|function|const|var|let|impl|import|from|package|module|#define|#include)\b|@\w|#{1,4} )/y;

/** Returns whether a line is a definition, an import or a heading. */
export function isDefinition(source: string, body: number, end: number): boolean {
  // Most lines start with none of these letters.
  if (!MAY_BEGIN[source.charCodeAt(firstLetter(source, body, end))]) return false;
  DEFINITION.lastIndex = body;
  return DEFINITION.test(source) && DEFINITION.lastIndex <= end;
}

const MAY_BEGIN: Record<number, true> = Object.fromEntries(
  Array.from('acdefilmpstv#@', (letter) => [letter.charCodeAt(0), true]),
);

function firstLetter(source: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const unit = source.charCodeAt(at);
    if (unit > 0x40 || unit === 0x23 || unit === 0x40) break;
    at += 1;
  }
  return at;
}
