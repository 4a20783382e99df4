import { readFileSync } from 'node:fs';

/** Length of the conversation of the first compression, in characters. */
const LENGTH = 109_000;

const session = JSON.parse(
  readFileSync(new URL('../../../examples/session.json', import.meta.url), 'utf8'),
) as readonly unknown[];

/** Returns the JSON of the first messages of the shipped session. */
function readConversation(): string {
  let length = 0;
  const messages = session.filter((message) => (length += JSON.stringify(message).length) < LENGTH);
  return JSON.stringify(messages);
}

/** Prints the processor time of the process as its last line, when it ends. */
const REPORTING = `import { writeSync } from 'node:fs';
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(2, '\\n' + JSON.stringify({ cpuMs: (user + system) / 1000 }));
});
`;

const command = (...argv: readonly string[]): string =>
  `${REPORTING}process.argv.splice(2, Infinity, ...${JSON.stringify(argv)});
await import('./node_modules/@palimpsest/cli/dist/bin.js');
`;

const COMPRESSING = `import { readFileSync, writeSync } from 'node:fs';
import { compress } from 'palimpsest';
const messages = JSON.parse(readFileSync('long.json', 'utf8'));
const started = performance.now();
const before = process.cpuUsage();
await compress(messages, { targetRatio: 0.5, strategy: process.argv[2] });
const { user, system } = process.cpuUsage(before);
const wallMs = performance.now() - started;
writeSync(2, '\\n' + JSON.stringify({ wallMs, cpuMs: (user + system) / 1000 }));
`;

/** Files of a project with the packed packages. */
export const FILES: Readonly<Record<string, string>> = {
  'bare.mjs': REPORTING,
  'import.mjs': `${REPORTING}import 'palimpsest';\n`,
  'help.mjs': command('--help'),
  'tiny.mjs': command('compress', 'tiny.json'),
  'compressing.mjs': COMPRESSING,
  'tiny.json': '[{"role":"user","content":"Fix it"},{"role":"assistant","content":"Done."}]',
  'long.json': readConversation(),
};

/** What is measured: a program, and its arguments. The first one is the runtime alone. */
export const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  bare: ['bare.mjs'],
  import: ['import.mjs'],
  help: ['help.mjs'],
  tiny: ['tiny.mjs'],
  'top-down-truncation': ['compressing.mjs', 'top-down-truncation'],
  'high-density': ['compressing.mjs', 'high-density'],
  salience: ['compressing.mjs', 'salience'],
  extractive: ['compressing.mjs', 'extractive'],
};
