import { classifyText } from '@palimpsest/summarizer/classify';
import type { Reason } from '../../src/classify/reasons.ts';
import { expect, test } from 'vitest';

/** Texts that have a reason, and similar texts that do not. */
const LOOK_ALIKES: readonly (readonly [
  reason: Reason,
  name: string,
  have: readonly string[],
  nearly: readonly string[],
])[] = [
  [
    'source_code',
    'items of lists are no statements',
    ['go();\nstop();'],
    ['- go();\n- stop();', '1. go();\n2. stop();'],
  ],
  [
    'source_code',
    'lists that are opened',
    ['a = b [\nc = d ['],
    ['it is so that a = b [c]\nit is so that d = e [f]'],
  ],
  [
    'source_code',
    'the first sign of a line assigns',
    ['total = price == 1\nrest = it == 2'],
    ['total == price = 1\nrest == it = 2'],
  ],
  [
    'shell_command',
    'operators and options of its own',
    ['so\ncat it && dog', 'so\nls -R of it'],
    ['so\ncat it & dog\nthis && that', 'so\nmake so-and-so', 'so\nmake a -- b'],
  ],
  [
    'yaml_structure',
    'the first colon of a line ends its key',
    ['one: a:b\ntwo: c:d\nthree: e:f', 'one: a  b  c  d\ntwo: b  c\nthree: c'],
    ['one:1\ntwo:2\nthree:3', 'größe: 1\nhöhe: 2\nfülle: 3', 'a(b): 1\nc(d): 2\ne(f): 3'],
  ],
  [
    'yaml_structure',
    'nested is what stands deeper than a key without a value',
    ['Web:\n- Role: a\nApi:\n- Role: b\nDoc:\n- Role: c'],
    [
      'Name: web\n  Role: front\n    Zone: north\n      Kind: south',
      '  Web:\n- a b\n  Api:\n- c d\n  Doc:\n- e f',
    ],
  ],
  [
    'verse_pattern',
    'lines of several words that start high',
    [`so\n${'Дождь шёл опять\n'.repeat(3)}`, `so\n${'Rain; rain\n'.repeat(3)}`],
    [`so\n${'дождь шёл опять\n'.repeat(3)}`, `so\n${'Rain;\n'.repeat(3)}`],
  ],
  [
    'indented_code',
    'lists end where a line begins at the margin',
    ['- a b\nso it is\n    wait here\n    wait here', 'so\n  it is\n    wait here\n    wait here'],
    ['- a b\n  so it is\n    wait here\n    wait here', '- a b\n    wait here\n    wait here'],
  ],
  [
    'indented_code',
    'by spaces and tabs alone',
    ['so\n\tgo here\n\tgo there'],
    ['\u3000\u3000go here\n\u3000\u3000go there', '\u00a0go here\n\u00a0go there'],
  ],
  ['code_fence', 'three backticks and more', ['so\n```\nit'], ['so\n``\nit', 'so it is\n``']],
  [
    'high_line_length_variance',
    'half of the longest line in a script without spaces',
    [`a\nb\nc\n${'雨'.repeat(49)}${'e'.repeat(51)}`],
    [`a\nb\nc\n${'雨'.repeat(50)}${'e'.repeat(50)}`],
  ],
  [
    'high_special_char_ratio',
    'dollars are such characters, CR LF is one unit',
    ['$'.repeat(16) + 'a'.repeat(84), '%'.repeat(16) + 'a'.repeat(74) + '\r\n'.repeat(10)],
    ['$'.repeat(15) + 'a'.repeat(85), '%'.repeat(15) + 'a'.repeat(75) + '\r\n'.repeat(10)],
  ],
  [
    'markup',
    'what opens a tag',
    ['<a/> <b/>', '<A/> <B/>', '<!a/> <!b/>', '<?a/> <?b/>', '</a> </b>'],
    ['<5/> <6/>', '<é/> <ü/>', '< a/> < b/>', 'a /> b />'],
  ],
  [
    'markup',
    'a tenth of the text, CR LF as one unit',
    ['<i\r\nb/>'.repeat(2) + ' b'.repeat(54)],
    ['<i\r\nb/>'.repeat(2) + ' b'.repeat(54) + ' '],
  ],
  [
    'sql_content',
    'the second line of a statement needs the first',
    [
      'update doors\nset c = d',
      'update doors dd\nset c = d',
      'select doors.* from b',
      'select distinct doors.* from b',
    ],
    [
      'set c = d',
      'so it is.\nset c = d',
      'so it is\n\nset c = d',
      'and update doors\nset c = d',
      'update b\nset c and so on',
    ],
  ],
  ['email', 'a letter behind the dot', ['to a@b.c, or'], ['to a@b. c', 'to a@b.。', 'to a@b.雨']],
  ['file_path', 'a drive', [String.raw`C:\a`], [String.raw`C;\a`, String.raw`C \a`]],
  [
    'file_path',
    'behind a long token, in the same run',
    [`A${'b'.repeat(70)}/usr/lib`, `A${'b'.repeat(70)} /usr/lib`],
    [`A${'b'.repeat(70)}/usr`],
  ],
  [
    'base64_content',
    'neither underscores nor hyphens',
    ['kT9vQ2xZ7mB4nW8sR1cL5yH3gJ6dF0aPuEiXoKtY', 'ab-kT9vQ2xZ7mB4nW8sR1cL5yH3gJ6dF0aPuEiXoKtY'],
    [
      'kT9vQ2xZ7mB4nW8sR1cL5_yH3gJ6dF0aPuEiXoKtY',
      'kT9vQ2xZ7mB4nW8sR1cL5-yH3gJ6dF0aPuEiXoKtY',
      'ab-kT9vQ2xZ7mB4nW8sR1cL5yH3gJ6dF0aPuEiXoKt',
    ],
  ],
  [
    'hash_or_sha',
    'hexadecimal digits alone',
    ['9fceb02d00ae598e905dc970b704767f193072d61af8'],
    [
      '9fceb02d-0ae598e9-5dc970b7-4767f193-72d61af8',
      '9fceb02d_0ae598e9_5dc970b7_4767f193_72d61af8',
    ],
  ],
  [
    'credential_assignment',
    'a space behind the word Bearer',
    ['Bearer a1b2c3d4e5f6g7h8', 'the bearer a1b2c3d4e5f6g7h8'],
    ['Bearer,a1b2c3d4e5f6g7h8', 'Bearer\na1b2c3d4e5f6g7h8', 'Bearer abcdefghijklmnop'],
  ],
  [
    'quoted_key',
    'both marks stand around it',
    ['"a b": 1', "'ab': 1"],
    ['"a b" and c": 1', "'ab: 1", 'ab": 1'],
  ],
  ['version_number', 'the whole word', ['version 7'], ['versionn 7', 'aversion 7']],
  [
    'direct_quote',
    'a mark that opens again begins anew',
    ['„so it is long“', '“so it is long”'],
    ['“so it is long, “so', '„so it is long, „so'],
  ],
  ['latex_math', 'until a span of code', ['$x_1 % y$', '$x_1 & y$', '$x_1 + y$'], ['$x_1 ` y$']],
];

test.each(LOOK_ALIKES)('%s: %s', (reason, _, have, nearly) => {
  const has = (text: string) => classifyText(text).reasons.includes(reason);
  expect(have.filter((text) => !has(text))).toEqual([]);
  expect(nearly.filter(has)).toEqual([]);
});
