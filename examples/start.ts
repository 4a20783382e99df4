// The first thing a newcomer sees: a recorded agent session, compressed to 30 %, before and after.
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { main } from '@palimpsest/cli';
import { compareSessions } from '@palimpsest/report';
import type { SessionMessage } from './recording/session-message.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const session = 'examples/session.json';
const smaller = 'examples/out/session.smaller.json';
mkdirSync(`${root}examples/out`, { recursive: true });

console.log(`\nA recorded session of an agent (${session}), compressed to 30 % of its tokens:\n`);
process.exitCode = await main(['compress', session, '--target-ratio', '0.3', '--out', smaller], {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: root,
  now: () => performance.now(),
});

const [original, reported] = largestStep();

console.log('One old call and its result before:\n');
console.log(indent(original));
console.log('\nand in the report that replaces old messages:\n');
console.log(indent(reported));
console.log(`
The whole result is ${smaller}. Now with a session of yours (OpenAI, Anthropic, Gemini, LangChain, AI SDK, Claude Code, Codex and others):

    npx -y pnpm@12.21.0 --silent palimpsest compress FILE --target-ratio 0.3 --out smaller.json
    npx -y pnpm@12.21.0 --silent palimpsest inspect FILE
    npx -y pnpm@12.21.0 --silent palimpsest inspect FILE --html report.html
`);

/** The step with the longest result of which few lines are left, before and after. */
function largestStep(): [original: string, reported: string] {
  const messages = read(smaller);
  const contents = messages.map(({ content }) => content ?? '');
  const report = contents.find((text) => text.startsWith('Report of the earlier part')) ?? '';
  const steps = report.split(/\n(?=• |<\/log>)/).filter((step) => step.startsWith('• '));
  const { entries } = compareSessions(
    { id: session, format: 'openai', messages: read(session) },
    { id: smaller, format: 'openai', messages },
  );
  let largest: [string, string] = ['', ''];
  let longest = 0;
  for (const { change, label, texts } of entries) {
    const step = steps.find((own) => own.startsWith(`• ${label}:\n`)) ?? '';
    const lines = step.split('\n').length;
    const { length } = texts.at(-1)!.before;
    if (change !== 'reported' || texts.length !== 2 || lines < 5 || lines > 6 || length < longest)
      continue;
    longest = length;
    const parts = texts.map(({ title, before }) => `${title}:\n${head(before, 8)}`);
    largest = [parts.join('\n'), step];
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
