import { splitFences } from '@palimpsest/engine/text';
import { hasApiKey, hasBase64, hasCredential } from './secrets.ts';

/** Returns whether a text with LF line ends has the content that a reason names. Linear: no repetition without a limit is tried at many starts. */
export type ContentTest = (text: string) => boolean;

/** Reasons that a text must stay unchanged, in report order. */
export const HARD_REASONS: Readonly<Record<string, ContentTest>> = {
  code_fence: (text) => splitFences(text).some(({ kind }) => kind === 'fence'),
  indented_code: (text) => hasAdjacent(text, INDENTED),
  latex_math: (text) => LATEX.test(text),
  unicode_math: (text) => MATH.test(text) || new Set(text.match(RELATIONS)).size >= MIN_RELATIONS,
  json_structure: (text) => JSON_START.test(text),
  yaml_structure: (text) => YAML.test(text),
  verse_pattern: (text) => VERSE.test(text),
  high_line_length_variance: hasHighVariance,
  // More than 15 %.
  high_special_char_ratio: (text) => (text.match(SPECIAL)?.length ?? 0) * 20 > text.length * 3,
  source_code: hasStatements,
  shell_command: (text) => COMMAND.test(text),
  markup: isMarkup,
  markdown_table: hasTable,
  error_traceback: (text) => TRACEBACK.test(text),
  sql_content: (text) => SQL.test(text) || SQL_STATEMENT.test(text),
  api_key: hasApiKey,
  credential_assignment: hasCredential,
  base64_content: hasBase64,
};

/** An indented line that is neither a list item nor the part of a sentence. */
const INDENTED = /^(?: {4}|\t)\s*(?![-*•] |\d+[.)] )\S(?:.*[^\s.,:!?])?\s*$/;

const LATEX =
  /\$\$[^$]{1,2000}\$\$|\\\([^\n]{1,200}?\\\)|\\\[[^\]]{1,2000}\\\]|(?<![\w$])\$(?![\s\d])[^$\n]{1,200}(?<!\s)\$(?!\w)/;

const MATH = /[∀∃∈∉⊆⊇∪∩∧∨¬∑∏∫]/;
const RELATIONS = /[→↔×÷±≈≠≤≥√∞]/g;
/** One arrow or sign is usual in prose. */
const MIN_RELATIONS = 3;

