import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Arguments } from '../arguments/command.ts';
import { suggest } from '../arguments/suggest.ts';
import { UsageError, withReadErrors } from '../errors.ts';
import { homeOf } from '../folders.ts';
import type { MainIo } from '../main-io.ts';
import { quote } from '../terminal/printable.ts';
import { membersAt, namesAt, parseSettings } from './settings-text.ts';

/** A coding agent. One without a plugin goes through the proxy. */
export interface Agent {
  readonly name: string;
  readonly program: string;
  /** The version that the plugin or the proxy was tested with. */
  readonly tested: string;
  /** Returns the paths that the configuration of a person may have. */
  readonly files: (env: MainIo['env']) => readonly string[];
  /** Returns what in the text of a configuration is in the way, in sentences. */
  readonly obstacles?: (text: string) => readonly (string | false)[];
  readonly plugin?: Plugin;
}

export type Host = Agent & { readonly plugin: Plugin };

/** A plugin of Palimpsest, and the arguments of the agent's own commands for it. */
interface Plugin {
  readonly name: string;
  /** The member of the configuration that has the name. */
  readonly key: string;
  readonly install: readonly (readonly string[])[];
  /** Without such a command, the name is removed from the configuration. */
  readonly uninstall?: readonly string[];
  /** Returns the arguments that make the agent check the plugin that a configuration names. */
  readonly validate?: (configuration: unknown) => readonly string[];
}

const CLAUDE_CODE = dirname(
  fileURLToPath(import.meta.resolve('@palimpsest/claude-code/package.json')),
);

export const HOSTS: readonly Host[] = [
  {
    name: 'claude-code',
    program: 'claude',
    tested: '2.1.332',
    files: (env) => [join(folderIn(env, 'CLAUDE_CONFIG_DIR', '.claude'), 'settings.json')],
    plugin: {
      name: 'palimpsest@palimpsest',
      key: 'enabledPlugins',
      install: [
        ['plugin', 'validate', CLAUDE_CODE],
        ['plugin', 'marketplace', 'add', CLAUDE_CODE],
        ['plugin', 'install', 'palimpsest@palimpsest'],
      ],
      uninstall: ['plugin', 'marketplace', 'remove', 'palimpsest'],
      validate: (configuration) => {
        const known = membersAt(configuration, 'extraKnownMarketplaces');
        const { path } = membersAt(known, 'palimpsest', 'source');
        return ['plugin', 'validate', typeof path === 'string' ? path : CLAUDE_CODE];
      },
    },
  },
  opencodeHost('opencode', '1.18.33', ['opencode.jsonc', 'opencode.json']),
  opencodeHost('kilo', '7.7.7', ['kilo.jsonc', 'kilo.json', 'opencode.jsonc', 'opencode.json']),
  {
    name: 'pi',
    program: 'pi',
    tested: '1.6.0',
    files: (env) => [join(folderIn(env, 'PI_CODING_AGENT_DIR', '.pi', 'agent'), 'settings.json')],
    plugin: {
      name: 'npm:@palimpsest/pi',
      key: 'packages',
      install: [['install', 'npm:@palimpsest/pi']],
      uninstall: ['remove', 'npm:@palimpsest/pi'],
    },
  },
];

/** Returns opencode or a fork of it, which loads the same plugins. */
function opencodeHost(name: string, tested: string, files: readonly string[]): Host {
  const plugin = '@palimpsest/opencode';
  return {
    name,
    program: name,
    tested,
    files: (env) =>
      files.map((file) => join(folderIn(env, 'XDG_CONFIG_HOME', '.config'), name, file)),
    obstacles: (text) => {
      const { prune } = membersAt(parseSettings(text), 'compaction');
      const { model } = membersAt(parseSettings(text), 'agent', 'compaction');
      return [
        prune === true &&
          `compaction.prune is on: ${name} clears old results, and sends only the rest.`,
        typeof model === 'string' &&
          `agent.compaction.model is set: the compaction of ${name} itself asks ${model}.`,
      ];
    },
    plugin: { name: plugin, key: 'plugin', install: [['plugin', '--global', plugin]] },
  };
}

