import {
  DROPPED_POINTER,
  formatDroppedNotice,
  formatDuplicateMarker,
  formatGapMarker,
  MARKER_LEGEND,
  formatRepeatedFileMarker,
  formatSummaryMarker,
  formatToolSummary,
  formatTruncationMarker,
  prependRecallId,
  PRUNED_POINTER,
} from '@palimpsest/core-types';
import { GAP, writeRecord } from '../../src/history/index.ts';

export type ToolCall = readonly [name: string, parameters: unknown];

export const RECORD = writeRecord(
  [
    { kind: 'person', lines: ['Make the tests green.'] },
    { kind: 'step', title: 'Read src/a.ts:', lines: ['export const a = 1;', GAP] },
  ],
  { canRecall: true },
);
export const HEAD = RECORD.split('\n', 1)[0]!;
const LOG = /<log>[^]*<\/log>/.exec(RECORD)![0];

/** Everything that a compression may show in place of text. */
export const MARKS: readonly string[] = [
  '…',
  '…/src/gate.ts',
  formatGapMarker(12),
  prependRecallId('1a2b3c4d', '…12'),
  prependRecallId('1a2b3c4d.2', '…'),
  `…12 ${MARKER_LEGEND}`,
  `#1a2b3c4d …12 ${MARKER_LEGEND}`,
  PRUNED_POINTER,
  DROPPED_POINTER,
  formatDroppedNotice({ dropped: 12, newest: 4, following: 9 }),
  formatDuplicateMarker({ of: 'src/a.ts', length: 900 }),
  formatDuplicateMarker({ of: 'src/a.ts', length: 900, similarity: 0.93 }),
  formatRepeatedFileMarker(['src/a.ts']),
  formatSummaryMarker({ text: 'reads the file', merged: 3 }),
  formatTruncationMarker(900, 'export const'),
  formatTruncationMarker(900),
  formatToolSummary({ tool: 'Read', key: 'src/a.ts', status: 'success', size: '245 lines' }),
  formatToolSummary({ tool: 'Bash', key: 'make', status: 'error', excerpt: ['make: error'] }),
  '[image/png 1280×720, 90 kB, #1f0c9a3e.2]',
  HEAD,
  LOG,
  '• Edited src/a.ts, replacing:\na\n</log>',
];

/** Calls that write a text: to a file, a shell, a service, another agent. */
export const WRITES: readonly ((text: string) => ToolCall)[] = [
  (content) => ['Write', { file_path: 'a.ts', content }],
  (new_string) => ['Edit', { file_path: 'a.ts', old_string: 'a', new_string }],
  (new_string) => ['MultiEdit', { file_path: 'a.ts', edits: [{ old_string: 'a', new_string }] }],
  (text) => ['Bash', { command: `cat > a.ts <<'EOF'\n${text}\nEOF` }],
  (body) => ['mcp__github__create_issue', { title: 'A bug', body }],
  (prompt) => ['Task', { description: 'Go on', prompt }],
  (text) => ['apply', text],
];

