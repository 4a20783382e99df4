/** Returns prose that may be summarized: about 300 UTF-16 units without code or data, different for every number. */
export function prose(number = 0): string {
  return [
    `The parser reads file ${number} line by line and keeps the last line in memory until it is needed.`,
    'We talked about it at lunch, and everybody had something to say.',
    `However, the fix must stay inside readLines because ${number + 2} callers rely on its signature.`,
    'It was raining the whole day.',
  ].join(' ');
}

/** Returns 20 lines; the last `changed` lines differ between versions. */
export function page(version: string, changed = 1): string {
  return Array.from({ length: 20 }, (_, line) => {
    return line >= 20 - changed
      ? `changed line ${line}, ${version}`
      : `line ${line} of the same page`;
  }).join('\n');
}
