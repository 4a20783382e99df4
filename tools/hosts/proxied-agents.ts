import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkPi } from './check-pi.ts';
import type { HostCheck } from './host-check.ts';
import { kiloCli, opencodeCli } from './opencode-hosts.ts';
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
  /** Whether a command can continue its last session. @default yes */
  readonly canResume?: boolean;
  /** What follows each shell command of the model. */
  readonly afterCommand?: string;
  /** Returns the command that asks it. The base URLs are in its environment, and the text of the prompt as `PROMPT`. */
  readonly command: (installed: string, prompt: Prompt) => readonly string[];
}

/** What an agent is asked. */
export interface Prompt {
  readonly text: string;
  /** Whether it continues the last session of its home. */
  readonly isResumed: boolean;
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
    command: (installed, prompt) => {
      const models = [
        { id: 'scripted', contextWindow: CONTEXT, maxTokens: OUTPUT, input: ['text'], cost: FREE },
      ];
      const provider = { baseUrl: 'URL', api: 'anthropic-messages', apiKey: 'none', models };
      return withFile(
        '.pi/agent/models.json',
        { providers: { scripted: provider } },
        '$ANTHROPIC_BASE_URL',
        `"${binOf(installed, 'pi')}" -p${prompt.isResumed ? ' --continue' : ''} --model scripted/scripted "$PROMPT"`,
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
    command: (installed, prompt) =>
      commandOf(
        installed,
        'gemini',
        `${prompt.isResumed ? '--resume latest ' : ''}--skip-trust --yolo -o stream-json -m gemini-2.5-pro -p`,
        prompt,
      ),
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
    command: (installed, prompt) =>
      commandOf(
        installed,
        'codex',
        `exec ${prompt.isResumed ? 'resume --last ' : ''}--json --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox`,
        prompt,
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
    command: (installed, prompt) =>
      commandOf(
        installed,
        'claude',
        `-p ${prompt.isResumed ? '--continue ' : ''}--allowedTools=Bash --output-format=stream-json --verbose --`,
        prompt,
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
    command: (installed, prompt) => [
      opencodeCli.program(installed),
      'run',
      ...(prompt.isResumed ? ['--continue'] : []),
      '-m',
      'anthropic/scripted',
      prompt.text,
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
    command: (installed, prompt) => [
      kiloCli.program(installed),
      'run',
      ...(prompt.isResumed ? ['--continue'] : []),
      '-m',
      'openai/scripted',
      prompt.text,
    ],
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
    command: (installed, prompt) =>
      commandOf(installed, 'qwen', `${prompt.isResumed ? '--continue ' : ''}--yolo -p`, prompt),
  },
  {
    name: 'cline',
    version: CLINE,
    install: installs(`cline@${CLINE}`),
    window: 32_000,
    // Only in its terminal interface.
    canResume: false,
    command: (installed) => {
      const cli = `"${binOf(installed, 'cline')}"`;
      // Its server would go on after the run.
      return shell(
        `${cli} auth openai-compatible -k none -m scripted -b "$OPENAI_BASE_URL" && ${cli} --json --compaction off "$PROMPT"; code=$?; ${cli} hub stop; exit $code`,
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
        `"${binOf(installed, 'openclaw')}" agent --local --session-id scripted -m "$PROMPT"`,
      );
    },
  },
];

function binOf(installed: string, name: string): string {
  return join(installed, 'node_modules', '.bin', name);
}

/** Returns a command with options, and the prompt at the end. */
function commandOf(
  installed: string,
  name: string,
  options: string,
  { text }: Prompt,
): readonly string[] {
  return [binOf(installed, name), ...options.split(' '), text];
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
