import { globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Removes the declarations in `folder` that no entry leads to: a user cannot import them. */
export function removeUnusedDeclarations(folder: string, entries: readonly string[]): void {
  const used = new Set(entries.map((entry) => normalize(entry)));
  for (const file of used) {
    for (const imported of listRelativeImports(readFileSync(file, 'utf8'))) {
      used.add(join(dirname(file), imported.replace(/\.(?:ts|js)$/, '.d.ts')));
    }
  }
  for (const file of globSync(join(folder, '**/*.d.ts'))) {
    if (!used.has(normalize(file))) rmSync(file);
  }
}

/** Returns the relative paths that a module imports from, in any form of import. */
function listRelativeImports(text: string): string[] {
  return [...text.matchAll(/\b(?:from|import) *\(?["'](\.[^"']*)["']/g)].map(([, path]) => path!);
}
