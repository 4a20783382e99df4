// Types the commands of "Try it" in README.md into a fresh clone, where nothing is installed or built, like a reader who has only the
// repository and a recorded session. Prints the duration of each. The clone has the files of the working tree, committed or not.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyWorkingTree } from '../copy-working-tree.ts';

const LIMIT_MS = 120_000;
const PNPM = 'npx -y pnpm@12.21.0';

/** Serve a page until they are interrupted. */
const SERVERS = [`${PNPM} playground`, `${PNPM} run docs`];
/** The other commands that write or serve a bundled page. The second address that the proxy prints is that of its page. */
const DIFF = `${PNPM} --silent palimpsest diff session.jsonl smaller.jsonl --html difference.html`;
const DASHBOARD = `${PNPM} --silent palimpsest proxy --dashboard`;
const WRITTEN = [
  'difference.html',
  'removed',
  'report.html',
  'restored.jsonl',
  'session.jsonl',
  'smaller.jsonl',
];

const root = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'try-it-'));
const clone = join(folder, 'clone');
// What package managers set for their scripts is not there when a reader types.
const apart = Object.entries(process.env).filter(
  ([name]) => !/^(?:npm|pnpm|turbo)_|^INIT_CWD$|^GIT_/.test(name),
);
const path = process.env['PATH']?.split(':').filter((one) => !one.includes('node_modules'));
const env = { ...Object.fromEntries(apart), PATH: path?.join(':'), NO_COLOR: '1' };

async function run(command: string, args: readonly string[]): Promise<string> {
  const options = { cwd: clone, env, timeout: LIMIT_MS, maxBuffer: 64 * 1024 * 1024 };
  return (await promisify(execFile)(command, args, options)).stdout;
}

/** Returns the commands of a section: the lines of its `sh` blocks, and the commands in its text. */
function listCommands(readme: string, heading: string): { blocks: string[]; inText: string[] } {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, code]) => code!.trimEnd());
  return {
    blocks: blocks.flatMap((code) => code.split('\n')).map((line) => line.replace(/ +#.*/, '')),
    inText: [...text.matchAll(/`(npx [^`]+)`/g)].map(([, command]) => command!),
  };
}

/** Prints how long a command took. */
async function timed(command: string, work: Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work;
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s: ${command}`);
}

const type = (command: string): Promise<void> => timed(command, run('sh', ['-c', command]));

/** Starts a server, requests the page at the last of the addresses that it prints, and ends it. */
async function visit(command: string, addresses = 1): Promise<void> {
  // In a group of its own, because a package manager does not pass on every signal.
  const server = spawn('sh', ['-c', command], { cwd: clone, env, detached: true });
  const timer = setTimeout(() => process.kill(-server.pid!, 'SIGKILL'), LIMIT_MS);
  const closed = once(server, 'close');
  let printed = '';
  let found: string[] = [];
  server.stderr.on('data', (chunk) => (printed += String(chunk)));
  for await (const chunk of server.stdout) {
    printed += String(chunk);
    found = printed.match(/http:\/\/127\.0\.0\.1:\d+(?=\/?\s)/g) ?? [];
    if (found.length >= addresses) break;
  }
  try {
    assert.equal(found.length, addresses, `${command} printed\n${printed}`);
    const response = await fetch(found.at(-1)!);
    assert.equal(response.status, 200, `${command} answered ${response.status}`);
    assert.match(await response.text(), /<script/);
  } finally {
    if (server.exitCode === null) process.kill(-server.pid!, 'SIGTERM');
    await closed;
    clearTimeout(timer);
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

try {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const { blocks, inText } = listCommands(readme, 'Try it');
  const [first, ...others] = blocks;
  assert.ok(others.length > 0);
  assert.deepEqual(inText, SERVERS);

  copyWorkingTree(root, clone);
  const messages: unknown = JSON.parse(readFileSync(join(root, 'examples/session.json'), 'utf8'));
  writeFileSync(join(clone, 'session.jsonl'), JSON.stringify({ messages }));
  // Also installs.
  await type(first!);
  const dashboard = `${DASHBOARD} --port ${await findFreePort()}`;
  await Promise.all([
    (async () => {
      for (const command of [...others, DIFF]) await type(command);
      await timed(dashboard, visit(dashboard, 2));
    })(),
    (async () => {
      for (const command of SERVERS) await timed(command, visit(command));
    })(),
  ]);
  const untracked = await run('git', ['ls-files', '--others', '--exclude-standard']);
  const written = new Set(
    untracked
      .trim()
      .split('\n')
      .map((file) => file.split('/')[0]),
  );
  assert.deepEqual(written, new Set(WRITTEN));
  for (const file of WRITTEN) assert.ok(statSync(join(clone, file)).size > 0, `${file} is empty`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
