import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pointAtProxy } from '../../packages/cli/src/proxy/run-command.ts';
import type { Prompt, ProxiedAgent } from './proxied-agents.ts';
import { runHost } from './run-host.ts';
import { startScriptedModel, type ModelRequest, type Recall } from './scripted-model.ts';

const TIMEOUT = 600_000;

export interface AgentRun {
  readonly requests: readonly ModelRequest[];
  readonly sideRequests: number;
  readonly recall: Recall | undefined;
  readonly output: string;
  readonly home: string;
}

/** Where an agent is, and how it reaches its model. */
export interface AgentPlace {
  readonly agent: ProxiedAgent;
  readonly installed: string;
  readonly folder: string;
  /** The command `palimpsest`, through which the agent runs. @default the agent asks the model itself */
  readonly command?: string;
  /** The folder of its home. @default one of its own, with the command and without */
  readonly home?: string;
}

/** Runs an agent against a new model, in a home that lasts. The model runs each command once. */
export async function runAgent(
  { agent, installed, folder, command, ...given }: AgentPlace,
  prompt: Prompt,
  commands: readonly string[],
): Promise<AgentRun> {
  const home = given.home ?? join(folder, command === undefined ? 'home-direct' : 'home-proxied');
  mkdirSync(home, { recursive: true });
  if (!prompt.isResumed) agent.configure?.(home);
  const steps = commands.map((text) => ({ shell: `${text}${agent.afterCommand ?? ''}` }));
  const model = await startScriptedModel(TIMEOUT, { steps, isAgent: true });
  try {
    const words = agent.command(installed, prompt);
    const variables = { HOME: home, PROMPT: prompt.text, ...agent.env };
    const { program, args, env } =
      command === undefined
        ? pointAtModel(words, variables, model.url)
        : { program: command, args: throughProxy(agent, words, model.url), env: variables };
    const options = { cwd: join(folder, 'work'), env, timeoutMs: TIMEOUT };
    const output = await runHost(program, args, options);
    const { requests, sideRequests } = model;
    const { length } = sideRequests;
    return { requests, sideRequests: length, recall: model.recall(), output, home };
  } finally {
    await model.close();
  }
}

function pointAtModel(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  url: string,
) {
  return { program, ...pointAtProxy(program, args, env, url) };
}

function throughProxy({ window }: ProxiedAgent, given: readonly string[], url: string) {
  const upstreams = ['anthropic', 'openai', 'gemini'].flatMap((name) => [
    '--upstream',
    `${name}=${url}`,
  ]);
  return ['run', '--window', String(window), ...upstreams, '--', ...given];
}
