/**
 * Code as Markdown shows it: in a fence longer than any run of its character inside, so that `splitFences` reads it as one. Tildes where the
 * language holds a backtick, which no info string behind backticks may; of a language of several lines, the first.
 */
export function fencedCode(code: string, language = ''): string {
  const [info = ''] = language.split(/[\r\n]/, 1);
  const unit = info.includes('`') ? '~' : '`';
  const runs = code.match(unit === '~' ? /~+/g : /`+/g) ?? [];
  const fence = unit.repeat(runs.reduce((most, { length }) => Math.max(most, length + 1), 3));
  return `${fence}${info}\n${code}\n${fence}`;
}
