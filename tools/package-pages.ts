import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('../', import.meta.url));

/** Returns the pages about a package, from the root: its README, then its pages under `docs/packages`. */
export function packagePages(folder: string): string[] {
  return [
    `packages/${folder}/README.md`,
    `docs/packages/${folder}.md`,
    `docs/packages/${folder}/*.md`,
  ].flatMap((pattern) => globSync(pattern, { cwd }).toSorted());
}
