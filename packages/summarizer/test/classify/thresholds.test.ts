import { classifyText } from '@palimpsest/summarizer/classify';
import type { Reason } from '../../src/classify/reasons.ts';
import { expect, test } from 'vitest';

const has = (reason: Reason, text: string) => classifyText(text).reasons.includes(reason);

/** Texts below, at and above a limit, and whether each has the reason. */
interface Limit {
  readonly name: string;
  readonly reason: Reason;
  readonly texts: readonly string[];
  readonly expected: readonly boolean[];
}

const indented = (spaces: number, lines: number) =>
  `so\n${`${' '.repeat(spaces)}wait here\n`.repeat(lines)}end`;
const poem = (lines: number) => `so\n${'The rain came down again\n'.repeat(lines)}`;
const elements = (count: number, length: number) => {
  const tags = '<i>a</i>'.repeat(count);
  return tags + ' b'.repeat(length).slice(0, length - tags.length);
};
/** Returns three short lines and one of this length, with this many spaces and special characters. */
const uneven = (length: number, spaces: number, specials = 0) =>
  `a\nb\nc\n${'e '.repeat(spaces)}${'%'.repeat(specials)}`.padEnd(length + 6, 'e');
const BASE64 = 'kT9vQ2xZ7mB4nW8sR1cL5yH3gJ6dF0aPuEiXoKtYqVbN';
const MIXED = 'a1b2c3d4e5f6g7h8i9';

