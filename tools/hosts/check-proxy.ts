import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkAnthropic,
  checkGemini,
  checkOpenAI,
  checkOpenAIResponses,
  type FormatProblem,
} from '@palimpsest/formats';
import { checkPi } from './check-pi.ts';
import type { HostCheck } from './host-check.ts';
import { fileOf, TASK } from './requests.ts';
import { runHost } from './run-host.ts';
import { messagesIn, startAgentModel, type AgentRequest } from './scripted-agent-model.ts';
import type { ApiName } from './scripted-apis.ts';

const FILES = 20;
const TURNS = 2 * FILES;
const LINES = 180;

/** A released agent, and how it is driven. */
interface Agent {
  readonly name: string;
  readonly install: HostCheck['install'];
  /** Context window of the proxy in tokens: large enough for the agent's own instructions. */
  readonly window: number;
  /** Writes its configuration into a fresh home. */
  readonly configure?: (home: string) => void;
  readonly env?: NodeJS.ProcessEnv;
  /** Returns the shell command that runs it with the base URLs of the proxy in its environment. */
  readonly command: (installed: string) => string;
}

function installs(...packages: readonly string[]): HostCheck['install'] {
  return async (folder) => {
    const inFolder = { cwd: folder, env: process.env, timeoutMs: 600_000 };
    await runHost('npm', ['install', '--no-save', ...packages], inFolder);
  };
}

function write(home: string, path: string, value: object | string): void {
  const file = join(home, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
}

const AGENTS: readonly Agent[] = [
  {
    name: 'proxy-pi',
    install: (folder) => checkPi.install(folder),
    window: 32_000,
    env: { PI_OFFLINE: '1', PI_TELEMETRY: '0' },
    command: (installed) => {
      // pi takes the base URL of a model from a file only.
      const models = `{"providers":{"scripted":{"baseUrl":"'$ANTHROPIC_BASE_URL'","api":"anthropic-messages","apiKey":"none","models":[{"id":"scripted","contextWindow":1000000,"maxTokens":2000,"input":["text"],"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0}}]}}}`;
      const cli = `"${process.execPath}" "${join(installed, 'package', 'dist', 'bundle', 'cli.js')}"`;
      return `mkdir -p ~/.pi/agent && echo '${models}' > ~/.pi/agent/models.json && ${cli} -p --model scripted/scripted "$TASK"`;
    },
  },
  {
    name: 'proxy-gemini-cli',
    install: installs('@google/gemini-cli@0.61.0'),
    window: 32_000,
    env: { GEMINI_API_KEY: 'none', GEMINI_TELEMETRY_ENABLED: 'false' },
    configure: (home) =>
      write(home, '.gemini/settings.json', {
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
      }),
    command: (installed) =>
      `"${process.execPath}" "${join(installed, 'node_modules', '.bin', 'gemini')}" --skip-trust --yolo -o stream-json -m gemini-2.5-pro -p "$TASK"`,
  },
  {
    name: 'proxy-codex',
    install: installs('@openai/codex@0.169.0'),
    window: 32_000,
    env: { CODEX_API_KEY: 'none', OPENAI_API_KEY: 'none' },
    configure: (home) =>
      write(
        home,
        '.codex/config.toml',
        'model = "gpt-5.5"\ncheck_for_update_on_startup = false\n[analytics]\nenabled = false\n',
      ),
    command: (installed) => {
      const cli = join(installed, 'node_modules', '.bin', 'codex');
      return `"${cli}" -c openai_base_url="\\"$OPENAI_BASE_URL\\"" exec --json --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox "$TASK" </dev/null`;
    },
  },
  {
    name: 'proxy-claude-code',
    install: installs('@anthropic-ai/claude-code@2.1.330'),
    window: 48_000,
    env: {
      ANTHROPIC_API_KEY: 'none',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    command: (installed) => {
      const cli = join(installed, 'node_modules', '.bin', 'claude');
      return `"${cli}" -p --allowedTools=Bash --output-format=stream-json --verbose -- "$TASK" </dev/null`;
    },
  },
  {
    name: 'proxy-opencode',
    install: installs('opencode-ai@1.18.33', '@ai-sdk/openai-compatible'),
    window: 32_000,
    env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
    configure: (home) =>
      write(home, '.config/opencode/opencode.json', {
        permission: { '*': 'allow' },
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: '{env:OPENAI_BASE_URL}', apiKey: 'none' },
            models: { scripted: { limit: { context: 1_000_000, output: 2_000 } } },
          },
        },
      }),
    command: (installed) => {
      const platform = `opencode-${process.platform}-${process.arch}`;
      const cli = join(installed, 'node_modules', platform, 'bin', 'opencode');
      return `"${cli}" run -m scripted/scripted "$TASK" </dev/null`;
    },
  },
];

