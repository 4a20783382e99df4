// Builds `dist/report.html`: one file with script and style inside. The script `build` of this package runs it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Builds the page and writes it. */
export async function buildPage(): Promise<void> {
  const bundle = await rolldown({
    input: here('main.tsx'),
    platform: 'browser',
    resolve: { conditionNames: ['@palimpsest/source', 'browser', 'module', 'import', 'default'] },
    transform: { target: 'es2022' },
  });
  const { output } = await bundle.generate({ format: 'es', minify: true, codeSplitting: false });
  await bundle.close();
  // A script ends at the first end tag, wherever it stands.
  const script = output[0].code.replaceAll('</script', String.raw`<\/script`);
  const page = readFileSync(here('report.html'), 'utf8')
    .replace('/* style */', () => readFileSync(here('style.css'), 'utf8'))
    .replace('/* script */', () => script);
  mkdirSync(here('../dist'), { recursive: true });
  writeFileSync(here('../dist/report.html'), page);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage();
