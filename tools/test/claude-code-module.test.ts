import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
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

async function buildModule(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'claude-code-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await bundlePackage('packages/claude-code', folder, true);
  return readFileSync(join(folder, 'register.js'), 'utf8');
}

/** What Claude Code 2.1.332 gives a module of hooks beside the language itself. */
const GLOBALS = {
  AbortController,
  AbortSignal,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearInterval,
  clearTimeout,
  console,
  crypto,
  performance,
  setInterval,
  setTimeout,
  structuredClone,
};

test('the built module of hooks compacts with what Claude Code gives it', async () => {
  const code = await buildModule();
  const context = createContext({ ...GLOBALS });
  type Register = (on: (name: string, ...given: readonly unknown[]) => object) => void;
  const exported = /export\{(\w+) as register\}|export\{register\}/.exec(code)!;
  const register = runInContext(
    code.replace(exported[0], `globalThis.register=${exported[1] ?? 'register'}`) + ';register',
    context,
  ) as Register;
  type Compact = (mod: object, event: object, next: () => Promise<never>) => Promise<object>;
  let compact: Compact | undefined;
  register((name, ...given) => {
    if (name === 'session.compact') compact = given.at(-1) as Compact;
    return { catch: () => undefined };
  });
  const lines = Array.from({ length: 500 }, (_, at) => `line ${at}: value_${(at * 7919) % 10_007}`);
  const calls = Array.from({ length: 20 }, (_, at) => [
    {
      role: 'assistant',
      text: '',
      toolUses: [{ tool_use_id: `c${at}`, tool: 'Bash', input: { command: `cat ${at}` } }],
    },
    {
      role: 'user',
      text: '',
      toolUses: [],
      toolResults: [
        { tool_use_id: `c${at}`, text: lines.slice(at * 5).join('\n'), isError: false },
      ],
    },
  ]);
  const task = { role: 'user', text: 'Read every file.', toolUses: [] };
  const event = { trigger: 'auto', messages: [task, ...calls.flat()] };
  const mod = {
    env: { get: async () => '' },
    fs: {
      exists: async () => false,
      list: async () => [],
      read: async () => Promise.reject(new Error()),
      write: async () => undefined,
    },
    session: { id: async () => 'session', usage: async () => ({ context: { window: 200_000 } }) },
    ui: { log: () => undefined },
  };
  const { messages } = (await compact!(mod, event, async () => {
    throw new Error('A model was asked.');
  })) as typeof event;
  expect(messages.length).toBeLessThan(event.messages.length);
});

test('Claude Code accepts every use of its API in the built module of hooks', async () => {
  const code = await buildModule();
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
