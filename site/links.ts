import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Code, which stays unchanged, or the target of a link to a file of the repository. */
const CODE_OR_TARGET = /^(`{3,})[^]*?^\1$|`[^`\n]*`|(?<=\]\()([^)\s#:]+)(?=[#)])/gm;

/** A picture in a line of its own. */
const PICTURE = /^!\[[^\]]*\]\(([^)\s]+)\)$/gm;

/**
 * Returns a page with links that work on the site: a folder is its `index.md`, as is a README, and any other file the page that shows it. A
 * picture links to itself, so that it can be opened in its own size.
 *
 * @param linked receives the paths of these other files.
 */
export function rewriteLinks(
  text: string,
  path: string,
  root: string,
  linked: Set<string>,
): string {
  const rewritten = text.replaceAll(CODE_OR_TARGET, (whole, _fence, target?: string) => {
    if (target === undefined) return whole;
    const file = join(path, '..', target);
    const found = statSync(join(root, file), { throwIfNoEntry: false });
    if (found?.isDirectory()) return `${target.replace(/\/$/, '')}/index.md`;
    if (/\.(?:md|svg)$/.test(target)) return target.replace(/README\.md$/, 'index.md');
    if (found !== undefined) linked.add(file);
    return `${target}.md`;
  });
  return rewritten.replaceAll(PICTURE, '[$&]($1)');
}
