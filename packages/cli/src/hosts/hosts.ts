import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import type { Arguments } from '../arguments/command.ts';
import { suggest } from '../arguments/suggest.ts';
import { UsageError } from '../errors.ts';
import { homeOf } from '../folders.ts';
import type { MainIo } from '../main-io.ts';
import { quote } from '../terminal/printable.ts';
import { membersAt, parseSettings, type Setting } from './settings-text.ts';

/** A coding agent. */
interface Agent {
  readonly name: string;
  readonly program: string;
  /** The version that the plugin was tested with; of an agent without one, the proxy. */
  readonly tested: string;
  /** Returns the configuration file of a person: the one that exists, or the one to create. */
  readonly file: (env: MainIo['env']) => string;
}

/** An agent that a plugin of Palimpsest exists for. */
export interface Host extends Agent {
  /** Returns what makes the host load the plugin. */
  readonly settings: () => readonly Setting[];
  /** Returns what in a configuration is in the way of the plugin, in sentences. */
  readonly conflicts: (configuration: unknown) => readonly string[];
}

/** An agent without a plugin, which goes through the proxy. */
export interface ProxiedAgent extends Agent {
  /** Returns what in the text of a configuration keeps requests from the proxy, in sentences. */
  readonly obstacles: (text: string) => readonly string[];
}

/** Names of plugins that shorten or summarize a history, too. */
const OTHER_COMPACTOR = /compact|compress|prun|\bdcp\b|context-(?:manag|optim|sav|trim)/i;

export const HOSTS: readonly Host[] = [
  {
    name: 'claude-code',
    program: 'claude',
    tested: '2.1.332',
    file: (env) => join(env['CLAUDE_CONFIG_DIR'] || join(homeOf(env), '.claude'), 'settings.json'),
    settings: () => {
      const source = { source: 'directory', path: folderOfPlugin() };
      return [
        { path: ['extraKnownMarketplaces', 'palimpsest'], value: { source }, isElement: false },
        { path: ['enabledPlugins', 'palimpsest@palimpsest'], value: true, isElement: false },
      ];
    },
    conflicts: (configuration) => {
      const plugins = Object.entries(membersAt(configuration, 'enabledPlugins'));
      const { path } = membersAt(configuration, 'extraKnownMarketplaces', 'palimpsest', 'source');
      return [
        ...otherCompactors(plugins.flatMap(([name, isOn]) => (isOn === true ? [name] : []))),
        ...applicable(
          typeof path === 'string' &&
            !existsSync(path) &&
            `The folder of the plugin is gone: ${path}. Uninstall and install again.`,
        ),
      ];
    },
  },
  opencodeHost('opencode', '1.18.33', {
    prunes: false,
    files: ['opencode.jsonc', 'opencode.json'],
  }),
  opencodeHost('kilo', '7.7.7', {
    prunes: true,
    files: ['kilo.jsonc', 'kilo.json', 'opencode.jsonc', 'opencode.json'],
  }),
  {
    name: 'pi',
    program: 'pi',
    tested: '1.6.0',
    file: (env) =>
      join(env['PI_CODING_AGENT_DIR'] || join(homeOf(env), '.pi', 'agent'), 'settings.json'),
    settings: () => [{ path: ['packages'], value: 'npm:@palimpsest/pi', isElement: true }],
    conflicts: (configuration) => otherCompactors(namesIn(configuration, 'packages')),
  },
];

/**
 * Returns opencode or a fork of it, which loads the same plugins.
 *
 * @param prunes whether it clears old results unless it is told not to
 * @param files names of its configuration
 */
function opencodeHost(
  name: string,
  tested: string,
  { prunes, files }: { readonly prunes: boolean; readonly files: readonly string[] },
): Host {
  return {
    name,
    program: name,
    tested,
    file: (env) => {
      const folder = join(env['XDG_CONFIG_HOME'] || join(homeOf(env), '.config'), name);
      const paths = files.map((file) => join(folder, file));
      return paths.find((path) => existsSync(path)) ?? paths[0]!;
    },
    settings: () => [
      { path: ['plugin'], value: '@palimpsest/opencode', isElement: true },
      ...(prunes
        ? [{ path: ['compaction', 'prune'], value: false, isElement: false, isOptional: true }]
        : []),
    ],
    conflicts: (configuration) => {
      const { prune = prunes } = membersAt(configuration, 'compaction');
      const { model } = membersAt(configuration, 'agent', 'compaction');
      return [
        ...otherCompactors(namesIn(configuration, 'plugin')),
        ...applicable(
          prune === true &&
            `compaction.prune is on: ${name} clears old results, and sends only the rest.`,
          typeof model === 'string' &&
            `agent.compaction.model is set: the compaction of ${name} itself asks ${model}.`,
        ),
      ];
    },
  };
}

