// Builds `dist/report.html` and `dist/dashboard.html`: each one file with script and style inside. The script `build` of this package runs it.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Builds a page and writes it. */
export async function buildPage(name: 'report' | 'dashboard'): Promise<void> {
  const worker = name === 'report' ? await bundle('data-worker.ts', 'iife') : '';
  const code = await bundle(`${name}-main.tsx`, 'es', { WORKER_SCRIPT: JSON.stringify(worker) });
  // A script ends at the first end tag, wherever it stands.
  const script = code.replaceAll('</script', String.raw`<\/script`);
  const page = readFileSync(here(`${name}.html`), 'utf8')
    .replace('/* style */', () => readFileSync(here('style.css'), 'utf8'))
    .replace('/* script */', () => script);
  mkdirSync(here('../dist'), { recursive: true });
  // Only this script runs.
  const opening = '<script type="module">';
  const text = page.slice(page.indexOf(opening) + opening.length, page.lastIndexOf('</script>'));
  const hash = createHash('sha256').update(text).digest('base64');
  writeFileSync(here(`../dist/${name}.html`), page.replace('sha256-script', `sha256-${hash}`));
}

/** Returns the code of a script with everything that it imports. */
async function bundle(
  input: string,
  format: 'es' | 'iife',
  define: Record<string, string> = {},
): Promise<string> {
  const bundled = await rolldown({
    input: here(input),
    platform: 'browser',
    resolve: { conditionNames: ['@palimpsest/source', 'browser', 'module', 'import', 'default'] },
    transform: { target: 'es2022', define },
  });
  const { output } = await bundled.generate({ format, minify: true, codeSplitting: false });
  await bundled.close();
  return output[0].code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildPage('report');
  await buildPage('dashboard');
}
