/**
 * Formats code as a Markdown code block that `splitFences` reads as one fence: longer than any run of its character in the code, and of
 * tildes if `language` contains a backtick. Uses only the first line of `language`.
 */
export function fencedCode(code: string, language = ''): string {
  const [info = ''] = language.split(/[\r\n]/, 1);
  const unit = info.includes('`') ? '~' : '`';
  const runs = code.match(unit === '~' ? /~+/g : /`+/g) ?? [];
  const fence = unit.repeat(runs.reduce((most, { length }) => Math.max(most, length + 1), 3));
  return `${fence}${info}\n${code}\n${fence}`;
}
