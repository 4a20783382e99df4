// The first thing a newcomer sees: a recorded agent session, compressed to 30 %, before and after.
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { main } from '@palimpsest/cli';
import type { SessionMessage } from './recording/session-message.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const session = 'examples/session.json';
const smaller = 'examples/out/session.smaller.json';
mkdirSync(`${root}examples/out`, { recursive: true });

console.log(
  `\nA session that an agent's tools were recorded in (${session}), compressed to 30 %:\n`,
);
process.exitCode = await main(['compress', session, '--target-ratio', '0.3', '--out', smaller], {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: root,
  now: () => performance.now(),
});

const before = read(session);
const after = read(smaller);
const [original, reduced] = largestReduced();

console.log('One old tool result before:\n');
console.log(indent(head(original, 8)));
console.log('\nand after:\n');
console.log(indent(reduced));
console.log(`
The whole result is ${smaller}. Now with a session of yours (OpenAI, Anthropic, Gemini, LangChain, AI SDK, Claude Code, Codex and others):

    npx -y pnpm@12.21.0 --silent palimpsest compress FILE --target-ratio 0.3 --out smaller.json
    npx -y pnpm@12.21.0 --silent palimpsest inspect FILE
    npx -y pnpm@12.21.0 --silent palimpsest inspect FILE --html report.html
`);

/** The longest result of which few lines are left, with those. */
function largestReduced(): [original: string, reduced: string] {
  const results = new Map<string, string>();
  for (const message of before) {
    if (message.role === 'tool') results.set(message.tool_call_id, message.content);
  }
  let largest: [string, string] = ['', ''];
  for (const message of after) {
    if (message.role !== 'tool') continue;
    const result = results.get(message.tool_call_id) ?? '';
    const lines = message.content.split('\n').length;
    const isReduced = message.content.length < result.length && lines > 2 && lines <= 12;
    if (isReduced && result.length > largest[0].length) {
      largest = [result, message.content];
    }
  }
  return largest;
}

function read(path: string): SessionMessage[] {
  return JSON.parse(readFileSync(`${root}${path}`, 'utf8')) as SessionMessage[];
}

function head(text: string, count: number): string {
  const lines = text.split('\n');
  const more = lines.length > count ? [`… ${lines.length - count} more lines`] : [];
  return [...lines.slice(0, count), ...more].join('\n');
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
