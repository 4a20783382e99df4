import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @throws {Error} if a link of a built page leads to a heading that does not exist. */
export function checkAnchors(outDir: string): void {
  const pages = globSync('**/*.html', { cwd: outDir, exclude: ['playground/**'] });
  const html = new Map(pages.map((path) => [path, readFileSync(join(outDir, path), 'utf8')]));
  const broken = [...html].flatMap(([path, text]) =>
    [...text.matchAll(/<a [^>]*?href="([^"#:]*)#([^"]+)"/g)]
      .filter(([, target, anchor]) => {
        const file = target === '' ? path : join(path, '..', target!).replace(/\/$/, '/index.html');
        return !html.get(file)?.includes(`id="${decodeURIComponent(anchor!)}"`);
      })
      .map(([, target, anchor]) => `${path}: ${target}#${anchor}`),
  );
  if (broken.length > 0) throw new Error(`Links to no heading:\n${broken.join('\n')}`);
}
