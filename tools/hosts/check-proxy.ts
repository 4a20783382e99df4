import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { providerChecks } from '../../packages/formats/test/checker/provider-checks.ts';
import { estimateTokens } from '@palimpsest/engine/tokens';
import { pointAtProxy } from '../../packages/cli/src/proxy/run-command.ts';
import type { HostCheck } from './host-check.ts';
import { PROXIED_AGENTS, type ProxiedAgent } from './proxied-agents.ts';
import { fileOf, TASK } from './requests.ts';
import { runHost } from './run-host.ts';
import {
  DONE,
  messagesIn,
  startAgentModel,
  takesReasoning,
  type AgentRequest,
  type Recall,
} from './scripted-agent-model.ts';
import { measurePrefix } from './prefix-share.ts';

const FILES = 18;
const TURNS = 2 * FILES;
/** Of a file of 20 kB. */
const LINES = 420;
/** Maximum share of the tokens that is sent. */
const SHARE = 0.55;
const TIMEOUT = 600_000;

/** Drives released agents without the proxy and through it, as the published command starts it, and compares both. */
export const PROXY_CHECKS: readonly HostCheck[] = PROXIED_AGENTS.map((agent) => ({
  name: `proxy-${agent.name}`,
  version: agent.version,
  install: agent.install,
  async check({ installed, command, folder, note }) {
    const work = join(folder, 'work');
    mkdirSync(work, { recursive: true });
    for (let at = 1; at <= FILES; at += 1)
      writeFileSync(join(work, `f${at}.txt`), fileOf(at, LINES));

    const direct = await runAgent(agent, folder, 'direct', (url, env) => {
      const [program = '', ...given] = agent.command(installed);
      const pointed = pointAtProxy(program, given, env, url);
      return { program, args: pointed.args, env: pointed.env };
    });
    const proxied = await runAgent(agent, folder, 'proxied', (url, env) => {
      const upstreams = ['anthropic', 'openai', 'gemini'].flatMap((name) => [
        '--upstream',
        `${name}=${url}`,
      ]);
      const options = ['run', '--window', String(agent.window), ...upstreams, '--'];
      return { program: command, args: [...options, ...agent.command(installed)], env };
    });

    const { requests } = proxied;
    assert.ok(requests.length > TURNS, `${requests.length} requests of ${TURNS} turns`);
    const known = new Set(direct.requests.flatMap(problemsOf).map(({ rule }) => rule));
    const problems = requests.flatMap(problemsOf).filter(({ rule }) => !known.has(rule));
    assert.deepEqual(problems, []);
    assert.ok(proxied.recall !== undefined, 'the model could recall');
    for (const { text } of requests)
      assert.ok(text.includes(TASK), 'the demands are in each request');
    assert.equal(proxied.sideRequests, direct.sideRequests, 'no model was asked for a summary');

    const { id, at } = proxied.recall;
    const answer = JSON.stringify(messagesIn(requests[at]!.body).slice(-3));
    assert.match(answer, new RegExp(`${id}.* of file `), 'the recall call was answered');
    assert.deepEqual(
      filesRead(requests).toSpliced(at, 1),
      filesRead(direct.requests),
      'the agent read the same files in the same order',
    );
    for (const { output } of [direct, proxied])
      assert.ok(output.includes(DONE), 'the agent ended with the answer of the model');
    assert.deepEqual(filesWith(id, proxied.home), [], 'the agent saw nothing of the recall');

    const summary = /palimpsest: (.*)/.exec(proxied.output)?.[1] ?? '';
    note(summary);
    const given = Number(/of ([\d,]+) bytes/.exec(summary)?.[1]?.replaceAll(',', ''));
    const alone = sum(direct.requests.map(({ text }) => Buffer.byteLength(text)));
    assert.ok(Math.abs(given / alone - 1) < 0.03, `the agent gave ${given} bytes, ${alone} alone`);
    const [tokens, without] = [requests, direct.requests].map((list) =>
      sum(list.map(({ text }) => estimateTokens(text))),
    ) as [number, number];
    const { all, between } = measurePrefix(requests);
    assert.ok(tokens / without <= SHARE, `${percent(tokens / without)} of the tokens were sent`);
    assert.ok(between >= 0.98, `${percent(between)} were the same between compressions`);
    return {
      turns: String(direct.requests.length),
      reasoning: requests.some(({ body }) => takesReasoning(body)) ? 'yes' : 'no',
      'tokens without': String(without),
      'tokens sent': String(tokens),
      share: percent(tokens / without),
      'messages of the request before': percent(all),
      'between compressions': percent(between),
    };
  },
}));

interface AgentRun {
  readonly requests: readonly AgentRequest[];
  readonly sideRequests: number;
  readonly recall: Recall | undefined;
  readonly output: string;
  readonly home: string;
}

/** Runs an agent in a home of its own against a new model. `start` returns the command for the URL of the model. */
async function runAgent(
  agent: ProxiedAgent,
  folder: string,
  name: string,
  start: (
    url: string,
    env: NodeJS.ProcessEnv,
  ) => {
    readonly program: string;
    readonly args: readonly string[];
    readonly env: NodeJS.ProcessEnv;
  },
): Promise<AgentRun> {
  const home = join(folder, `home-${name}`);
  mkdirSync(home, { recursive: true });
  agent.configure?.(home);
  const commands = Array.from(
    { length: TURNS },
    (_, at) => `cat f${(at % FILES) + 1}.txt${agent.afterCommand ?? ''}`,
  );
  const model = await startAgentModel(commands, TIMEOUT);
  try {
    const { program, args, env } = start(model.url, { HOME: home, TASK, ...agent.env });
    const options = { cwd: join(folder, 'work'), env, timeoutMs: TIMEOUT };
    const output = await runHost(program, args, options);
    const { requests } = model;
    return { requests, sideRequests: model.sideRequests(), recall: model.recall(), output, home };
  } finally {
    await model.close();
  }
}

/** Returns what the checker of the provider finds in a request. */
function problemsOf({ api, body }: AgentRequest): readonly { readonly rule: string }[] {
  return providerChecks[api](messagesIn(body));
}

/** What stands before the number of a file in each call. */
const NUMBER = 'cat f';

/** Returns the number of the file that the newest call in each request read. */
function filesRead(requests: readonly AgentRequest[]): readonly (string | undefined)[] {
  return requests.map(({ body }) => {
    const text = JSON.stringify(messagesIn(body));
    return /^\d+/.exec(text.slice(text.lastIndexOf(NUMBER) + NUMBER.length))?.[0];
  });
}

/** Returns the files of a home with a text in them, without those of the proxy. */
function filesWith(text: string, home: string): readonly string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(
      (path) =>
        !relative(home, path).startsWith(join('.local', 'state', 'palimpsest')) &&
        statSync(path).size < 100_000_000 &&
        readFileSync(path).includes(text),
    )
    .map((path) => relative(home, path));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