/** Share of the window below which Gemini CLI would compress before the proxy does. */
const MIN_SHARE = 0.5;

export const PROXIED_AGENTS: readonly ProxiedAgent[] = [
  {
    name: 'codex',
    program: 'codex',
    tested: '0.171.0',
    file: (env) => join(env['CODEX_HOME'] || join(homeOf(env), '.codex'), 'config.toml'),
    obstacles: (text) => {
      const provider = topLevel(text, 'model_provider');
      const limit = topLevel(text, 'model_auto_compact_token_limit');
      return applicable(
        provider !== undefined &&
          provider !== 'openai' &&
          `model_provider is ${provider}: its requests do not go to openai_base_url. Set base_url of this provider to the proxy instead.`,
        limit !== undefined &&
          `model_auto_compact_token_limit is ${limit}: Codex asks for a compaction at this size. The proxy answers it without a model, but earlier than needed. Remove it.`,
      );
    },
  },
  {
    name: 'gemini-cli',
    program: 'gemini',
    tested: '0.61.0',
    file: (env) => join(homeOf(env), '.gemini', 'settings.json'),
    obstacles: (text) => {
      const settings = parseSettings(text);
      if (settings === undefined) return ['The file is not valid JSON.'];
      const { compressionThreshold: share } = membersAt(settings, 'model');
      const { selectedType } = membersAt(settings, 'security', 'auth');
      return applicable(
        typeof share === 'number' &&
          share < MIN_SHARE &&
          `model.compressionThreshold is ${share}: Gemini CLI asks a model for a summary at this share of the window, before the proxy shortens. Set it to 0.9.`,
        typeof selectedType === 'string' &&
          selectedType !== 'gemini-api-key' &&
          `security.auth.selectedType is ${selectedType}: only requests with an API key go to GOOGLE_GEMINI_BASE_URL.`,
      );
    },
  },
];

/**
 * Returns the host that a person named.
 *
 * @param others names that the command accepts, too
 */
export function readHost({ positional }: Arguments, others: readonly Agent[] = []): Host {
  const names = [...HOSTS, ...others].map(({ name }) => name);
  const found = HOSTS.find(({ name }) => name === positional);
  if (found !== undefined) return found;
  const [seen, hint] =
    positional === undefined ? ['none', ''] : [quote(positional), suggest(positional, names)];
  throw new UsageError(`Expected one of ${names.join(', ')}, got ${seen}.${hint}`);
}

function folderOfPlugin(): string {
  return dirname(fileURLToPath(import.meta.resolve('@palimpsest/claude-code/package.json')));
}

function applicable(...sentences: readonly (string | false)[]): readonly string[] {
  return sentences.filter((sentence) => sentence !== false);
}

function otherCompactors(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => !name.includes('palimpsest') && OTHER_COMPACTOR.test(name))
    .map((name) => `${name} may shorten the history, too: two at once undo each other's work.`);
}

/** Returns the names in a list of plugins. A plugin with options is a list that starts with its name. */
function namesIn(configuration: unknown, key: string): readonly string[] {
  const list = membersAt(configuration)[key];
  if (!Array.isArray(list)) return [];
  return list.map((one: unknown) =>
    String(Array.isArray(one) ? one[0] : (membersAt(one)['source'] ?? one)),
  );
}

/** Returns the value of a key before the first table of a TOML file, without quotes. */
function topLevel(text: string, key: string): string | undefined {
  const [before = ''] = text.split(/^\s*\[/m, 1);
  const [, value] = new RegExp(`^\\s*${key}\\s*=\\s*"?([^"#\\n]*)`, 'm').exec(before) ?? [];
  return value?.trim();
}
