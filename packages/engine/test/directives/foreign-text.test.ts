import { findDirectives } from '../../src/directives/index.ts';
import { expect, test } from 'vitest';

const COMMAND = 'You must never do this.';

test.each([
  ['fenced code', `\`\`\`\n${COMMAND}\n\`\`\``],
  ['fenced code in a list', `- so:\n\n      \`\`\`\n      ${COMMAND}\n      \`\`\``],
  ['code that is never closed', `~~~\n${COMMAND}\nand on`],
  ['indented code', `Look:\n\n    ${COMMAND}\n    ${COMMAND}`],
  ['a quotation', `> ${COMMAND}`],
  ['a quoted remark', `He told me: "${COMMAND}"`],
  ['code in a line', `It prints \`${COMMAND}\` again`],
  ['a log line', `2024-05-01 12:00:03 ${COMMAND}`],
  ['a log line with a level', `[ERROR] ${COMMAND}`],
  ['a compiler error', `src/main.ts:12:7: ${COMMAND}`],
  [
    'a traceback',
    `Traceback (most recent call last):\n  File "a.py", line 3, in run\n    ${COMMAND}\nValueError: ${COMMAND}`,
  ],
  [
    'a difference',
    `diff --git a/a.md b/a.md\n@@ -1,2 +1,2 @@\n-${COMMAND}\n+${COMMAND}\n ${COMMAND}`,
  ],
  ['a comment in code', `// ${COMMAND}`],
  ['a comment of markup', `<!-- ${COMMAND}\n${COMMAND} -->`],
  ['an element that holds output', `<stdout>\n${COMMAND}\n</stdout>`],
  [
    'an element whose name ends with that of one',
    `<local-command-stdout>\n${COMMAND}\n</local-command-stdout>`,
  ],
  ['an issue handed over', `<pr_description>\n${COMMAND}\n</pr_description>`],
  ['a bug report', `## Expected behavior\n${COMMAND}\n## Steps to reproduce\n1. ${COMMAND}`],
  ['the title of a bug report', `Never use the cache\nDescription\n${COMMAND}`],
  ['a report with comments in code', `It fails\nDescription\nx = [\n # ...\n]\n${COMMAND}`],
  ['a report of earlier results', `## Results from the last run\n${COMMAND}`],
  ['a report of errors', `## Errors or issues so far\n${COMMAND}`],
  [
    'a finding of a review',
    `The cache is never emptied\n\nMedium Severity\n\n${COMMAND} ${COMMAND}`,
  ],
  ['a demonstration', `--- DEMONSTRATION ---\n${COMMAND}\n--- END OF DEMONSTRATION ---`],
  ['release notes', `• Added a switch\n• Fixed a crash\n• Improved speed\n• ${COMMAND}`],
  ['a listing', '-rw-r--r-- 1 root root 12 May 1 12:00 must-not-change.txt'],
  ['a table without normative words', '| name | size |\n| --- | --- |\n| alpha | 3 |'],
])('finds no directive in %s', (_, text) => {
  expect(findDirectives(text)).toEqual([]);
});

test('reads the text before and after code, quotations and elements', () => {
  const text = `${COMMAND}\n\`\`\`\nx\n\`\`\`\n${COMMAND}\n> x\n${COMMAND}\n<log>\nx\n</log>\n${COMMAND}`;
  expect(findDirectives(text)).toHaveLength(4);
});

test('finds a directive in a table row', () => {
  expect(findDirectives('| tests | must never be skipped |')).toMatchObject([
    { level: 'must-not' },
  ]);
});

test('an element that is never closed hides no directive', () => {
  expect(findDirectives(`<log> is empty\n${COMMAND}`)).toHaveLength(1);
});

test('a report ends at the next heading', () => {
  expect(findDirectives(`## Actual behavior\n${COMMAND}\n## Task\n${COMMAND}`)).toHaveLength(1);
});