const LIMITS: readonly Limit[] = [
  {
    name: 'more than 15 % special characters',
    reason: 'high_special_char_ratio',
    texts: [14, 15, 16].map((count) => '%'.repeat(count) + 'a'.repeat(100 - count)),
    expected: [false, false, true],
  },
  {
    // Three lines of one character and one of n: the mean is (n + 3) / 4, the deviation √3 (n - 1) / 4.
    // 1.2 is reached at n = (3.6 + √3) / (√3 - 1.2) = 10.02.
    name: 'a deviation of the length of lines above 1.2 of the mean',
    reason: 'high_line_length_variance',
    texts: [9, 10, 11].map((length) => `a\nb\nc\n${'d'.repeat(length)}`),
    expected: [false, false, true],
  },
  {
    name: 'a deviation over more than three lines, blank ones apart',
    reason: 'high_line_length_variance',
    texts: ['a\nb\n', 'a\nb\n\n\n', 'a\nb\nc\n'].map((text) => text + 'd'.repeat(500)),
    expected: [false, false, true],
  },
  {
    name: 'a long line with fewer spaces than one in 15 units',
    reason: 'high_line_length_variance',
    texts: [uneven(149, 10), uneven(150, 10), uneven(151, 10)],
    expected: [false, false, true],
  },
  {
    name: 'a long line with more special characters than one in 20 units',
    reason: 'high_line_length_variance',
    texts: [uneven(200, 60, 10), uneven(219, 60, 11), uneven(220, 60, 11)],
    expected: [false, true, false],
  },
  {
    name: 'a long line of a script without spaces',
    reason: 'high_line_length_variance',
    texts: ['雨', 'ก', 'e'].map((letter) => `a\nb\nc\n${letter.repeat(100)}`),
    expected: [false, false, true],
  },
  {
    name: 'lines that are no sentences of five words',
    reason: 'indented_code',
    texts: ['a b c.', 'a b c d.', 'a b c d e.', 'a b c d e', '雨雨雨雨。', '雨雨雨。'].map(
      (line) => `    ${line}\n    ${line}`,
    ),
    expected: [true, true, false, true, false, true],
  },
  {
    name: 'lines that are no items with a number of three digits at most',
    reason: 'indented_code',
    texts: ['1. a', '999) a', '1000. a', '- a', '• a', '-a', '1.a'].map(
      (line) => `    ${line}\n    ${line}`,
    ),
    expected: [false, false, true, false, false, true, true],
  },
  {
    name: 'two lines in a row behind four spaces',
    reason: 'indented_code',
    texts: [indented(3, 2), indented(4, 1), indented(4, 2), indented(5, 2)],
    expected: [false, false, true, true],
  },
  {
    name: 'two lines in a row behind a tab',
    reason: 'indented_code',
    texts: ['\tgo\nstop', '\tgo\n\tstop', 'a\tgo\nb\tstop', '   \tgo\n   \tstop'],
    expected: [false, true, false, true],
  },
  {
    name: 'three lines of a poem, none of them the first of the text',
    reason: 'verse_pattern',
    texts: [poem(2), poem(3), poem(2).slice(3), poem(3).slice(3), poem(4).slice(3)],
    expected: [false, true, false, false, true],
  },
  {
    name: 'lines of a poem of 60 units at most',
    reason: 'verse_pattern',
    texts: [59, 60, 61].map((length) => `so\n${`The ${'r'.repeat(length - 4)}\n`.repeat(3)}`),
    expected: [true, true, false],
  },
  {
    name: 'lines of a poem that end no sentence and hold no digit',
    reason: 'verse_pattern',
    texts: ['', ',', '.', '!', '?', '7'].map((mark) => `so\n${`The rain${mark} down\n`.repeat(3)}`),
    expected: [true, true, false, false, false, false],
  },
  {
    name: 'two lines and three points of YAML',
    reason: 'yaml_structure',
    texts: [
      'name: web',
      'port: 80',
      'name: web\nrole: front',
      'name: web\nport: 80',
      'name: web\nrole: front\nzone: north',
      'name: web\nname: front\nname: north',
      'web:\n  image: nginx',
      'Name: web\nRole: front\nZone: north',
      'Name: 1\nRole: 2',
      'Name: 1\nRole: 2\nZone: 3',
    ],
    expected: [false, false, false, true, true, false, true, false, false, true],
  },
  {
    name: 'a short value of YAML: five spaces at most, and no stop',
    reason: 'yaml_structure',
    texts: ['a b c d e', 'a b c d e f', 'web.'].map(
      (value) => `one: ${value}\ntwo: ${value}\nthree: ${value}`,
    ),
    expected: [true, false, false],
  },
  {
    name: 'keys of YAML of 64 units at most',
    reason: 'yaml_structure',
    texts: [63, 64, 65].map((length) => `${'k'.repeat(length)}: 1\n${'l'.repeat(length)}: 2`),
    expected: [true, true, false],
  },
  {
    name: 'assignments with twelve spaces at most behind the sign, to names of 120 units at most',
    reason: 'source_code',
    texts: [
      ...[11, 12, 13].map((spaces) => `a =${' b'.repeat(spaces)}\nc =${' d'.repeat(spaces)}`),
      ...[119, 120, 121].map((length) => `${'a'.repeat(length)}=b\n${'c'.repeat(length)}=d`),
    ],
    expected: [true, true, false, true, true, false],
  },
  {
    name: 'two statements in a row, or three that are a third of the lines',
    reason: 'source_code',
    texts: [
      'total = price',
      'total = price\ntotal += tax',
      'total = price\n\ntotal += tax',
      'total = price\nthat is\ntotal += tax',
      'a = b\nx\ny\nc = d\nx\ny\ne = f\nx\ny',
      'a = b\nx\ny\nc = d\nx\ny\ne = f\nx\ny\nz',
    ],
    expected: [false, true, true, false, true, false],
  },
  {
    name: 'three different symbols that prose has too',
    reason: 'unicode_math',
    texts: ['a ≤ b ≠ c', 'a ≤ b ≠ c ≥ d', 'a → b → c → d → e'],
    expected: [false, true, false],
  },
  {
    // Each element has 7 units of tags.
    name: 'two elements whose tags are a tenth of the text',
    reason: 'markup',
    texts: [elements(1, 70), elements(2, 140), elements(2, 141), elements(3, 211)],
    expected: [false, true, false, false],
  },
  {
    name: 'documents that say what they are, with an end tag',
    reason: 'markup',
    texts: ['<!DOCTYPE html>', '\r\n <html lang="en">', '<?xml version="1.0"?>', '<p>'].map(
      (start) => `${start}${' b'.repeat(300)}</a>`,
    ),
    expected: [true, true, true, false],
  },
  {
    name: 'three keywords of SQL in capitals with a weak one',
    reason: 'sql_content',
    texts: ['WHERE, UNION', 'WHERE, UNION, TABLE', 'TABLE, INDEX, VIEW, SCHEMA'].map(
      (words) => `so there are the words ${words} in it`,
    ),
    expected: [false, true, false],
  },
  {
    name: 'two lines of a definition in small letters',
    reason: 'sql_content',
    texts: [
      'id int not null,',
      'id int not null,\nname varchar(9),',
      'id int not null\nname varchar(9)',
      'upsert(\nupsert(',
    ],
    expected: [false, true, false, true],
  },
  {
    name: 'a statement in small letters with a sign of code',
    reason: 'sql_content',
    texts: [
      'select a from b',
      'select a from b;',
      'select a from b where c = d',
      'select * from b',
      'select count(*) from b',
      'select a\nfrom b;',
      'so select a from b;',
      'select a from b.\nc = d',
      'select a from b\n\nc = d',
      'update b\nset\nc = d',
      'update the b and set c = d',
      `select * ${'a'.repeat(3_986)} from`,
      `select * ${'a'.repeat(3_987)} from`,
    ],
    expected: [false, true, true, true, true, true, false, false, false, true, false, true, false],
  },
  {
    name: 'a statement in capitals',
    reason: 'sql_content',
    texts: [
      'so SELECT a FROM b it is',
      'so UPDATE a SET b it is',
      'so INSERT INTO a it is',
      'so DELETE FROM a it is',
      'so DROP TABLE a it is',
      'so SELECT a from b it is',
      'so I SELECT a.\n\nIt is FROM b',
    ],
    expected: [true, true, true, true, true, false, false],
  },
  {
    name: 'a text that is not written in capitals',
    reason: 'sql_content',
    texts: [
      'PLEASE READ the PRIMARY KEY aloud right now',
      'PLEASE READ the PRIMARY KEY aloud now',
      'PLEASE READ the PRIMARY KEY NOW',
    ],
    expected: [true, false, false],
  },
  {
    name: '40 characters of base64',
    reason: 'base64_content',
    texts: [39, 40, 41].map((length) => BASE64.slice(0, length)),
    expected: [false, true, true],
  },
  {
    name: 'base64 with pieces of words of 30 % at most',
    reason: 'base64_content',
    texts: [
      'abcdef1'.repeat(5).padEnd(100, 'T9v'),
      `abcdefg${'abcdef1'.repeat(4)}`.replace('gab', 'g1ab').padEnd(100, 'T9v'),
      'abc1Z'.repeat(10),
      'abcd1Z'.repeat(10),
    ],
    expected: [true, false, true, false],
  },
  {
    name: 'base64 with 12 % slashes at most',
    reason: 'base64_content',
    texts: [12, 13].map((slashes) => 'a/'.repeat(slashes).padEnd(100, 'T9v')),
    expected: [true, false],
  },
  {
    name: 'names of one and two letters as formulas',
    reason: 'latex_math',
    texts: ['$x$', '$xy$', '$xyz$', '$7$', '$$', String.raw`\mathcal{A} and`, String.raw`\home{A}`],
    expected: [true, true, false, false, false, true, false],
  },
  {
    name: 'formulas that stand between dollars as TeX wants',
    reason: 'latex_math',
    texts: [
      '$a_b$',
      '$ a_b$',
      '$a_b $',
      '$a_b$5',
      'c$a_b$',
      '"$a_b$',
      '${a_b}$',
      '$a_b${',
      '$a\nb_$',
      '$1_b$',
      '$1=b$',
      '$a=b$',
    ],
    expected: [true, false, false, false, false, false, false, false, false, true, false, true],
  },
  {
    name: 'displayed formulas within a paragraph',
    reason: 'latex_math',
    texts: ['$$\na = b\n$$', '$$\na = b\n\n$$', '$$\nab\n$$', '$$$ a = b $$$', '$$a=b'],
    expected: [true, false, false, false, false],
  },
  {
    name: 'ten units between quotation marks',
    reason: 'direct_quote',
    texts: [9, 10, 11].map((length) => `he said "${'o'.repeat(length)}" once`),
    expected: [false, true, true],
  },
  {
    name: 'other quotation marks',
    reason: 'direct_quote',
    texts: ['“%”', '„%“', '«%»', '「%」', '"%\n"'].map((marks) =>
      marks.replace('%', 'o'.repeat(10)),
    ),
    expected: [true, true, true, true, false],
  },
  {
    name: 'a quoted key of 1 to 64 units',
    reason: 'quoted_key',
    texts: [0, 1, 64, 65].map((length) => `"${'k'.repeat(length)}": 1`),
    expected: [false, true, true, false],
  },
  {
    name: 'a key between apostrophes',
    reason: 'quoted_key',
    texts: ["'name': 1", "'': 1", "it's: 1", `'${'k'.repeat(65)}': 1`],
    expected: [true, false, false, false],
  },
  {
    name: 'digests of 40 to 64 hexadecimal digits',
    reason: 'hash_or_sha',
    texts: [39, 40, 64, 65].map((length) => `at ${'0a1b2c3d'.repeat(9).slice(0, length)} now`),
    expected: [false, true, true, false],
  },
  {
    name: 'secrets of eight units',
    reason: 'credential_assignment',
    texts: [7, 8, 9].map((length) => `password=${MIXED.slice(0, length)} `),
    expected: [false, true, true],
  },
  {
    name: 'names of secrets',
    reason: 'credential_assignment',
    texts: ['token', 'api_key', 'apikey', 'client_secret', 'DB_PASSWORD', 'tokens', 'sort_key'].map(
      (name) => `"${name}": "${MIXED}"`,
    ),
    expected: [true, true, true, true, true, false, false],
  },
  {
    name: 'tokens of sixteen units behind "Bearer"',
    reason: 'credential_assignment',
    texts: [15, 16, 17].map((length) => `Authorization: Bearer ${MIXED.slice(0, length)}`),
    expected: [false, true, true],
  },
  {
    name: 'a path of two segments',
    reason: 'file_path',
    texts: ['and/or', '/usr', '/usr/lib', 'src/app/main', String.raw`it is in C:\Users\anna`],
    expected: [false, false, true, true, true],
  },
  {
    name: 'numbers of 40 units at most at the start of an array',
    reason: 'json_structure',
    texts: [39, 40, 41].map((length) => `[${'1'.repeat(length)}, 2]`),
    expected: [true, true, false],
  },
  {
    name: 'how arrays start',
    reason: 'json_structure',
    texts: ['["a', '[[{"', '[ ]', '[-1, {', '[1.5e3', '[1]', '[[1], [2', '[\n\n1\n,\n2', '[{}'],
    expected: Array(9).fill(true),
  },
  {
    name: 'what is no start of an array',
    reason: 'json_structure',
    texts: ['[1] a', '[1, a', '[a', '[[a', '[-', '[', '1, 2', '[1-2', '[ ] a', '"a"', '[{a'],
    expected: Array(11).fill(false),
  },
  {
    name: 'how objects start',
    reason: 'json_structure',
    texts: ['{"a', '{\r\n  "a', ' {}', '{a', '{', 'a {"b'],
    expected: [true, true, true, false, false, false],
  },
  {
    name: 'commands without an option: four spaces at most, and standing apart',
    reason: 'shell_command',
    texts: [
      'git push one two three',
      'git push one two three four',
      'so\ngit push one',
      'so:\ngit push one',
      'so\n\ngit push one',
      '$ ls\ngit push one',
      'git push.',
      'git waits here',
    ],
    expected: [true, false, false, true, true, true, false, false],
  },
  {
    name: 'commands with an option or an operator',
    reason: 'shell_command',
    texts: [
      'so\nls -l',
      'so\nls --all',
      'so\nls a | b',
      'so\nls && cd',
      'so\nls - a',
      'so\nls -l.',
    ],
    expected: [true, true, true, true, false, false],
  },
  {
    name: 'units behind a number',
    reason: 'numeric_with_units',
    texts: [
      '5 MB',
      '5MB',
      '5 KiB',
      '5 °C',
      '68°F',
      '3 µs',
      '5 men',
      '5 mbx',
      'a5 MB',
      'x MB',
      '5.MB',
    ],
    expected: [true, true, true, true, true, true, false, false, false, false, false],
  },
  {
    name: 'three numbers joined by dots',
    reason: 'ip_or_semver',
    texts: ['1.2', '1.2.3', '1.2.3.4', '1. 2. 3', '1..2..3'],
    expected: [false, true, true, false, false],
  },
  {
    name: 'versions',
    reason: 'version_number',
    texts: ['v1.2', 'V10.0', 'version 3', 'v1', 'rev1.2', 'versions 3', '1.2'],
    expected: [true, true, true, false, false, false, false],
  },
  {
    name: 'phone numbers',
    reason: 'phone',
    texts: [
      '555-123-4567',
      '555.123.4567',
      '(555) 123-4567',
      '555-123-456',
      '55-123-4567',
      '555-123-45678',
      '555--123-4567',
    ],
    expected: [true, true, true, false, false, false, false],
  },
  {
    name: 'legal terms',
    reason: 'legal_term',
    texts: ['Shall', 'hereby', 'you may not', 'whereas', 'you may', 'marshall', 'dismay not'],
    expected: [true, true, true, true, false, false, false],
  },
  {
    name: 'addresses of mail',
    reason: 'email',
    texts: [
      `a@${'b'.repeat(252)}.org`,
      `a@${'b'.repeat(253)}.org`,
      'a@b.org',
      'a@b',
      '@b.org',
      'a@b.7',
      'a@.org',
      'é@ü.рф',
    ],
    expected: [true, false, true, false, false, false, false, true],
  },
  {
    name: 'addresses of pages',
    reason: 'url',
    texts: ['http://a', 'x://a', '://a', 'http:// a', 'http:/a'],
    expected: [true, true, false, false, false],
  },
];

