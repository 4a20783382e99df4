import { agent, edit, failing, glob, grep, list, person, read, run, write } from '../steps.ts';
import type { Step } from '../steps.ts';

const TAXONOMY = 'packages/tool-taxonomy';
const PRESETS = `${TAXONOMY}/src/presets`;
const PRESETS_TEST = `${TAXONOMY}/test/presets.test.ts`;

/** A new preset for the tool taxonomy: test first, a forgotten place, formatting. */
export const continuePreset: readonly Step[] = [
  person(`Please teach the tool taxonomy the tools of Continue, the agent for VS Code and JetBrains. What I see in its transcripts:

- read_file {filepath}, read_file_range {filepath, startLine, endLine}, read_currently_open_file {}
- create_new_file {filepath, contents}, edit_existing_file {filepath, changes}, single_find_and_replace {filepath, old_string, new_string}, multi_edit {filepath, edits}
- run_terminal_command {command, waitForCompletion}
- grep_search {query}, file_glob_search {pattern}, ls {dirPath, recursive}, view_subdirectory {directory_path}, view_repo_map {}, view_diff {}
- fetch_url_content {url}, search_web {query}
- create_rule_block {name, rule}

Call the preset \`continueDev\` (\`continue\` is a reserved word) and its entry point \`presets/continue\`. Test first, the way the other presets are tested. The README should mention it.`),
  agent(
    "I'll look at how the package is laid out and how presets are declared.",
    list(TAXONOMY),
    glob(`${PRESETS}/*.ts`),
  ),
  agent(
    'The shape of a preset, how presets are merged, and what the README promises:',
    read(`${TAXONOMY}/src/tool-spec.ts`),
    read(`${TAXONOMY}/src/merge-presets.ts`),
    read(`${TAXONOMY}/README.md`),
  ),
  agent(
    'Three presets that look close to what is asked for.',
    read(`${PRESETS}/cline.ts`),
    read(`${PRESETS}/opencode.ts`),
    read(`${PRESETS}/llxprt.ts`),
  ),
  agent(
    'Every place that names an existing preset, say opencode, is a place where the new one may be missing.',
    grep('opencode', '.'),
  ),
  agent('', read(PRESETS_TEST), read(`${TAXONOMY}/package.json`)),
  agent(
    'Now where the default taxonomy is put together, and how a path is taken out of a call.',
    failing(read(`${TAXONOMY}/src/default.ts`)),
    read(`${TAXONOMY}/src/extract-paths.ts`),
    read(`${TAXONOMY}/src/describe-call.ts`),
  ),
  agent(
    'I guessed that file name wrong. It was in the search results:',
    read(`${TAXONOMY}/src/default-tool-taxonomy.ts`),
    read(`${TAXONOMY}/src/index.ts`),
  ),
  agent(
    'Before I change anything: is everything green, and is the tree clean?',
    run('vitest run packages/tool-taxonomy'),
    run('git status --short'),
  ),
  agent(
    `Green and clean. Which of Continue's names are known already? \`read_file\`, \`grep_search\` and \`ls\` certainly; what the default taxonomy makes of them today decides what the preset has to add.`,
    write(
      'look.ts',
      `import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';

const calls: readonly (readonly [string, unknown])[] = [
  ['read_file', { filepath: 'src/a.ts' }],
  ['read_file_range', { filepath: 'src/a.ts', startLine: 1, endLine: 20 }],
  ['edit_existing_file', { filepath: 'src/a.ts', changes: 'x' }],
  ['single_find_and_replace', { filepath: 'src/a.ts', old_string: 'x', new_string: 'y' }],
  ['multi_edit', { filepath: 'src/a.ts', edits: [] }],
  ['create_new_file', { filepath: 'src/b.ts', contents: '' }],
  ['run_terminal_command', { command: 'npm test', waitForCompletion: true }],
  ['grep_search', { query: 'needle' }],
  ['file_glob_search', { pattern: '**/*.ts' }],
  ['ls', { dirPath: 'src', recursive: false }],
  ['view_subdirectory', { directory_path: 'src' }],
  ['view_diff', {}],
  ['fetch_url_content', { url: 'https://example.org' }],
  ['search_web', { query: 'needle' }],
];
for (const [name, parameters] of calls)
  console.log(name, JSON.stringify(defaultToolTaxonomy.describe(name, parameters)));
`,
    ),
    failing(run('node look.ts')),
  ),
  agent(
    'The package is a link only inside packages that depend on it. I run it by its source instead.',
    edit('look.ts', `'@palimpsest/tool-taxonomy'`, `'./packages/tool-taxonomy/src/index.ts'`),
    run('node --conditions=@palimpsest/source look.ts'),
  ),
  agent(
    'So `read_file` is taken for a read without any path, because `filepath` is no key that anybody knows: such a read could never become stale. `ls` has no key either. The rest is unknown. Tests first, beside those of opencode.',
    run('rm look.ts'),
    edit(
      PRESETS_TEST,
      `  codex,\n  createToolTaxonomy,`,
      `  codex,\n  continueDev,\n  createToolTaxonomy,`,
    ),
    edit(
      PRESETS_TEST,
      `  [mcpFilesystem, 'read_text_file',`,
      `  [continueDev, 'read_file', { filepath: 'a.ts' }, { kind: 'read', paths: ['a.ts'] }],
  [continueDev, 'read_file_range', { filepath: 'a.ts', startLine: 1, endLine: 9 }, { kind: 'read', paths: ['a.ts'] }],
  [continueDev, 'create_new_file', { filepath: 'a.ts', contents: '' }, { kind: 'write', paths: ['a.ts'] }],
  [continueDev, 'edit_existing_file', { filepath: 'a.ts', changes: 'x' }, { kind: 'write', paths: ['a.ts'] }],
  [continueDev, 'single_find_and_replace', { filepath: 'a.ts', old_string: 'x' }, { kind: 'write', paths: ['a.ts'], hasSideEffects: true }],
  [continueDev, 'multi_edit', { filepath: 'a.ts', edits: [] }, { kind: 'write', paths: ['a.ts'] }],
  [continueDev, 'run_terminal_command', { command: 'npm t', waitForCompletion: true }, { kind: 'run', key: 'npm t' }],
  [continueDev, 'grep_search', { query: 'x' }, { kind: 'search', paths: [], key: 'x' }],
  [continueDev, 'file_glob_search', { pattern: '**/*.ts' }, { kind: 'search', paths: [], key: '**/*.ts' }],
  [continueDev, 'ls', { dirPath: 'src', recursive: false }, { kind: 'search', paths: [], key: 'src' }],
  [continueDev, 'view_subdirectory', { directory_path: 'src' }, { kind: 'search', key: 'src' }],
  [continueDev, 'view_diff', {}, { kind: 'search', hasSideEffects: false }],
  [continueDev, 'fetch_url_content', { url: 'https://a.b' }, { kind: 'fetch', key: 'https://a.b' }],
  [continueDev, 'create_rule_block', { name: 'Tests', rule: 'x' }, { kind: 'state', key: 'Tests' }],
  [mcpFilesystem, 'read_text_file',`,
    ),
  ),
  agent('', failing(run(`vitest run ${PRESETS_TEST}`))),
  agent(
    'It fails for the right reason: there is no such preset. Here it is. What the agent looks at without a path of a file (`view_diff`, the open file, the map of the repository) is harmless, but names no file.',
    write(
      `${PRESETS}/continue.ts`,
      `import type { ToolPreset, ToolSpec } from '../tool-spec.ts';

const pathKeys = ['filepath'];
const read: ToolSpec = { kind: 'read', pathKeys };
const write: ToolSpec = { kind: 'write', pathKeys };
const look: ToolSpec = { kind: 'search', textKeys: ['dirPath', 'directory_path'] };

/** Continue, for VS Code and JetBrains. */
export const continueDev: ToolPreset = {
  name: 'continue',
  tools: {
    read_file: read,
    read_file_range: read,
    read_currently_open_file: { kind: 'read' },
    create_new_file: write,
    edit_existing_file: write,
    single_find_and_replace: write,
    multi_edit: write,
    run_terminal_command: { kind: 'run', textKeys: ['command'] },
    grep_search: { kind: 'search', textKeys: ['query'] },
    file_glob_search: { kind: 'search', textKeys: ['pattern'] },
    ls: look,
    view_subdirectory: look,
    view_repo_map: look,
    view_diff: look,
    fetch_url_content: { kind: 'fetch', textKeys: ['url'] },
    search_web: { kind: 'fetch', textKeys: ['query'] },
    create_rule_block: { kind: 'state', textKeys: ['name'] },
  },
};
`,
    ),
    edit(
      `${TAXONOMY}/src/index.ts`,
      `export { codex } from './presets/codex.ts';\n`,
      `export { codex } from './presets/codex.ts';\nexport { continueDev } from './presets/continue.ts';\n`,
    ),
    failing(run(`vitest run ${PRESETS_TEST}`)),
  ),
  agent(
    'Alone it is right, merged it is not known yet: the default taxonomy is missing. Its order matters, the later preset wins; Continue belongs before llxprt, the first host.',
    failing(
      edit(
        `${TAXONOMY}/src/default-tool-taxonomy.ts`,
        `  pi,\n  continueDev,\n  claudeCode,`,
        `  pi,\n  claudeCode,\n  continueDev,`,
      ),
    ),
  ),
  agent(
    'I mixed up the old text and the new one. Again, from what the file says:',
    read(`${TAXONOMY}/src/default-tool-taxonomy.ts`),
  ),
  agent(
    '',
    edit(
      `${TAXONOMY}/src/default-tool-taxonomy.ts`,
      `  cline,\n  codex,\n  opencode,`,
      `  cline,\n  continueDev,\n  codex,\n  opencode,`,
    ),
    edit(
      `${TAXONOMY}/src/default-tool-taxonomy.ts`,
      `import { codex } from './presets/codex.ts';\n`,
      `import { codex } from './presets/codex.ts';\nimport { continueDev } from './presets/continue.ts';\n`,
    ),
    run(`vitest run ${PRESETS_TEST}`),
  ),
  agent(
    'Green. The two tests that list all presets do not know the new one yet: that it survives JSON, and that it has an entry point of its own.',
    read(PRESETS_TEST, 125),
  ),
  agent(
    '',
    edit(
      PRESETS_TEST,
      `  for (const preset of [claudeCode, cline, codex, llxprt, mcpFilesystem, opencode, openhands, pi])`,
      `  for (const preset of [claudeCode, cline, codex, continueDev, llxprt, mcpFilesystem, opencode, openhands, pi])`,
    ),
    edit(
      PRESETS_TEST,
      `    [codex, import('@palimpsest/tool-taxonomy/presets/codex')],\n`,
      `    [codex, import('@palimpsest/tool-taxonomy/presets/codex')],\n    [continueDev, import('@palimpsest/tool-taxonomy/presets/continue')],\n`,
    ),
    failing(run(`vitest run ${PRESETS_TEST}`)),
  ),
  agent(
    'As it should be: the entry point is missing in package.json.',
    edit(
      `${TAXONOMY}/package.json`,
      `    "./presets/llxprt": {`,
      `    "./presets/continue": {
      "@palimpsest/source": "./src/presets/continue.ts",
      "types": "./dist/presets/continue.d.ts",
      "default": "./dist/presets/continue.js"
    },
    "./presets/llxprt": {`,
    ),
    run('vitest run packages/tool-taxonomy'),
  ),
  agent(
    'All green. Now the README, which lists the agents and the entry points.',
    edit(
      `${TAXONOMY}/README.md`,
      `SWE-agent, Cline and Roo Code, pi, opencode, and the MCP file system server.`,
      `SWE-agent, Cline and Roo Code, Continue, pi, opencode, and the MCP file system server.`,
    ),
    edit(
      `${TAXONOMY}/README.md`,
      '`cline`, `pi`, `opencode`,\n`mcp-filesystem`.',
      '`cline`, `continue`\n(exported as `continueDev`), `pi`, `opencode`, `mcp-filesystem`.',
    ),
  ),
  agent(
    'Types, lint and format:',
    run('tsc -p tsconfig.json'),
    run('oxlint --type-aware --deny-warnings packages/tool-taxonomy'),
    failing(run('oxfmt --check packages/tool-taxonomy')),
  ),
  agent(
    'The formatter wants the long rows of the test broken into lines. I let it.',
    run('oxfmt packages/tool-taxonomy && git diff --stat'),
    read(PRESETS_TEST, 1, 40),
    read(PRESETS_TEST, 100, 110),
  ),
  agent(
    'One more look at the whole change, and the tests again after formatting.',
    run(
      'git diff -- packages/tool-taxonomy/src packages/tool-taxonomy/package.json packages/tool-taxonomy/README.md',
    ),
    run('vitest run packages/tool-taxonomy'),
  ),
  agent(`Continue is known now:

- \`packages/tool-taxonomy/src/presets/continue.ts\` holds its 17 tools. What it reads and writes is found under \`filepath\`, which no preset knew before: \`read_file\` of Continue was taken for a read of nothing.
- The default taxonomy has it before Codex, so llxprt-code's view of a shared name (\`read_file\`, \`grep_search\`, \`ls\`) still holds and only the parameter names are added.
- Entry point \`@palimpsest/tool-taxonomy/presets/continue\`, README, 14 rows of tests plus the two lists.

\`read_currently_open_file\` names no file in its parameters, so such a read never becomes stale. Tests, tsc, oxlint and oxfmt are clean.`),
];
