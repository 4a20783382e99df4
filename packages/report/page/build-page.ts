// Builds `dist/report.html` and `dist/dashboard.html`: each one file with script and style inside. The script `build` of this package runs it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Builds a page and writes it. */
export async function buildPage(name: 'report' | 'dashboard'): Promise<void> {
  const bundle = await rolldown({
    input: here(`${name}-main.tsx`),
    platform: 'browser',
    resolve: { conditionNames: ['@palimpsest/source', 'browser', 'module', 'import', 'default'] },
    transform: { target: 'es2022' },
  });
  const { output } = await bundle.generate({ format: 'es', minify: true, codeSplitting: false });
  await bundle.close();
  // A script ends at the first end tag, wherever it stands.
  const script = output[0].code.replaceAll('</script', String.raw`<\/script`);
  const page = readFileSync(here(`${name}.html`), 'utf8')
    .replace('/* style */', () => readFileSync(here('style.css'), 'utf8'))
    .replace('/* script */', () => script);
  mkdirSync(here('../dist'), { recursive: true });
  writeFileSync(here(`../dist/${name}.html`), page);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildPage('report');
  await buildPage('dashboard');
}
