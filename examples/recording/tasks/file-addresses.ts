import { agent, edit, failing, glob, grep, person, read, run, write } from '../steps.ts';
import type { Step } from '../steps.ts';

const SOURCE = 'packages/tool-taxonomy/src/resolve-path.ts';
const TEST = 'packages/tool-taxonomy/test/resolve-path.test.ts';
const URI = 'packages/tool-taxonomy/src/file-uri.ts';

/** `file:` addresses in path comparison: a changed promise, a hostile input, a property, a second wish of the person. */
export const fileAddresses: readonly Step[] = [
  person(
    `Thanks. Next thing: editors hand their agents \`file://\` addresses, and some agents pass them on as paths: \`file:///work/src/a%20b.ts\`, on Windows \`file:///c%3A/work/a.ts\`. Let \`resolvePath\` take them for the absolute paths they stand for, so that a read by address and an edit by path are known to be of the same file. Whatever can't be understood stays as it is today, and it must never throw.`,
  ),
  agent(
    'First the function, its tests and everybody who calls it.',
    read(SOURCE),
    read(TEST),
    grep('resolvePath', 'packages'),
  ),
  agent(
    `One of the tests says today's behaviour out loud: \`file:///a.ts\` in \`/w\` is \`/w/file:/a.ts\`. That row has to change. Let me see what the callers do with the result before I change what it means.`,
    read('packages/dedup/src/repeated-inclusions.ts'),
    glob('packages/strategy-high-density/src/*.ts'),
    grep('resolvePath|workspaceRoot', 'packages/strategy-high-density/src'),
  ),
  agent(
    '',
    read('packages/strategy-high-density/src/stale-reads.ts'),
    read('packages/tool-taxonomy/src/extract-paths.ts'),
  ),
  agent(
    'Both only compare resolved paths with each other, so nobody shows them or opens them: safe to change. How does Node read the odd cases? Host, drive, encoded slash, broken escapes:',
    failing(
      run(
        `node -e "for (const uri of ['file:///a%20b.ts', 'file://localhost/a', 'file:///a%2Fb', 'file:///a%', 'file://server/share/a']) console.log(uri, fileURLToPath(uri))"`,
      ),
    ),
  ),
  agent(
    'That has to be imported, and a refusal should be shown rather than end the loop.',
    run(
      `node --input-type=module -e "
import { fileURLToPath, pathToFileURL } from 'node:url';
const uris = ['file:///a%20b.ts', 'file://localhost/a', 'FILE:///a', 'file:///a%2Fb', 'file:///a%', 'file://server/share/a', 'file:/a', 'file:a', 'file://', 'file:///a.ts#L10', 'file:///a.ts?x', 'file:///a/../b', 'file:///c%3A/work/a.ts', 'file:///C:/work/a.ts'];
for (const uri of uris) for (const windows of [false, true]) {
  let said;
  try { said = fileURLToPath(uri, { windows }); } catch (error) { said = error.code ?? error.name; }
  console.log(windows ? 'windows' : 'posix  ', uri.padEnd(26), said);
}
for (const path of ['/a b.ts', '/100%.ts', '/a#b?.ts', '/ü/a:b']) console.log(path, pathToFileURL(path, { windows: false }).href);
"`,
    ),
  ),
  agent(
    'Clear. An encoded slash is refused there and will be left alone here; a host other than localhost makes a network path; what stands behind `#` or `?` does not belong to the path. Tests first: the row that changes, new rows, rows of what must not change, and a property against Node.',
    edit(
      TEST,
      `  ['file:///a.ts', '/w', '/w/file:/a.ts'],\n`,
      `  ['file:///a.ts', '/w', '/a.ts'],
  ['FILE:///w/a%20b.ts', '/elsewhere', '/w/a b.ts'],
  ['file://localhost/w/a.ts', '/', '/w/a.ts'],
  ['file:///w/src/../a.ts', '/', '/w/a.ts'],
  ['file:///w/a.ts#L10', '/', '/w/a.ts'],
  ['file:///c%3A/work/a.ts', '/w', 'c:/work/a.ts'],
  ['file:///C:/work/a.ts', 'D:\\\\w', 'C:/work/a.ts'],
  ['file://server/share/a.ts', '/w', '//server/share/a.ts'],
  ['file:///a%2Fb', '/w', '/w/file:/a%2Fb'],
  ['file:///100%', '/w', '/w/file:/100%'],
  ['file:a', '/w', '/w/file:a'],
  ['file://', '/w', '/w/file:'],
`,
    ),
    edit(
      TEST,
      `const windowsName = fc.constantFrom(`,
      `test('an address Node makes of a path is that path', () => {
  const names = fc.array(fc.constantFrom('a', 'ü', ' ', 'a:b', '100%', '#1', '?', '%41', '..'));
  fc.assert(
    fc.property(names, (parts) => {
      const path = \`/\${parts.join('/')}\`;
      const address = pathToFileURL(path, { windows: false }).href;
      expect(resolvePath(address, '/w')).toBe(resolvePath(path, '/w'));
    }),
    { numRuns: 1000 },
  );
});

const windowsName = fc.constantFrom(`,
    ),
    edit(
      TEST,
      `import { posix, win32 } from 'node:path';\n`,
      `import { posix, win32 } from 'node:path';\nimport { pathToFileURL } from 'node:url';\n`,
    ),
  ),
  agent('', failing(run(`vitest run ${TEST}`))),
  agent(
    'Eight rows and the property fail, the rows of what stays as it is pass. The reading of an address is an idea of its own, so it gets a file of its own.',
    write(
      URI,
      `const SCHEME = 'file://';
/** An encoded slash or backslash would become a separator that the writer did not mean. */
const HIDDEN_SEPARATOR = /%(?:2f|5c)/i;
const DRIVE = /^\\/[A-Za-z]:\\//;

/**
 * The absolute path a \`file://\` address stands for, in POSIX or Windows form by its own look: \`file:///c%3A/a\` is \`c:/a\`,
 * \`file://server/share\` is \`\\\\server/share\`. \`undefined\` for any other text and for addresses that can't be understood.
 */
export function pathOfFileUri(text: string): string | undefined {
  if (text.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined;
  const slash = text.indexOf('/', SCHEME.length);
  if (slash === -1) return undefined;
  const host = text.slice(SCHEME.length, slash).toLowerCase();
  const given = text.slice(slash).replace(/[?#].*/, '');
  if (HIDDEN_SEPARATOR.test(given)) return undefined;
  const path = decodeURIComponent(given);
  if (DRIVE.test(path)) return path.slice(1);
  return host === '' || host === 'localhost' ? path : \`\\\\\\\\\${host}\${path}\`;
}
`,
    ),
    edit(
      SOURCE,
      `/** Nothing to tidy:`,
      `import { pathOfFileUri } from './file-uri.ts';\n\n/** Nothing to tidy:`,
    ),
    edit(
      SOURCE,
      `  if (path.startsWith('/') && !UNTIDY.test(path)) return path;\n`,
      `  if (path.startsWith('/') && !UNTIDY.test(path)) return path;
  const addressed = pathOfFileUri(path);
  if (addressed !== undefined) return resolvePath(addressed, workspaceRoot);
`,
    ),
    failing(run(`vitest run ${TEST}`)),
  ),
  agent(
    'One left, and it is the one that matters: `decodeURIComponent` throws on a broken escape. Such an address is not understood, so it stays what it is. And the dot in my `/[?#].*/` stops at a line break; a cut at the first of the two signs is plainer and surely linear.',
    edit(
      URI,
      `  const given = text.slice(slash).replace(/[?#].*/, '');
  if (HIDDEN_SEPARATOR.test(given)) return undefined;
  const path = decodeURIComponent(given);
  if (DRIVE.test(path)) return path.slice(1);`,
      `  const length = text.slice(slash).search(/[?#]/);
  const given = text.slice(slash, length === -1 ? undefined : slash + length);
  const path = HIDDEN_SEPARATOR.test(given) ? undefined : decoded(given);
  if (path === undefined) return undefined;
  if (DRIVE.test(path)) return path.slice(1);`,
    ),
    edit(
      URI,
      `\\\\\\\\\${host}\${path}\`;\n}\n`,
      `\\\\\\\\\${host}\${path}\`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A broken escape: not an address anybody meant.
    return undefined;
  }
}
`,
    ),
    run(`vitest run ${TEST}`),
  ),
  agent(
    'Green. Something else could break: a resolved path must resolve to itself. After decoding, a path may hold anything, a backslash from `%5C` excepted. And hostile input: a million escapes, or an address inside an address. I add both.',
    read(TEST, 60),
  ),
  agent(
    '',
    edit(
      TEST,
      `  expect(resolvePath(\`\${'a/'.repeat(100_000)}\${'../'.repeat(100_000)}b\`, '/w')).toBe('/w/b');
});
`,
      `  expect(resolvePath(\`\${'a/'.repeat(100_000)}\${'../'.repeat(100_000)}b\`, '/w')).toBe('/w/b');
});

test('an address never throws, and what it stands for resolves to itself', () => {
  const piece = fc.constantFrom('file://', '/', '%', '%2', '%20', '%c3%bc', '%ff', 'C:', '#', '?', 'a', '\\\\', '..');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const once = resolvePath(\`file://\${pieces.join('')}\`, '/w');
      expect(resolvePath(once, '/w')).toBe(once);
    }),
    { numRuns: 2000 },
  );
  expect(resolvePath(\`file:///\${'%41'.repeat(300_000)}\`, '/w')).toBe(\`/\${'A'.repeat(300_000)}\`);
});
`,
    ),
    failing(run(`vitest run ${TEST}`)),
  ),
  agent(
    'A counterexample with a host: `\\\\server\\share` resolves to `//server/share`, and that, resolved again, is a POSIX path. Is that mine?',
    run(
      `git stash --quiet
node --input-type=module --conditions=@palimpsest/source <<'END'
import { resolvePath } from './packages/tool-taxonomy/src/index.ts';
const once = resolvePath(String.raw\`\\\\server\\share\\a\`, '/w');
console.log('once ', once);
console.log('twice', resolvePath(once, '/w'));
END
git stash pop --quiet
git status --short`,
    ),
  ),
  agent(
    'No: with my change put aside it is the same. Two plain slashes are POSIX on purpose, as the docstring of `isNetworkPath` says, and callers resolve a path once. I leave that alone and keep hosts out of this property; that an address with a host does not throw is still tried.',
    edit(
      TEST,
      `      const once = resolvePath(\`file://\${pieces.join('')}\`, '/w');
      expect(resolvePath(once, '/w')).toBe(once);
`,
      `      expect(typeof resolvePath(\`file://\${pieces.join('')}\`, '/w')).toBe('string');
      const once = resolvePath(\`file:///\${pieces.join('')}\`, '/w');
      expect(resolvePath(once, '/w')).toBe(once);
`,
    ),
    run(`vitest run ${TEST}`),
  ),
  agent(
    'Is a read by address now really made stale by an edit by path? That is a question to the strategy, not to the function.',
    read('packages/strategy-high-density/src/index.ts'),
    read('packages/strategy-high-density/src/high-density-strategy.ts'),
    read('packages/core-types/src/density.ts'),
    read('packages/testing/src/builder.ts', 1, 40),
  ),
  agent(
    '',
    write(
      'look.ts',
      `import { HighDensityStrategy } from './packages/strategy-high-density/src/index.ts';
import { history } from './packages/testing/src/index.ts';

const entries = history()
  .human('Rename it')
  .call('read_file', { filepath: 'file:///work/src/a%20b.ts' })
  .result('const a = 1;')
  .call('read_file', { filepath: 'file:///work/src/other.ts' })
  .result('const other = 1;')
  .call('multi_edit', { filepath: 'src/a b.ts', edits: [] })
  .result('Edited.')
  .call('ls', { dirPath: 'src' })
  .result('a b.ts')
  .build();
const plan = new HighDensityStrategy().optimize(entries, {
  readWritePruning: true,
  fileDedupe: false,
  recencyPruning: false,
  recencyRetention: 3,
  workspaceRoot: '/work',
});
console.log(plan);
`,
    ),
    run('node --conditions=@palimpsest/source look.ts; rm look.ts'),
  ),
  agent(
    'The read of `a b.ts` (entries 1 and 2) would go, that of the other file stays. The same plan without this change would be empty. What is left: the docstring and the README, which speak about the forms that are understood.',
    read(SOURCE, 1, 45),
    grep('resolvePath', 'packages/tool-taxonomy/README.md'),
  ),
  agent(
    '',
    edit(
      SOURCE,
      ` * relative path stays relative, so that it never equals an absolute one.
 */`,
      ` * relative path stays relative, so that it never equals an absolute one. A \`file://\` address is the path it stands for; one that can't
 * be understood is a name like any other.
 */`,
    ),
    edit(
      'packages/tool-taxonomy/README.md',
      `POSIX and Windows paths, on any machine.`,
      `POSIX and Windows paths and \`file://\` addresses, on\n  any machine.`,
    ),
  ),
  agent(
    '',
    run('vitest run packages/tool-taxonomy'),
    run('tsc -p tsconfig.json'),
    run('oxlint --type-aware --deny-warnings packages/tool-taxonomy'),
    failing(run('oxfmt --check packages/tool-taxonomy')),
  ),
  agent(
    'Only the format, in the lists of my property. I let it be written, and read the two source files once more as they are now.',
    run('oxfmt packages/tool-taxonomy && git diff --stat'),
    read(URI),
    read(SOURCE, 1, 50),
  ),
  agent('', run(`vitest run ${TEST}`)),
  agent(`Done. \`resolvePath\` takes \`file://\` addresses for the paths they stand for: escapes, \`localhost\`, network hosts, drives in both spellings, and without what follows \`#\` or \`?\`. A broken escape or an encoded slash leaves the text what it was before. It agrees with Node's \`pathToFileURL\` on 1,000 generated paths and never throws.

One promise changed: the old test said that \`file:///a.ts\` is a name inside the workspace. And one thing I left: letter case of drives is kept, so \`c:/work\` by address and \`C:/work\` by path are still two files. Say if you want drives compared without case.`),
];
