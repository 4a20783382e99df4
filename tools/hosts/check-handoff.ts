import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pointAtProxy } from '../../packages/cli/src/proxy/run-command.ts';
import { providerChecks } from '../../packages/formats/test/checker/provider-checks.ts';
import type { HostCheck } from './host-check.ts';
import { PROXIED_AGENTS } from './proxied-agents.ts';
import { TASK } from './requests.ts';
import { runAgent, type AgentPlace } from './run-agent.ts';
import { runHost } from './run-host.ts';
import { startScriptedModel } from './scripted-model.ts';
import { createWorkFolder } from './work-folder.ts';

const TIMEOUT = 900_000;
const FILES = 18;
const TURNS = 2 * FILES;
/** Of a file of 20 kB. */
const LINES = 420;
const PROMPT = 'Go on.';
/** Characters of a report: 20,000 tokens, as `handoff` counts them, and some more for what JSON escapes. */
const MAX_REPORT = 100_000;

interface Handoff {
  /** How `handoff --to` names the agent. */
  readonly to: string;
  /** Where its session logs are, in its home. opencode exports them. */
  readonly log?: RegExp;
  /** Returns arguments that go on with a session, before the prompt, from the command that `handoff` prints. */
  readonly resume: (next: string) => readonly string[];
}

const HANDOFFS: Readonly<Record<string, Handoff>> = {
  'claude-code': {
    to: 'claude-code',
    log: /\.claude\/projects\/[^/]+\/[^/]+\.jsonl$/,
    resume: (next) => [...lastWords(next, 2), '--'],
  },
  codex: {
    to: 'codex',
    log: /\.codex\/sessions\/.*\.jsonl$/,
    resume: (next) => ['resume', ...lastWords(next, 1)],
  },
  pi: {
    to: 'pi',
    log: /\.pi\/agent\/sessions\/.*\.jsonl$/,
    resume: (next) => lastWords(next, 2),
  },
  opencode: { to: 'opencode', resume: (next) => lastWords(next, 2) },
  'gemini-cli': {
    to: 'gemini',
    log: /\.gemini\/tmp\/.*\/chats\/session-.*\.jsonl$/,
    resume: (next) => [...lastWords(next, 2), '-p'],
  },
};

/** An agent with its home and the folder that it works in. */
interface Place extends AgentPlace {
  readonly home: string;
  readonly work: string;
}

interface Ready extends Place {
  /** The path of its session. */
  readonly session: string;
}

const AGENTS = PROXIED_AGENTS.filter(({ name }) => HANDOFFS[name] !== undefined);

/** Lets five released agents work, and hands the session of each over to each of them, which goes on with it. */
export const checkHandoff: HostCheck = {
  name: 'handoff',
  version: AGENTS.map(({ version }) => version).join(', '),
  async install(folder) {
    for (const { name, install } of AGENTS) {
      const own = join(folder, name);
      mkdirSync(own);
      await install(own);
    }
  },
  async check({ installed, command, folder, note }) {
    const ready: Ready[] = [];
    for (const agent of AGENTS) {
      const own = join(folder, agent.name);
      const work = createWorkFolder(own, FILES, LINES);
      const place = { agent, installed: join(installed, agent.name), folder: own };
      const commands = Array.from({ length: TURNS }, (_, at) => `cat f${(at % FILES) + 1}.txt`);
      const { home } = await runAgent(place, { text: TASK, isResumed: false }, commands);
      ready.push({ ...place, home, work, session: await findSession({ ...place, home, work }) });
    }

    const model = await startScriptedModel(TIMEOUT, { isAgent: true });
    const figures: Record<string, string> = {};
    try {
      for (const { agent: sender, session } of ready) {
        const { name, version } = sender;
        const times: number[] = [];
        for (const { agent, installed: program, home, work } of ready) {
          const { to, resume } = HANDOFFS[agent.name]!;
          const env = { HOME: home, PROMPT, ...agent.env };
          const options = { cwd: work, env, timeoutMs: TIMEOUT };
          const start = performance.now();
          const said = await runHost(command, ['handoff', session, '--to', to], options);
          times.push(performance.now() - start);
          const next = /^Go on with: (.+)$/m.exec(said)![1]!;
          const given = agent.command(program, { text: PROMPT, isResumed: false });
          const args = withResume(given.slice(1), resume(next));
          const pointed = pointAtProxy(given[0]!, args, env, model.url);
          const asking = { ...options, env: pointed.env };
          // opencode keeps sessions in a database: its own command puts them there.
          const imported = /^opencode (import \S+)/.exec(next)?.[1]?.split(' ');
          if (imported !== undefined) await runHost(given[0]!, imported, asking);
          const asked = model.requests.length;
          await runHost(given[0]!, pointed.args, asking);
          const { api, messages } = model.requests[asked]!;
          const sent = JSON.stringify(messages);
          for (const words of [
            'Report of the earlier part',
            TASK,
            'cat f1.txt',
            ' of file 18: ',
            PROMPT,
          ])
            assert.ok(sent.includes(words), `${name} to ${agent.name}: "${words}" is sent`);
          const conversation = messages.filter(
            (message) => (message as { readonly role?: unknown }).role !== 'system',
          );
          assert.deepEqual(providerChecks[api](conversation), []);
        }
        const report = await runHost(command, ['handoff', session, '--to', 'text'], {
          cwd: folder,
          env: { HOME: folder },
        });
        assert.ok(report.length < MAX_REPORT, `the report has ${report.length} characters`);
        const sizes = [statSync(session).size, Buffer.byteLength(report)].map(inKilobytes);
        const figure = `${sizes.join(', ')}, ${Math.round(Math.max(...times))} ms`;
        figures[`${name} ${version}`] = figure;
        note(`${name} to ${AGENTS.length} agents and a text: ${figure}`);
      }
      return figures;
    } finally {
      await model.close();
    }
  },
};

/** Returns the path of the only session of an agent. */
async function findSession({ agent, installed, folder, home, work }: Place): Promise<string> {
  const { log } = HANDOFFS[agent.name]!;
  if (log !== undefined) {
    const paths = readdirSync(home, { recursive: true, encoding: 'utf8' });
    const found = paths.filter((path) => log.test(path));
    assert.equal(found.length, 1, `${agent.name} has one session: ${found.join(', ')}`);
    return join(home, found[0]!);
  }
  const [cli = ''] = agent.command(installed, { text: '', isResumed: false });
  const options = { cwd: work, env: { HOME: home, ...agent.env } };
  const [id] = /ses_\w+/.exec(await runHost(cli, ['session', 'list'], options)) ?? [];
  const path = join(folder, 'exported.json');
  await runHost('sh', ['-c', `"${cli}" export ${id} > "${path}"`], options);
  return path;
}

function inKilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000).toLocaleString('en-US')} kB`;
}

function lastWords(text: string, count: number): readonly string[] {
  return text.split(' ').slice(-count);
}

/** Returns the arguments with those that resume a session before the prompt, or in the script that a shell runs. */
function withResume(args: readonly string[], resume: readonly string[]): readonly string[] {
  if (args[0] === '-c')
    return ['-c', args[1]!.replace(' "$PROMPT"', ` ${resume.join(' ')} "$PROMPT"`)];
  const options = args.slice(0, -1).filter((one) => !resume.includes(one));
  return [...options, ...resume, args.at(-1)!];
}
