// Writes the public surface of every published package to api/NAME.md, from the build output in dist. With --check it writes nothing and
// fails if a page differs from the build, so that no surface changes unnoticed.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publishedPackages } from '../published-packages.ts';
import { readSurfaces } from './read-surfaces.ts';
import { writeReport } from './write-report.ts';

const folder = fileURLToPath(new URL('../../api/', import.meta.url));
const packages = publishedPackages();
const surfaces = readSurfaces(packages);
const built = new Map(packages.map((one) => [`${one.name}.md`, writeReport(one, surfaces)]));
const accepted = readdirSync(folder);
const changed = [...new Set([...accepted, ...built.keys()])].filter(
  (name) =>
    !accepted.includes(name) || readFileSync(`${folder}${name}`, 'utf8') !== built.get(name),
);

if (!process.argv.includes('--check')) {
  for (const name of changed) {
    const report = built.get(name);
    if (report === undefined) rmSync(`${folder}${name}`);
    else writeFileSync(`${folder}${name}`, report);
    console.log(`api/${name}`);
  }
} else if (changed.length > 0) {
  console.error(
    `The public surface differs from api/ in ${changed.join(', ')}. Run \`pnpm api\` to accept it, look at the diff, and write a changeset that says so.`,
  );
  process.exitCode = 1;
} else console.log(`api/ is the public surface of ${packages.length} packages`);