/** The start of an object with a quoted key, or of an array of values: not `[1] says`, `[[Home]]` or `[2024-05-01]`. */
const JSON_START =
  /^\s*(?:(?:\[\s*)*\{\s*["}]|(?:\[\s*)+(?:"|-?\d{1,20}(?:\.\d{1,20})?\s*(?:,\s*[-\d"[{tfn]|\]\s*(?:$|[\],]))|\]\s*(?:$|[\],])))/;

/** Two adjacent keys in lower case with short values, not both in a list. */
const YAML =
  /^[ \t]{0,40}(?:- )?[a-z_][\w-]{0,40}:(?:(?: \S{1,60}){1,3}(?<![.?!]))?\n[ \t]{0,40}[a-z_][\w-]{0,40}:(?:(?: \S{1,60}){1,3}(?<![.?!]))?$/m;

const VERSE = /\n(?:\p{Lu}[^\n.!?:;]{0,59}(?:\n|$)){3}/u;

const SPECIAL = /[{}[\]<>|\\;:@#$%^&*()=+`~]/g;

/** Returns whether the lengths of the lines vary as in a listing, and the longest line is not prose. */
function hasHighVariance(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length <= 3) return false;
  const mean = lines.reduce((sum, { length }) => sum + length, 0) / lines.length;
  const variance = lines.reduce((sum, { length }) => sum + (length - mean) ** 2, 0) / lines.length;
  if (Math.sqrt(variance) <= 1.2 * mean) return false;
  return !PROSE.test(lines.reduce((one, other) => (other.length > one.length ? other : one)));
}

const PROSE = /\p{Ll}{2,} \p{Ll}{2,} \p{Ll}{2,}/u;

/** A line of a program, a patch or a settings file. */
const STATEMENT =
  /^\s*(?:(?:import|export|using|const|let|var|def|class|func|fn|function|return|public|private)\b.*[;{}('":]|(?:import|package) [\w."'/$]+(?: as \w+)?$|from \S+ import |export (?:async|class|const|default|enum|function|interface|let|type)\b|(?:try|else|finally|except[^:]*|elif .*):$|[}\])]+[;,]?$|(?:@@|diff --git|[-+]{3}) |[-+][^\s-].*$|"[^"]+":|[A-Z_][A-Z0-9_]*=\S|[\w.[\]'"]+ ?[-+*/|]?= ?[\w'"[{(].*$)|[)\]}'"\w][;{]\s*$/;
/** The same line endings and words also end clauses of prose. */
const CLAUSE = /^\s*(?:[-*] )?(?:[\p{L}'’]+,? ){4}/u;

/** Returns whether two adjacent lines are statements, or three that are a third of the lines. */
function hasStatements(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  let count = 0;
  let isAfterStatement = false;
  for (const line of lines) {
    const isStatement = line.length <= MAX_LINE && STATEMENT.test(line) && !CLAUSE.test(line);
    if (isStatement && isAfterStatement) return true;
    if (isStatement) count += 1;
    isAfterStatement = isStatement;
  }
  return count >= 3 && count * 3 >= lines.length;
}

/** Longer lines are not read as code. */
const MAX_LINE = 1_000;

/** A command behind a prompt, with an option or a pipe, or of a program whose name is no English word, alone on its line. */
const COMMAND =
  /^\s{0,20}(?:\$ [a-z]|(?:git|npm|npx|pnpm|yarn|pip3?|docker|kubectl|cargo|curl|wget|sudo|apt|brew|chmod|mkdir)(?: [\w./@:=-]{1,80}){1,6}$|(?:[a-z][\w.-]{1,20})(?: [\w./@:=-]{1,80}){0,6} (?:-{1,2}[a-zA-Z][\w-]*\b(?! [a-z]+ [a-z]+ [a-z]+)|\| [a-z]+ ?(?:$|[-|]|\w+$)))/m;

const MIN_ELEMENTS = 2;

/** Returns whether a text is an XML or HTML document, or has two elements whose tags are a tenth of it: prose in a wrapper is no markup. */
function isMarkup(text: string): boolean {
  if (/^\s*<(?:\?xml|!doctype|html)\b/i.test(text)) return true;
  const tags = text.match(/<\/?[A-Za-z][^<>\n]{0,200}>/g) ?? [];
  const closing = tags.filter((tag) => tag.startsWith('</')).length;
  return closing >= MIN_ELEMENTS && tags.join('').length * 10 >= text.length;
}

/** Returns whether a row of columns is followed by a delimiter row. */
function hasTable(text: string): boolean {
  const lines = text.split('\n');
  return lines.some(
    (line, index) => RULE.test(line) && /[|+]/.test(line) && lines[index - 1]?.includes('|'),
  );
}

const RULE = /^[\s|:+]*-[\s|:+-]+$/;

const TRACEBACK =
  /^Traceback \(most recent call|^\s{0,20}(?:at [\w.$<>]{1,200}\([^()\n]{0,200}:\d+\)|at (?:new )?[\w.$<>]{1,200} ?\((?:native|<anonymous>|Unknown Source)\)|at [^\n]{1,300}:\d+:\d+\)?|at \S{1,300}\(\) in [^\n]{1,200}:line \d+|File "[^"\n]{1,300}", line \d+)|^goroutine \d+ \[|^thread '[^'\n]{1,80}' panicked/m;

/** Phrases in capitals that are rare outside SQL. */
const SQL =
  /\b(?:SELECT\b[^;]{1,300}?\bFROM|INSERT\s+INTO|UPDATE\s+\S{1,80}\s+SET|DELETE\s+FROM|(?:CREATE|ALTER|DROP|TRUNCATE)\s+(?:TABLE|INDEX|VIEW|SCHEMA|DATABASE)|(?:PRIMARY|FOREIGN)\s+KEY|(?:GROUP|ORDER)\s+BY|(?:LEFT|RIGHT|INNER|OUTER|CROSS|FULL)\s+JOIN|GRANT\s+[A-Z]+\b[^;]{1,100}?\bTO|WITH\s+RECURSIVE|ON\s+CONFLICT|NOT\s+NULL|MERGE\s+INTO|VARCHAR|UPSERT)\b/;

/** A whole statement in any case, or one line that ends in a semicolon. */
const SQL_STATEMENT =
  /\bselect\s[^;\n]{1,300}?\sfrom\s+\S{1,80}\s+(?:\w{1,40}\s+)?(?:where|inner join|left join|join|group by|order by|limit)\s|^[ \t]{0,40}(?:create table \S+ ?\(|insert into \S+ ?\(|update \S+ set \S+ =|delete from \S+ where|select (?:distinct )?(?:\*|\w+\.\*|count\(\*\)) from\b|(?:select|insert|update|delete|create|alter|drop|truncate|grant|revoke|merge) [^\n]{1,500};$)/im;

function hasAdjacent(text: string, pattern: RegExp): boolean {
  let isAfter = false;
  return text.split('\n').some((line) => {
    const isMatch = pattern.test(line);
    const isPair = isMatch && isAfter;
    isAfter = isMatch;
    return isPair;
  });
}
