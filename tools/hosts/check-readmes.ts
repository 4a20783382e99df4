import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packedPackages } from '../packed-packages.ts';
import { startLoopbackRegistry } from '../release/loopback-registry.ts';
import type { HostCheck } from './host-check.ts';
import { opencodeCli } from './opencode-hosts.ts';
import { assertValid, fileOf, sizeOf, TASK } from './requests.ts';
import { runHost } from './run-host.ts';
import { startScriptedModel } from './scripted-model.ts';

const FILES = 20;
const STEPS = 45;
const TIMEOUT = 600_000;

/** What a README tells a new user to type. */
interface FirstSteps {
  /** The package. */
  readonly name: string;
  /** The section of its README with the commands. */
  readonly section: string;
  /** What follows the last command, because nobody is there to type the task. */
  readonly headless: string;
  readonly env?: (url: string) => NodeJS.ProcessEnv;
  readonly configure?: (home: string, url: string) => void;
  /** Name of the recall tool. */
  readonly tool: string;
}

const CLAUDE = '-p --allowedTools=Bash --autocompact 233000 -- "$TASK" </dev/null';
const CLAUDE_ENV = { DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
/** With a prefix of its own, npm does not read the machine's configuration, which may name these. */
const CERTIFICATES = { NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] };
const SCRIPTED = { limit: { context: 200_000, output: 16_000 } };

const FIRST_STEPS: readonly FirstSteps[] = [
  {
    name: 'proxy',
    section: 'Use',
    headless: ` ${CLAUDE}`,
    env: (url) => ({ ANTHROPIC_BASE_URL: url, ...CLAUDE_ENV }),
    tool: 'recall',
  },
  {
    name: 'claude-code',
    section: 'Install',
    headless: `\nclaude ${CLAUDE}`,
    env: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none', ...CLAUDE_ENV }),
    tool: 'mcp__palimpsest__recall',
  },
  {
    name: 'opencode',
    section: 'Install',
    headless: ' run -m anthropic/scripted "$TASK" </dev/null',
    env: (url) => ({
      ...opencodeCli.env,
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        permission: { '*': 'allow' },
        provider: {
          anthropic: {
            options: { baseURL: `${url}/v1`, apiKey: 'none' },
            models: { scripted: SCRIPTED },
          },
        },
      }),
    }),
    tool: 'recall',
  },
  {
    name: 'pi',
    section: 'Install',
    headless: ' -p --model scripted/scripted "$TASK" </dev/null',
    env: () => ({ PI_TELEMETRY: '0' }),
    configure(home, url) {
      const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
      const { context: contextWindow, output: maxTokens } = SCRIPTED.limit;
      const model = { id: 'scripted', contextWindow, maxTokens, input: ['text'], cost };
      const provider = { baseUrl: url, api: 'anthropic-messages', apiKey: 'none', models: [model] };
      const folder = join(home, '.pi', 'agent');
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, 'models.json'),
        JSON.stringify({ providers: { scripted: provider } }),
      );
    },
    tool: 'recall',
  },
];

/**
 * Types what the README of the proxy and of each plugin says, in an empty home, with the packed packages in a registry, until the first
 * compaction.
 */
export const README_CHECKS: readonly HostCheck[] = FIRST_STEPS.map((steps) => ({
  name: `readme-${steps.name}`,
  version: 'newest',
  async install() {},
  async check({ command, folder, note }) {
    const home = join(folder, 'home');
    const work = join(folder, 'work');
    for (const path of [home, work]) mkdirSync(path, { recursive: true });
    for (let at = 1; at <= FILES; at += 1) writeFileSync(join(work, `f${at}.txt`), fileOf(at, 550));
    const others = await runHost('npm', ['config', 'get', 'registry'], {
      cwd: folder,
      env: process.env,
    });
    const packed = packedPackages();
    const registry = await startLoopbackRegistry({
      token: 'nobody publishes',
      lifetimeMs: TIMEOUT,
      given: (name) => [packed.get(name)].filter((one) => one !== undefined),
      others: others.trim(),
    });
    const model = await startScriptedModel(TIMEOUT);
    try {
      // A prefix of its own, as npm's documentation advises those who may not write to the system's.
      const prefix = join(home, '.npm-packages');
      writeFileSync(join(home, '.npmrc'), `registry=${registry.url}\nprefix=${prefix}\n`);
      steps.configure?.(home, model.url);
      model.play(
        Array.from({ length: STEPS }, (_, at) => ({ shell: `cat f${(at % FILES) + 1}.txt` })),
      );
      const commands = commandsIn(readFileSync(`packages/${steps.name}/README.md`, 'utf8'), steps);
      const path = `${join(prefix, 'bin')}:${process.env['PATH']}`;
      const env = { HOME: home, PATH: path, TASK, ...CERTIFICATES, ...steps.env?.(model.url) };
      const run = (program: string, ...args: readonly string[]): Promise<string> =>
        runHost(program, args, { cwd: work, env, timeoutMs: TIMEOUT });
      await run('bash', '-e', '-c', `${commands}${steps.headless}`);
      const { requests } = model;
      assertValid(requests);
      const names = requests.at(-1)?.tools?.map(({ name }) => name) ?? [];
      assert.ok(names.includes(steps.tool), 'the model can recall');
      const sizes = requests.map(sizeOf);
      const first = sizes.findIndex((size, at) => at > 0 && size < 0.8 * sizes[at - 1]!);
      assert.ok(first > 0, 'a compaction happened');
      note(
        `${commands.split('\n').length} commands to a first compaction, at request ${first + 1}`,
      );
      if (steps.name !== 'proxy') {
        for (const [verb, state] of [
          ['uninstall', 'the plugin is not installed'],
          ['install', 'the plugin is in'],
        ] as const) {
          await run(command, verb, steps.name);
          assert.ok((await run(command, 'doctor', steps.name)).includes(state), state);
        }
        note('palimpsest uninstalls the plugin, and installs it again');
      }
      return { commands: String(commands.split('\n').length) };
    } finally {
      await model.close();
      await registry.close();
    }
  },
}));

/** Returns the commands of the first shell block of a section, with a key in place of `…`. @throws {Error} when there is none */
function commandsIn(markdown: string, { name, section }: FirstSteps): string {
  const text = markdown.split(/^## /m).find((part) => part.startsWith(`${section}\n`));
  const [, commands] = /```sh\n([^]*?)\n```/.exec(text ?? '') ?? [];
  if (commands !== undefined) return commands.replaceAll('…', 'none');
  throw new Error(`packages/${name}/README.md: expected commands below ${section}, got none.`);
}
