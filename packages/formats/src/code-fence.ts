import type { CodeBlock } from '@palimpsest/core-types';

/** Code for formats that have no place for it: a Markdown fence longer than any run of backticks inside. */
export function codeFence({ code, language = '' }: CodeBlock): string {
  let longest = 2;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}
