import { agent, edit, failing, person, read, run, write } from '../steps.ts';
import type { Step } from '../steps.ts';

const STRIP = 'packages/dedup/src/strip-inclusions.ts';
const TEST = 'packages/dedup/test/windows-line-breaks.test.ts';

/** A bug report about Windows line breaks: reproduced, half fixed, fixed. */
export const windowsLineBreaks: readonly Step[] = [
  person(
    `Good. Last one, a bug report: on Windows, after repeated file inclusions were taken out of a message, piles of empty lines stay behind where they stood. With Unix line breaks it is fine. Can you reproduce it and fix it in \`packages/dedup\`?`,
  ),
  agent(
    '',
    read(STRIP),
    read('packages/dedup/src/file-inclusions.ts'),
    read('packages/dedup/src/repeated-inclusions.ts', 35),
  ),
  agent(
    '`countBack` and `countForward` know `\\n` only: a `\\r` ends the run, so a seam is never wider than one line break, and what is left on both sides adds up. The opening lines are found, since their ends are trimmed. A test shows it: the same text in both spellings, expected to come out the same.',
    write(
      TEST,
      `import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFileInclusions, stripInclusions } from '../src/index.ts';

function stripped(text: string, path: string): string {
  const all = findFileInclusions(text);
  return stripInclusions(text, all, new Set(all.filter((inclusion) => inclusion.path === path)));
}

const toWindows = (text: string): string => text.replaceAll('\\n', '\\r\\n');
const inclusion = (path: string): string => \`--- \${path} ---\\nsome text\\n--- End of content ---\\n\`;

test.each([
  ['in the middle', \`Look:\\n\\n\${inclusion('a.ts')}\\nand tell me.\`],
  ['at the start', \`\${inclusion('a.ts')}\\n\\nand tell me.\`],
  ['at the end', \`Look:\\n\\n\${inclusion('a.ts')}\`],
  ['between others', \`\${inclusion('b.ts')}\\n\\n\${inclusion('a.ts')}\\n\\n\${inclusion('c.ts')}\`],
])('a seam %s is tidied the same with Windows line breaks', (_, text) => {
  expect(stripped(toWindows(text), 'a.ts')).toBe(toWindows(stripped(text, 'a.ts')));
});

test('line breaks keep their spelling, whatever stands around the inclusion', () => {
  const piece = fc.constantFrom('text', '\\n', '\\n\\n', '\\n\\n\\n', inclusion('a.ts'), inclusion('b.ts'));
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('\\n');
      expect(stripped(toWindows(text), 'a.ts')).toBe(toWindows(stripped(text, 'a.ts')));
    }),
    { numRuns: 1000 },
  );
});
`,
    ),
    failing(run(`vitest run ${TEST}`)),
  ),
  agent(
    'Reproduced. The seam has to be measured in line breaks, not in characters, and what is put back has to be in the spelling that stood there.',
    edit(
      STRIP,
      `    const before = countBack(text, start, from);
    const behind = countForward(text, end);
    const isInside = start - before > from || pieces.length > 0;
    const keep = isInside ? Math.min(before + behind, 2) : Math.min(behind, 2);
    pieces.push(text.slice(from, start - before), '\\n'.repeat(keep));
    from = end + behind;
`,
      `    const seamStart = skipBack(text, start, from);
    const seamEnd = skipForward(text, end);
    const behind = countBreaks(text, end, seamEnd);
    const isInside = seamStart > from || pieces.length > 0;
    const breaks = isInside ? countBreaks(text, seamStart, start) + behind : behind;
    const lineBreak = text.slice(seamStart, seamEnd).includes('\\r') ? '\\r\\n' : '\\n';
    pieces.push(text.slice(from, seamStart), lineBreak.repeat(Math.min(breaks, 2)));
    from = seamEnd;
`,
    ),
    edit(
      STRIP,
      `function countBack(text: string, end: number, limit: number): number {
  let start = end;
  while (start > limit && text[start - 1] === '\\n') start -= 1;
  return end - start;
}

function countForward(text: string, start: number): number {
  let end = start;
  while (text[end] === '\\n') end += 1;
  return end - start;
}
`,
      `/** Where the line breaks begin that end at \`end\`. */
function skipBack(text: string, end: number, limit: number): number {
  let start = end;
  while (start > limit && text[start - 1] === '\\n') {
    start -= text[start - 2] === '\\r' ? 2 : 1;
  }
  return start;
}

/** Where the line breaks end that begin at \`start\`. */
function skipForward(text: string, start: number): number {
  let end = start;
  while (text[end] === '\\n' || (text[end] === '\\r' && text[end + 1] === '\\n')) end += 1;
  return end;
}

function countBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) if (text[at] === '\\n') count += 1;
  return count;
}
`,
    ),
    run(`vitest run ${TEST}`),
  ),
  agent(
    'Green, but two things I want to be sure of before I believe it: `skipBack` may step over `limit` when a `\\r` stands right before it, and a lone `\\r` must not be eaten. The file as it is now:',
    read(STRIP),
  ),
  agent(
    "`start - 2 >= limit` is missing: with a cut that ended between `\\r` and `\\n`, text would be lost or doubled. It can't happen with the cuts of today, since they end behind a whole line break, but the function should not depend on that.",
    edit(
      STRIP,
      `    start -= text[start - 2] === '\\r' ? 2 : 1;`,
      `    start -= start - 2 >= limit && text[start - 2] === '\\r' ? 2 : 1;`,
    ),
    edit(
      TEST,
      `  const piece = fc.constantFrom('text', '\\n',`,
      `  const piece = fc.constantFrom('text', 'a lone \\r here', '\\n',`,
    ),
    run('vitest run packages/dedup'),
    run('tsc -p tsconfig.json'),
    failing(
      run('oxlint --type-aware --deny-warnings packages/dedup && oxfmt --check packages/dedup'),
    ),
  ),
  agent(
    '',
    run('oxfmt packages/dedup && git status --short && git diff -- packages/dedup'),
    run(`vitest run ${TEST}`),
  ),
  agent(
    `Reproduced and fixed. The seams were counted in \`\\n\` only; with \`\\r\\n\` each \`\\r\` ended the count, so a seam was taken for one line break or none, and the rest of its empty lines stayed. Now a seam is measured in line breaks of either spelling, and what is put back has the spelling that stood there. The property compares both spellings on 1,000 generated texts, lone \`\\r\` included.`,
  ),
];
