import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkPi } from './check-pi.ts';
import type { HostCheck } from './host-check.ts';
import { kiloCli, opencodeCli } from './opencode-hosts.ts';
import { TASK } from './requests.ts';
import { installs } from './run-host.ts';

/** A released agent, and how it is driven. */
export interface ProxiedAgent {
  readonly name: string;
  readonly version: string;
  readonly install: HostCheck['install'];
  /** Context window of the proxy in tokens: large enough for the agent's own instructions. */
  readonly window: number;
  /** Writes its configuration into a fresh home. */
  readonly configure?: (home: string) => void;
  readonly env?: NodeJS.ProcessEnv;
  /** What follows each shell command of the model. */
  readonly afterCommand?: string;
  /** Returns the command that asks it for the task. The base URLs are in its environment. */
  readonly command: (installed: string) => readonly string[];
}

const CLAUDE_CODE = '2.1.332';
const CODEX = '0.171.0';
const GEMINI_CLI = '0.61.0';
const QWEN_CODE = '0.24.4';
const CLINE = '3.0.65';
const OPENCLAW = '2026.9.6';

/** Limits of the scripted model, as agents are told them: they never compact on their own. */
const CONTEXT = 1_000_000;
const OUTPUT = 2_000;
const FREE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

export const PROXIED_AGENTS: readonly ProxiedAgent[] = [
  {
    name: 'pi',
    version: checkPi.version,
    install: (folder) => checkPi.install(folder),
    window: 64_000,
    env: { PI_OFFLINE: '1', PI_TELEMETRY: '0' },
    command: (installed) => {
      const models = [
        { id: 'scripted', contextWindow: CONTEXT, maxTokens: OUTPUT, input: ['text'], cost: FREE },
      ];
      const provider = { baseUrl: 'URL', api: 'anthropic-messages', apiKey: 'none', models };
      return withFile(
        '.pi/agent/models.json',
        { providers: { scripted: provider } },
        '$ANTHROPIC_BASE_URL',
        `"${binOf(installed, 'pi')}" -p --model scripted/scripted "$TASK"`,
      );
    },
  },
  {
    name: 'gemini-cli',
    version: GEMINI_CLI,
    install: installs(`@google/gemini-cli@${GEMINI_CLI}`),
    window: 64_000,
    env: { GEMINI_API_KEY: 'none', GEMINI_TELEMETRY_ENABLED: 'false' },
    configure: (home) =>
      write(join(home, '.gemini/settings.json'), {
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
      }),
    command: (installed) =>
      commandOf(installed, 'gemini', '--skip-trust --yolo -o stream-json -m gemini-2.5-pro -p'),
  },
  {
    name: 'codex',
    version: CODEX,
    install: installs(`@openai/codex@${CODEX}`),
    window: 64_000,
    env: { CODEX_API_KEY: 'none', OPENAI_API_KEY: 'none' },
    configure: (home) =>
      write(
        join(home, '.codex/config.toml'),
        'model = "gpt-5.5"\ncheck_for_update_on_startup = false\n[analytics]\nenabled = false\n',
      ),
    command: (installed) =>
      commandOf(
        installed,
        'codex',
        'exec --json --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox',
      ),
  },
  {
    name: 'claude-code',
    version: CLAUDE_CODE,
    install: installs(`@anthropic-ai/claude-code@${CLAUDE_CODE}`),
    window: 80_000,
    env: {
      ANTHROPIC_API_KEY: 'none',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    command: (installed) =>
      commandOf(
        installed,
        'claude',
        '-p --allowedTools=Bash --output-format=stream-json --verbose --',
      ),
  },
  {
    name: 'opencode',
    version: opencodeCli.version,
    install: (folder) => opencodeCli.install(folder),
    window: 64_000,
    env: { ...opencodeCli.env, ANTHROPIC_API_KEY: 'none' },
    configure: (home) =>
      opencodeCli.configure(home, {
        anthropic: { models: { scripted: { limit: { context: CONTEXT, output: OUTPUT } } } },
      }),
    command: (installed) => [
      opencodeCli.program(installed),
      'run',
      '-m',
      'anthropic/scripted',
      TASK,
    ],
  },
  {
    name: 'kilo',
    version: kiloCli.version,
    install: (folder) => kiloCli.install(folder),
    window: 64_000,
    env: { ...kiloCli.env, OPENAI_API_KEY: 'none' },
    configure: (home) =>
      kiloCli.configure(home, {
        openai: { models: { scripted: { limit: { context: CONTEXT, output: OUTPUT } } } },
      }),
    command: (installed) => [kiloCli.program(installed), 'run', '-m', 'openai/scripted', TASK],
  },
  {
    name: 'qwen-code',
    version: QWEN_CODE,
    install: installs('--omit=optional', `@qwen-code/qwen-code@${QWEN_CODE}`),
    window: 80_000,
    // On a busy machine it loses the output of a command that ends at once.
    afterCommand: '; sleep 0.2',
    env: { OPENAI_API_KEY: 'none', OPENAI_MODEL: 'scripted', QWEN_CODE_SUPPRESS_YOLO_WARNING: '1' },
    configure: (home) =>
      write(join(home, '.qwen/settings.json'), {
        general: { disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        model: { generationConfig: { contextWindowSize: CONTEXT } },
      }),
    command: (installed) => commandOf(installed, 'qwen', '--yolo -p'),
  },
  {
    name: 'cline',
    version: CLINE,
    install: installs(`cline@${CLINE}`),
    window: 32_000,
    command: (installed) => {
      const cli = `"${binOf(installed, 'cline')}"`;
      // Its server would go on after the run.
      return shell(
        `${cli} auth openai-compatible -k none -m scripted -b "$OPENAI_BASE_URL" && ${cli} --json --compaction off "$TASK"; code=$?; ${cli} hub stop; exit $code`,
      );
    },
  },
  {
    name: 'openclaw',
    version: OPENCLAW,
    install: installs(`openclaw@${OPENCLAW}`),
    window: 80_000,
    command: (installed) => {
      const model = {
        id: 'scripted',
        name: 'scripted',
        contextWindow: CONTEXT,
        maxTokens: OUTPUT,
        input: ['text'],
        reasoning: false,
        cost: FREE,
      };
      const local = { baseUrl: 'URL', apiKey: 'none', api: 'openai-completions', models: [model] };
      const config = {
        models: { providers: { local } },
        agents: { defaults: { model: { primary: 'local/scripted' }, workspace: 'WORK' } },
        tools: { exec: { security: 'full', ask: 'off' } },
      };
      return withFile(
        '.openclaw/openclaw.json',
        config,
        '$OPENAI_BASE_URL',
        `"${binOf(installed, 'openclaw')}" agent --local --session-id scripted -m "$TASK"`,
      );
    },
  },
];

function binOf(installed: string, name: string): string {
  return join(installed, 'node_modules', '.bin', name);
}

/** Returns a command with options, and the task at the end. */
function commandOf(installed: string, name: string, options: string): readonly string[] {
  return [binOf(installed, name), ...options.split(' '), TASK];
}

function shell(script: string): readonly string[] {
  return ['sh', '-c', script];
}

/** Returns a command that writes a file of settings with a base URL from the environment, for agents that read it from such a file only. */
function withFile(path: string, settings: object, url: string, command: string): readonly string[] {
  const edits = `-e "s|\\"URL\\"|\\"${url}\\"|" -e "s|\\"WORK\\"|\\"$PWD\\"|"`;
  return shell(
    `mkdir -p ~/${dirname(path)} && echo '${JSON.stringify(settings)}' | sed ${edits} > ~/${path} && ${command}`,
  );
}

function write(file: string, value: object | string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
}