/** Share of the window below which Gemini CLI would compress before the proxy does. */
const MIN_SHARE = 0.5;

export const AGENTS: readonly Agent[] = [
  ...HOSTS,
  {
    name: 'codex',
    program: 'codex',
    tested: '0.171.0',
    files: (env) => [join(folderIn(env, 'CODEX_HOME', '.codex'), 'config.toml')],
    obstacles: (text) => {
      // The keys before the first table.
      const [before = ''] = text.split(/^\s*\[/m, 1);
      const [provider, limit] = ['model_provider', 'model_auto_compact_token_limit'].map((key) =>
        new RegExp(`^\\s*${key}\\s*=\\s*"?([^"#\\n]*)`, 'm').exec(before)?.[1]?.trim(),
      );
      return [
        provider !== undefined &&
          provider !== 'openai' &&
          `model_provider is ${provider}: its requests do not go to openai_base_url. Set base_url of this provider to the proxy instead.`,
        limit !== undefined &&
          `model_auto_compact_token_limit is ${limit}: Codex asks for a compaction at this size. The proxy answers it without a model, but earlier than needed. Remove it.`,
      ];
    },
  },
  {
    name: 'gemini-cli',
    program: 'gemini',
    tested: '0.61.0',
    files: (env) => [join(homeOf(env), '.gemini', 'settings.json')],
    obstacles: (text) => {
      const { compressionThreshold: share } = membersAt(parseSettings(text), 'model');
      const { selectedType } = membersAt(parseSettings(text), 'security', 'auth');
      return [
        typeof share === 'number' &&
          share < MIN_SHARE &&
          `model.compressionThreshold is ${share}: Gemini CLI asks a model for a summary at this share of the window, before the proxy shortens. Set it to 0.9.`,
        typeof selectedType === 'string' &&
          selectedType !== 'gemini-api-key' &&
          `security.auth.selectedType is ${selectedType}: only requests with an API key go to GOOGLE_GEMINI_BASE_URL.`,
      ];
    },
  },
];

/** Returns the folder that a variable names, or else one in the home of the person. */
function folderIn(env: MainIo['env'], variable: string, ...path: readonly string[]): string {
  return env[variable] || join(homeOf(env), ...path);
}

/** Returns the agent that a person named. */
export function readAgent<One extends Agent>(given: Arguments, agents: readonly One[]): One {
  const wanted = given.positional ?? '';
  const found = agents.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  const names = agents.map(({ name }) => name);
  const seen = wanted === '' ? 'none.' : `${quote(wanted)}.${suggest(wanted, names)}`;
  throw new UsageError(`Expected one of ${names.join(', ')}, got ${seen}`);
}

/** A configuration file of a person. */
interface Configuration {
  readonly file: string;
  readonly text: string;
  /** `undefined` where the text is not valid JSON in UTF-8. */
  readonly value: unknown;
  /** Names of all plugins that it turns on, and the place of ours, or -1. */
  readonly names: readonly string[];
  readonly at: number;
}

/** Returns the configuration files of an agent that exist. */
export async function readConfigurations(
  { files, plugin }: Agent,
  env: MainIo['env'],
): Promise<readonly Configuration[]> {
  const existing = files(env).filter((file) => existsSync(file));
  const read = existing.map(async (file) => {
    const bytes = await withReadErrors(file, readFile(file));
    const text = bytes.toString();
    const value = isUtf8(bytes) ? parseSettings(text) : undefined;
    const names = namesAt(value, plugin?.key ?? '');
    // A version may follow.
    const at = names.findIndex((name) => `${name}@`.startsWith(`${plugin?.name}@`));
    return { file, text, value, names, at };
  });
  return await Promise.all(read);
}
