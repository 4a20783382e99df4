import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileOf, textOf } from './parameters.ts';
import type { ToolOutcome, ToolParameters } from './tool.ts';

/** Most lines a search shows. */
const LIMIT = 200;
const SKIPPED = new Set(['node_modules', '.git', 'dist', 'pnpm-lock.yaml']);

/** Lines that match a regular expression, in a file or everywhere below a folder: `path:line: text`. */
export function grepFiles(root: string, parameters: ToolParameters): ToolOutcome {
  const pattern = new RegExp(textOf(parameters, 'pattern'));
  const found: string[] = [];
  for (const file of filesBelow(fileOf(root, parameters))) {
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const [at, line] of lines.entries()) {
      if (pattern.test(line)) found.push(`${shortPath(root, file)}:${at + 1}: ${line}`);
    }
  }
  return listed(found, 'No line matches.');
}

/** Paths that match a glob pattern. */
export function globFiles(root: string, parameters: ToolParameters): ToolOutcome {
  const found = globSync(textOf(parameters, 'pattern'), { cwd: root, exclude: isSkipped });
  return listed(found.toSorted(), 'No file matches.');
}

/** Names in a folder, folders with a slash behind them. */
export function listDirectory(root: string, parameters: ToolParameters): ToolOutcome {
  const entries = readdirSync(fileOf(root, parameters), { withFileTypes: true });
  const names = entries
    .filter(({ name }) => !SKIPPED.has(name))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  return listed(names.toSorted(), 'The folder is empty.');
}

function isSkipped(path: string): boolean {
  return SKIPPED.has(path.split(sep).at(-1)!);
}

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.has(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => filesBelow(join(path, name)));
}

function shortPath(root: string, file: string): string {
  return relative(root, file).replaceAll(sep, '/');
}

function listed(lines: readonly string[], none: string): ToolOutcome {
  if (lines.length === 0) return { failed: false, text: none };
  const rest = lines.length > LIMIT ? `\n(${lines.length - LIMIT} more)` : '';
  return { failed: false, text: lines.slice(0, LIMIT).join('\n') + rest };
}