/** Calls that a guard lets pass. */
export const LEGITIMATE: readonly (readonly [what: string, call: ToolCall])[] = [
  ['an ellipsis in a sentence', ['Write', { file_path: 'a.md', content: 'Wait … then go on.' }]],
  ['one at the end of a line', ['Write', { file_path: 'a.md', content: 'Loading…\nDone.' }]],
  ['one at the start of a line', ['Write', { file_path: 'a.md', content: '…and then it rained.' }]],
  ['a number after it, in words', ['Write', { file_path: 'a.md', content: '…12 items follow' }]],
  ['a string in code', ['Write', { file_path: 'a.ts', content: "const more = '…';" }]],
  ['a template', ['Write', { file_path: 'a.ts', content: 'return `${text.slice(0, 9)}…`;' }]],
  ['a marker in code', ['Write', { file_path: 'a.ts', content: "expect(mark).toBe('…12');" }]],
  ['a list of strings', ['Write', { file_path: 'a.ts', content: "[\n  '…',\n  '…12',\n]" }]],
  ['a button in markup', ['Write', { file_path: 'a.tsx', content: '<b>\n  …\n</b>' }]],
  ['pagination', ['Write', { file_path: 'a.html', content: '<li>1</li><li>…</li><li>9</li>' }]],
  ['JSON', ['Write', { file_path: 'a.json', content: '{"more": "…", "n": "…12"}' }]],
  ['JSON in lines', ['Write', { file_path: 'a.json', content: '[\n  "…",\n  "…12"\n]' }]],
  ['three dots', ['Write', { file_path: 'a.py', content: 'def f():\n    ...\n...' }]],
  ['a spread', ['Write', { file_path: 'a.ts', content: 'f(\n...rest\n)' }]],
  ['a math formula', ['Write', { file_path: 'a.md', content: 'x₁, …, xₙ' }]],
  ['a comment', ['Write', { file_path: 'a.ts', content: '// …\n/* … */' }]],
  ['a list item', ['Write', { file_path: 'a.md', content: '- …\n- …12' }]],
  ['a table', ['Write', { file_path: 'a.md', content: '| … | …12 |' }]],
  ['a tree', ['Write', { file_path: 'a.md', content: 'src/\n├── a.ts\n└── …' }]],
  ['a quotation', ['Write', { file_path: 'a.md', content: '> …\n> […]' }]],
  ['omission in brackets', ['Write', { file_path: 'a.md', content: '[…]\n(…)' }]],
  ['a bullet list', ['Write', { file_path: 'a.txt', content: '• Read a\n• Ran b\n• Edited c' }]],
  ['a log tag', ['Write', { file_path: 'a.xml', content: '<log>\n  <entry/>\n</log>' }]],
  [
    'a log tag in a file with bullets',
    ['Write', { file_path: 'a.xml', content: '<a>\n  <log>\n    • one\n  </log>\n</a>' }],
  ],
  [
    'a log element on one line',
    ['Write', { file_path: 'a.xml', content: '• one\n<log>two</log>' }],
  ],
  [
    'a configuration',
    [
      'Write',
      {
        file_path: 'logback.xml',
        content: '<configuration>\n<log level="info"/>\n</configuration>',
      },
    ],
  ],
  [
    'a status in brackets',
    ['Write', { file_path: 'a.log', content: '[deploy: success]\n[deploy: error]' }],
  ],
  ['a status with a count', ['Bash', { command: "cat <<'E'\n[nightly: success, 12 tests]\nE" }]],
  ['a log line', ['Bash', { command: "echo '[INFO] summary: all fine'" }]],
  ['a link', ['Write', { file_path: 'a.md', content: '[summary](a.md)\n[summary]: a.md' }]],
  ['a heading', ['Write', { file_path: 'a.md', content: '[truncated]\n[dup]\n[Shortened]' }]],
  ['a color', ['Write', { file_path: 'a.css', content: '#1a2b3c4d\n#fff' }]],
  ['an issue number', ['Bash', { command: 'git commit -m "Fix #12 …"' }]],
  ['a commit message', ['Bash', { command: 'git commit -m "Make the loader wait…"' }]],
  [
    'a long commit message',
    ['Bash', { command: 'git commit -m "Loader\n\nIt waited, and then…\n"' }],
  ],
  ['a command with a path', ['Bash', { command: 'ls "a…b" && printf "…\\n"' }]],
  ['replacing an ellipsis', ['Edit', { file_path: 'a.md', old_string: '…', new_string: '...' }]],
  [
    'removing a mark from a file',
    ['Edit', { file_path: 'a.md', old_string: '…12', new_string: 'a' }],
  ],
  ['a message in a service', ['mcp__slack__post', { text: 'Still building… 12 of 40 done' }]],
  ['a question', ['AskUserQuestion', { question: 'Shall I go on…?' }]],
  ['a plan', ['TodoWrite', { todos: [{ content: 'Replace … by ...', status: 'pending' }] }]],
  ['other languages', ['Write', { file_path: 'zh.md', content: '等等……\n……' }]],
];
