import { createClassifier } from '@palimpsest/summarizer/classify';
import { expect, test } from 'vitest';

const MEGABYTE = 1_000_000;
const fill = (part: string, start = '', length = MEGABYTE) =>
  (start + part.repeat(Math.ceil(length / part.length))).slice(0, length);
/** Long enough that quadratic work would not finish. */
const many = (part: string, start = '') => fill(part, start, 200_000);

/** Texts that made other classifiers hang or crash (seed defects, "Hostile and large input"), and many starts of every detected pattern. */
const HOSTILE: readonly (readonly [name: string, text: string, reasons: readonly string[]])[] = [
  ['words in one line', fill('the cable lies behind the shelf and '), []],
  ['Chinese in one line', fill('昨天下午我们一起去了城外的旧图书馆，'), []],
  ['CSV in one line', fill('1042,Leeds,"hall 3",19.95,open,'), []],
  ['one letter', fill('a'), []],
  ['hexadecimal digits', fill('0f9e8d7c'), []],
  ['digits', fill('8014627395'), []],
  ['a-a-a', fill('a-'), []],
  ['ag-ag-ag', fill('ag-'), []],
  ['blank lines', fill('\n'), []],
  ['blank lines with CR LF', fill('\r\n'), []],
  ['an open fence and blank lines', fill('\n', '```ts\n'), ['code_fence']],
  ['a key and spaces', fill(' ', 'key:'), []],
  ['quotes and words', fill('"said the auditor '), ['direct_quote']],
  ['a million sentences', 'a. '.repeat(MEGABYTE), []],
  ['a million lines', 'x\n'.repeat(MEGABYTE), []],
  ['keys and spaces', many(`key:${' '.repeat(60)}\n`), []],
  ['open brackets', many('['), ['high_special_char_ratio']],
  ['open braces', many('[{'), ['high_special_char_ratio']],
  ['dollars', many('$1 '), ['high_special_char_ratio']],
  ['pairs of dollars', many('$$ '), ['high_special_char_ratio']],
  ['backslashes', many('\\('), ['high_special_char_ratio']],
  ['at signs', many('a@a.'), ['high_special_char_ratio', 'email']],
  ['one long host', many('a', 'a@'), []],
  ['slashes', many('/a'), ['file_path']],
  ['starts of keys', many('sk-ghp_AKIA'), ['api_key']],
  ['spaced starts of keys', many('sk-ghp_AKIA_sk_live_x '), []],
  ['dashes', many('-'), []],
  ['starts of PEM blocks', many('-----BEGIN '), []],
  ['camel humps', many('aB'), []],
  ['underscores', many('a_'), []],
  ['assignments', many('password='), []],
  ['tags', many('<a '), ['high_special_char_ratio']],
  ['one long tag', many('a', '<'), []],
  ['table rules', many('|-|\n'), ['high_special_char_ratio', 'markdown_table']],
  ['select without from', many('select a, \n'), []],
  ['capital keywords', many('WHERE '), []],
  ['imports', many('import {\n'), ['source_code']],
  ['frames', many('\tat a.b(\n'), ['indented_code', 'source_code']],
  ['indented lines', many('    a\n'), ['indented_code']],
  ['tildes', many('~'), ['code_fence', 'high_special_char_ratio']],
  ['lone surrogates', many('\ud800'), []],
  ['combining marks', many('\u0301', 'a'), []],
];

test.each(HOSTILE)('%s', { timeout: 300_000 }, (_, text, reasons) => {
  const { classify, isHard } = createClassifier();
  expect(classify(text).reasons).toEqual(reasons);
  expect(isHard(text)).toBe(classify(text.slice(0, 10_000)).isHard);
});