/** Drives released agents through the proxy, as the published command starts it. */
export const PROXY_CHECKS: readonly HostCheck[] = AGENTS.map((agent) => ({
  name: agent.name,
  install: agent.install,
  async check({ installed, command, folder, note }) {
    const home = join(folder, 'home');
    const work = join(folder, 'work');
    for (const path of [home, work]) mkdirSync(path, { recursive: true });
    for (let at = 1; at <= FILES; at += 1)
      writeFileSync(join(work, `f${at}.txt`), fileOf(at, LINES));
    agent.configure?.(home);
    const commands = Array.from({ length: TURNS }, (_, at) => `cat f${(at % FILES) + 1}.txt`);
    const model = await startAgentModel(commands, 400_000);
    try {
      const upstreams = ['anthropic', 'openai', 'gemini'].flatMap((name) => [
        '--upstream',
        `${name}=${model.url}`,
      ]);
      const options = ['run', '--window', String(agent.window), ...upstreams];
      const output = await runHost(
        process.execPath,
        [command, ...options, '--', 'sh', '-c', agent.command(installed)],
        { cwd: work, env: { HOME: home, TASK, ...agent.env }, timeoutMs: 300_000 },
      );
      const { requests } = model;
      assert.ok(requests.length > TURNS, `${requests.length} requests of ${TURNS} turns`);
      const problems = requests
        .flatMap(problemsOf)
        .filter(({ rule }) => rule !== 'duplicate-result');
      assert.deepEqual(problems, []);
      const last = JSON.stringify(requests.at(-1)!.body);
      assert.ok(last.includes(TASK), 'the demands stand in the last request');
      const isRecalled = requests.some(({ body }) =>
        /: lines 1 to 2 of /.test(JSON.stringify(body)),
      );
      assert.ok(isRecalled, 'the recall call was answered');
      const summary = /palimpsest: (.*)/.exec(output)?.[1] ?? '';
      const share = Number(/\((\d+(?:\.\d+)?) %\)/.exec(summary)?.[1] ?? Number.NaN);
      note(summary);
      note(
        `${(100 * prefixShare(requests)).toFixed(1)} % of the messages are those of the request before`,
      );
      assert.ok(share <= 55, `${share} % of the bytes were sent`);
    } finally {
      await model.close();
    }
  },
}));

const CHECKERS: Readonly<Record<ApiName, (messages: never) => readonly FormatProblem[]>> = {
  anthropic: checkAnthropic,
  openai: checkOpenAI,
  'openai-responses': checkOpenAIResponses,
  gemini: checkGemini,
};

function problemsOf(request: AgentRequest): readonly FormatProblem[] {
  return CHECKERS[request.api](messagesIn(request.body) as never);
}

/** Returns the share of the sent messages, by characters, that a cache of the previous request holds. */
function prefixShare(requests: readonly AgentRequest[]): number {
  let sent = 0;
  let cached = 0;
  let before: readonly string[] = [];
  for (const request of requests) {
    const messages = messagesIn(request.body).map((message) =>
      withoutMarks(JSON.stringify(message)),
    );
    let isSame = true;
    for (const [at, message] of messages.entries()) {
      isSame &&= before[at] === message;
      sent += message.length;
      if (isSame) cached += message.length;
    }
    before = messages;
  }
  return cached / sent;
}

/** Agents move marks of the prompt cache with each request. */
function withoutMarks(json: string): string {
  return json.replaceAll(/,"cache_control":\{[^{}]*\}/g, '');
}
