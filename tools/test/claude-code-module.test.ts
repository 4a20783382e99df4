import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'rolldown/utils';
import { expect, onTestFinished, test } from 'vitest';
import { bundlePackage } from '../build/bundle-package.ts';

/**
 * Returns every use of `$` for which Claude Code refuses a module of hooks. It follows `$` from `register`, and accepts only two uses: a call
 * `$.noun.verb(…)`, and an argument of a function that is declared at the top of the file. `claude plugin validate` applies the same rule.
 */
function findRefused(code: string): string[] {
  const { program } = parseSync('register.js', code);
  const declared = new Map(program.body.flatMap(namesIn));
  const followed = new Set(['register']);
  const uses: number[] = [];
  const accepted = new Set<number>();
  const accept = (nodes: readonly { readonly start: number }[]): void => {
    for (const { start } of nodes) accepted.add(start);
  };
  const visitor = new Visitor({
    Identifier({ name, start }) {
      if (name === '$') uses.push(start);
    },
    FunctionDeclaration: ({ params }) => accept(params),
    ArrowFunctionExpression: ({ params }) => accept(params),
    CallExpression({ callee, arguments: given }) {
      if (callee.type === 'MemberExpression' && callee.object.type === 'MemberExpression') {
        if (!callee.computed && !callee.object.computed) accept([callee.object.object]);
      }
      const isModPassed = given.some((node) => node.type === 'Identifier' && node.name === '$');
      if (callee.type !== 'Identifier' || !declared.has(callee.name) || !isModPassed) return;
      accept(given);
      followed.add(callee.name);
    },
  });
  for (const name of followed) visitor.visit({ ...program, body: [declared.get(name)!] });
  return uses
    .filter((start) => !accepted.has(start))
    .map((start) => code.slice(Math.max(0, start - 20), start + 2));
}

/** Returns the names of the functions that a statement at the top of a file declares. */
function namesIn(statement: ESTree.Statement): [string, ESTree.Statement][] {
  const declaration = 'declaration' in statement ? statement.declaration : statement;
  if (declaration?.type === 'FunctionDeclaration') return [[declaration.id!.name, statement]];
  if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') return [];
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression'
      ? [[id.name, statement]]
      : [],
  );
}

test('Claude Code accepts every use of its API in the built module of hooks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'claude-code-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await bundlePackage('packages/claude-code', folder, true);
  const code = readFileSync(join(folder, 'register.js'), 'utf8');
  expect(findRefused(code)).toEqual([]);
  expect(code).toMatch(/\$\.session\.id\(\)/);
});

test.each([
  [`on('a', async ($) => open($)); const open = ($) => $.session.id();`, [`=> open($`]],
  [`let open = load; on('a', ($) => { open($); });`, [`open($`]],
  [`on('a', ($) => top($, {}));`, []],
  [`on('a', ($) => other($));`, []],
  [`on('a', ($) => wrong($));`, [`const { ui } = $;`]],
  [`on('a', ($) => $.ui['log']('b'));`, ['=> $.']],
  [`on('a', ($) => $.ui.log);`, ['=> $.']],
  [`on('a', ($) => [$]);`, ['=> [$']],
])('finds what Claude Code refuses: %s', (hooks, refused) => {
  const top = `async function top($, more) { await other($); }
    const other = ($) => $.ui.log('c');
    function wrong($) { const { ui } = $; }
    export function register(on) { ${hooks} }`;
  const found = findRefused(top);
  expect(found).toEqual(refused.map((text) => expect.stringContaining(text)));
});
