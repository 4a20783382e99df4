// Writes the public surface of every published package to api/NAME.md, from the build output in dist. With --check it writes nothing and
// fails if a page differs from the build, so that no surface changes unnoticed.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compareReports } from './compare-reports.ts';
import { publishedPackages } from '../published-packages.ts';
import { readSurfaces } from './read-surfaces.ts';
import { writeReport } from './write-report.ts';

const folder = fileURLToPath(new URL('../../api/', import.meta.url));
mkdirSync(folder, { recursive: true });

const packages = publishedPackages();
const surfaces = readSurfaces(packages);
const built = new Map(packages.map((one) => [`${one.name}.md`, writeReport(one, surfaces)]));
const accepted = new Map(
  readdirSync(folder).map((name) => [name, readFileSync(`${folder}${name}`, 'utf8')]),
);
const differences = compareReports(accepted, built);

if (process.argv.includes('--check')) {
  for (const difference of differences) console.error(difference.text);
  if (differences.length > 0) {
    console.error(
      `The public surface differs from api/ in ${differences.length} of ${packages.length} packages. Run \`pnpm api\` to accept it, and write a changeset that says so.`,
    );
    process.exitCode = 1;
  } else console.log(`api/ is the public surface of ${packages.length} packages`);
} else {
  for (const { name } of differences) {
    const report = built.get(name);
    if (report === undefined) rmSync(`${folder}${name}`);
    else writeFileSync(`${folder}${name}`, report);
    console.log(`api/${name}`);
  }
}