test.each(LIMITS)('$reason: $name', ({ reason, texts, expected }) => {
  expect(texts.map((text) => has(reason, text))).toEqual(expected);
});

test.each('[]{}<>|\\;:@#$%^&*()=+`~'.split(''))('%s is a special character', (character) => {
  expect(has('high_special_char_ratio', `aaaa${character}`)).toBe(true);
});

test.each('.,!?-_/"\'§€'.split(''))('%s is not a special character', (character) => {
  expect(has('high_special_char_ratio', `aaaa${character}`)).toBe(false);
});

test.each('∀∃∈∉⊆⊇∪∩∧∨¬∑∏∫'.split(''))('%s alone is mathematics', (symbol) => {
  expect(has('unicode_math', `a ${symbol} b`)).toBe(true);
});

test.each('→↔×÷±≈≠≤≥∞√'.split(''))(
  '%s is mathematics together with two other symbols',
  (symbol) => {
    expect(has('unicode_math', `a ${symbol} b ${symbol} c`)).toBe(false);
    const others = '→×÷'.replace(symbol, '');
    expect(has('unicode_math', `a ${symbol} b ${others[0]} c`)).toBe(false);
    expect(has('unicode_math', `a ${symbol} b ${others[0]} c ${others[1]}`)).toBe(true);
  },
);

/** Texts with different numbers of words, and the tier of each. */
const TIERS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['words', [19, 20, 21].map((count) => 'word '.repeat(count)), ['T2', 'T3', 'T3']],
  ['lines', [19, 20, 21].map((count) => 'word\n'.repeat(count)), ['T2', 'T3', 'T3']],
  ['ideographs', [39, 40, 41].map((count) => '雨'.repeat(count)), ['T2', 'T3', 'T3']],
  ['kana', [39, 40, 41].map((count) => 'あ'.repeat(count)), ['T2', 'T3', 'T3']],
  ['Thai', [79, 80, 81].map((count) => 'ก'.repeat(count)), ['T2', 'T3', 'T3']],
  ['Korean', [19, 20, 21].map((count) => '비가 '.repeat(count)), ['T2', 'T3', 'T3']],
  [
    'both',
    [17, 18, 19].map((count) => `${'w '.repeat(10)}React${'雨'.repeat(count)}`),
    ['T2', 'T3', 'T3'],
  ],
];

test.each(TIERS)('prose is long from 20 words on: %s', (_, texts, expected) => {
  expect(texts.map((text) => classifyText(text).tier)).toEqual(expected);
});
