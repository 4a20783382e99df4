// Follows docs/write-your-own.md step by step in an empty folder, like a reader who has only the packages, which are installed from their
// tarballs. Prints the duration of each step. Needs a build.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { tarballsFor } from '../packed-packages.ts';
import { readGuide } from './read-guide.ts';

const LIMIT_MS = 300_000;

/** Code that the page tells the reader to remove, and the output after that. */
const OMITTED = 'isProtected(entry) || ';
const BROKEN = 'law-3-protected: System and pinned entries are the same objects.';

const folder = mkdtempSync(join(tmpdir(), 'guide-'));

let cwd = join(folder, 'work');
mkdirSync(cwd);
const env = { ...process.env, CI: 'true', NO_COLOR: '1' };

/** Runs a command and returns its output, whether it succeeds or fails. */
async function run(command: string): Promise<{ readonly code: number; readonly printed: string }> {
  try {
    const options = { cwd, env, timeout: LIMIT_MS, maxBuffer: 64 * 1024 * 1024 };
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command], options);
    return { code: 0, printed: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, printed: stdout + stderr };
  }
}

async function succeed(command: string): Promise<string> {
  const start = performance.now();
  const { code, printed } = await run(command);
  assert.equal(code, 0, `${command} ended with ${code}\n${printed}`);
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s: ${command}`);
  return printed;
}

/** Returns the tarballs of the packages that the manifest in this folder names, and of those that they need. */
function tarballs(): string[] {
  const manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as Manifest;
  return tarballsFor(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }));
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

async function breakALaw(): Promise<string> {
  const path = join(cwd, 'src/index.ts');
  const whole = readFileSync(path, 'utf8');
  assert.ok(whole.includes(OMITTED), `the page says to leave out ${OMITTED}, which is not there`);
  writeFileSync(path, whole.replace(OMITTED, ''));
  const { code, printed } = await run('npx vitest run');
  writeFileSync(path, whole);
  assert.equal(code, 1, 'the tests passed without what keeps a law');
  assert.match(printed, /Tests +\d+ failed/);
  return printed;
}

try {
  const began = performance.now();
  let printed = '';
  for (const step of readGuide(readFileSync('docs/write-your-own.md', 'utf8'))) {
    if (step.kind === 'write') {
      mkdirSync(dirname(join(cwd, step.path)), { recursive: true });
      writeFileSync(join(cwd, step.path), step.text);
    } else if (step.kind === 'see') {
      if (step.text === BROKEN) printed = await breakALaw();
      assert.ok(printed.includes(step.text), `nothing printed ${step.text} but\n${printed}`);
      printed = '';
    } else if (step.command.startsWith('cd ')) {
      cwd = join(cwd, step.command.slice(3));
    } else {
      // The only difference from what a reader does: these packages come from their tarballs.
      const more = step.command === 'npm install' ? ['', ...tarballs()].join(' ') : '';
      const output = await succeed(step.command + more);
      printed += output;
      if (step.command === 'npx vitest run') {
        assert.match(output, /Tests +\d+ passed/);
        console.log(
          `${((performance.now() - began) / 1000).toFixed(1)} s from mkdir to every law held`,
        );
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
