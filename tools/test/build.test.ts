import { build } from 'esbuild';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { markPureExpressions } from '../build/mark-pure.ts';

/** Bundles an import of `used` from the module, as a user's bundler does, and runs it. */
async function importUsed(module: string): Promise<{ text: string; used: unknown }> {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), '{"sideEffects":false}');
  writeFileSync(join(folder, 'module.ts'), markPureExpressions('module.ts', module));
  writeFileSync(join(folder, 'main.ts'), `export { used } from './module.ts';`);
  const outfile = join(folder, 'out.mjs');
  await build({ entryPoints: [join(folder, 'main.ts')], bundle: true, format: 'esm', outfile });
  const { used } = (await import(outfile)) as { used: unknown };
  return {
    text: (await build({ entryPoints: [outfile], write: false })).outputFiles[0]!.text,
    used,
  };
}

test('lets a bundler drop unused constants and classes, however they are created', async () => {
  const { text, used } = await importUsed(`
    export const called: number = Math.max(1, 2),
      spread = [...new Set(['a'])];
    const merged = { ...{ a: 1 }, b: Object.keys({}) };
    export class Special extends Error {
      static readonly code = merged.a.toString();
    }
    export const pattern = new RegExp('x'.repeat(3), 'u') satisfies RegExp;
    const own = ['own'].map((word) => word.toUpperCase());
    export const used = own.join();
  `);
  expect(used).toBe('OWN');
  expect(text).not.toMatch(/called|spread|merged|Special|pattern/);
});

test('keeps a class and its name when it is marked', async () => {
  const { used } = await importUsed(`
    export class Special extends Error { readonly code = 'special'; }
    export const used = () => new Special('why');
  `);
  const error = (used as () => Error)();
  expect(error).toBeInstanceOf(Error);
  expect(error.constructor.name).toBe('Special');
  expect(error).toMatchObject({ code: 'special', message: 'why' });
});

test.each([
  `export const plain = { a: [1, 'two', null], b: () => Math.random() };`,
  `const code = await main(process.argv);`,
  `export let later: string | undefined;`,
  `export function call() { const inner = Math.max(1, 2); return inner; }`,
  `export class Alone { made = new Map(); }`,
])('leaves %s as it is', (text) => {
  expect(markPureExpressions('module.ts', text)).toBe(text);
});
