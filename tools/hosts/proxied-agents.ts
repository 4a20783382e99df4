import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPi } from './check-pi.ts';
import type { HostCheck } from './host-check.ts';
import { kiloCli, opencodeCli, type OpencodeCli } from './opencode-hosts.ts';
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
  /** Returns the command that asks it. The base URLs are in its environment, and the text of the prompt as `PROMPT`. */
  readonly command: (installed: string, prompt: Prompt) => readonly string[];
}

/** What an agent is asked. */
export interface Prompt {
  readonly text: string;
  /** Whether it continues the last session of its home. */
  readonly isResumed: boolean;
}

/** Limits of the scripted model, as agents are told them: they never compact on their own. */
const CONTEXT = 1_000_000;
const OUTPUT = 2_000;
const MODEL = {
  id: 'scripted',
  contextWindow: CONTEXT,
  maxTokens: OUTPUT,
  input: ['text'],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
};

const RESUME_CLINE = fileURLToPath(new URL('resume-cline.ts', import.meta.url));

export const PROXIED_AGENTS: readonly ProxiedAgent[] = [
  {
    name: 'pi',
    version: checkPi.version,
    install: (folder) => checkPi.install(folder),
    window: 64_000,
    env: { PI_OFFLINE: '1', PI_TELEMETRY: '0' },
    command: (installed, prompt) => {
      const provider = { baseUrl: 'URL', api: 'anthropic-messages', apiKey: 'none' };
      return withFile(
        '.pi/agent/models.json',
        { providers: { scripted: { ...provider, models: [{ ...MODEL, reasoning: true }] } } },
        '$ANTHROPIC_BASE_URL',
        `"${binOf(installed, 'pi')}" -p${prompt.isResumed ? ' --continue' : ''} --model scripted/scripted --thinking low "$PROMPT"`,
      );
    },
  },
  {
    ...fromNpm('gemini-cli', '@google/gemini-cli', '0.61.0'),
    window: 64_000,
    env: { GEMINI_API_KEY: 'none', GEMINI_TELEMETRY_ENABLED: 'false' },
    configure: (home) =>
      write(join(home, '.gemini/settings.json'), {
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
      }),
    command: commandOf('gemini', {
      first: '--skip-trust --yolo -o stream-json -m gemini-2.5-pro -p',
      resumed: '--resume latest --skip-trust --yolo -o stream-json -m gemini-2.5-pro -p',
    }),
  },
  {
    ...fromNpm('codex', '@openai/codex', '0.171.0'),
    window: 64_000,
    env: { CODEX_API_KEY: 'none', OPENAI_API_KEY: 'none' },
    configure: (home) =>
      write(
        join(home, '.codex/config.toml'),
        'model = "gpt-5.5"\ncheck_for_update_on_startup = false\n[analytics]\nenabled = false\n',
      ),
    command: commandOf('codex', {
      first: 'exec --json --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox',
      resumed:
        'exec resume --last --json --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox',
    }),
  },
  {
    ...fromNpm('claude-code', '@anthropic-ai/claude-code', '2.1.332'),
    window: 80_000,
    env: {
      ANTHROPIC_API_KEY: 'none',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    command: commandOf('claude', {
      first: '-p --allowedTools=Bash --output-format=stream-json --verbose --',
      resumed: '-p --continue --allowedTools=Bash --output-format=stream-json --verbose --',
    }),
  },
  fromOpencode(
    opencodeCli,
    'anthropic',
    { thinking: { type: 'enabled', budgetTokens: 1_024 } },
    { ANTHROPIC_API_KEY: 'none' },
  ),
  fromOpencode(
    kiloCli,
    'openai',
    { include: ['reasoning.encrypted_content'], store: false },
    { OPENAI_API_KEY: 'none' },
  ),
  {
    ...fromNpm('qwen-code', '@qwen-code/qwen-code', '0.24.4', '--omit=optional'),
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
    command: commandOf('qwen', { first: '--yolo -p', resumed: '--continue --yolo -p' }),
  },
  {
    ...fromNpm('cline', 'cline', '3.0.65'),
    window: 32_000,
    command: (installed, { isResumed }) => {
      const cli = `"${binOf(installed, 'cline')}"`;
      const run = isResumed
        ? `node "${RESUME_CLINE}" ${cli}`
        : `${cli} --json --compaction off "$PROMPT"`;
      // Its server would go on after the run.
      return shell(
        `${cli} auth openai-compatible -k none -m scripted -b "$OPENAI_BASE_URL" && ${run}; code=$?; ${cli} hub stop; exit $code`,
      );
    },
  },
  {
    ...fromNpm('openclaw', 'openclaw', '2026.9.6'),
    window: 80_000,
    command: (installed) => {
      const models = [{ ...MODEL, name: 'scripted', reasoning: true }];
      const local = { baseUrl: 'URL', apiKey: 'none', api: 'openai-completions', models };
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

/** @param options of `npm install` */
function fromNpm(
  name: string,
  packageName: string,
  version: string,
  ...options: readonly string[]
): Pick<ProxiedAgent, 'name' | 'version' | 'install'> {
  return { name, version, install: installs(...options, `${packageName}@${version}`) };
}

function fromOpencode(
  { name, version, install, env, ...cli }: OpencodeCli,
  provider: string,
  options: object,
  keys: NodeJS.ProcessEnv,
): ProxiedAgent {
  const limit = { context: CONTEXT, output: OUTPUT };
  const models = { scripted: { limit, reasoning: true, options } };
  return {
    name,
    version,
    install,
    window: 64_000,
    env: { ...env, ...keys },
    configure: (home) => cli.configure(home, { [provider]: { models } }),
    command: (installed, { text, isResumed }) => {
      const resumed = isResumed ? ['--continue'] : [];
      return [cli.program(installed), 'run', ...resumed, '-m', `${provider}/scripted`, text];
    },
  };
}

function binOf(installed: string, name: string): string {
  return join(installed, 'node_modules', '.bin', name);
}

/** Returns the command of a program with its options, and the prompt at the end. */
function commandOf(
  name: string,
  options: { readonly first: string; readonly resumed: string },
): ProxiedAgent['command'] {
  return (installed, { text, isResumed }) => {
    const given = isResumed ? options.resumed : options.first;
    return [binOf(installed, name), ...given.split(' '), text];
  };
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
