import { agent, glob, person, run, write } from '../steps.ts';
import type { Step } from '../steps.ts';

/** The last look at everything, and the changesets. */
export const handOver: readonly Step[] = [
  person(
    'Thank you. Run everything once more, the tests of the whole repository included, and add a changeset for the three packages. Then a summary I can put into the pull request.',
  ),
  agent(
    '',
    run('vitest run --testTimeout=60000'),
    run('tsc -p tsconfig.json'),
    run(
      'oxlint --type-aware --deny-warnings packages/tool-taxonomy packages/history packages/dedup && oxfmt --check packages/tool-taxonomy packages/history packages/dedup',
    ),
    glob('.changeset/*'),
  ),
  agent(
    'All of it passes. New functions are a minor change, the fix is a patch.',
    write(
      '.changeset/continue-and-addresses.md',
      `---
'@palimpsest/tool-taxonomy': minor
'@palimpsest/history': minor
'@palimpsest/dedup': patch
---

Knows the tools of Continue, takes \`file://\` addresses for the paths they stand for, finds the exchanges of an entry, and leaves no
empty lines behind in texts with Windows line breaks.
`,
    ),
    run('git add --all && git diff --cached --stat'),
  ),
  agent(`**What this changes**

- \`tool-taxonomy\`: preset \`continueDev\` for Continue (entry point \`presets/continue\`), known to the default taxonomy. Reads and writes that name their file under \`filepath\` are understood.
- \`tool-taxonomy\`: \`resolvePath\` takes \`file://\` addresses for the paths they stand for. A broken escape or an encoded slash leaves the text a name like any other. **Behaviour that changed:** \`file:///a.ts\` is \`/a.ts\` and no longer a name inside the workspace.
- \`history\`: \`exchangeLookup(index).at(entry)\`, the exchanges an entry calls or answers in.
- \`dedup\`: seams are tidied with Windows line breaks too.

**What stays open**

- A network path does not resolve to itself: \`\\\\server\\share\` gives \`//server/share\`, which is POSIX when resolved again. It was so before.
- Letter case of drives is kept, as you decided.

All tests and tsc pass; oxlint and oxfmt are clean for the three packages.`),
];
