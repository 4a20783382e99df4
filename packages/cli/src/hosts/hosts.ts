import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import type { MainIo } from '../main-io.ts';
import type { Setting } from './settings-text.ts';

/** A coding agent that a plugin of Palimpsest exists for. */
export interface Host {
  readonly name: string;
  /** Its program. */
  readonly program: string;
  /** The version that the plugin was tested with. */
  readonly tested: string;
  /** Returns the configuration file of a person: the one that exists, or the one to create. */
  readonly file: (env: MainIo['env']) => string;
  /** Returns what makes the host load the plugin. */
  readonly settings: () => readonly Setting[];
  /** Returns what in a configuration is in the way of the plugin, in sentences. */
  readonly conflicts: (configuration: unknown) => readonly string[];
}

/** Names of plugins that shorten or summarize a history, too. */
const OTHER_COMPACTOR = /compact|compress|prun|\bdcp\b|context-(?:manag|optim|sav|trim)/i;

export const HOSTS: readonly Host[] = [
  {
    name: 'claude-code',
    program: 'claude',
    tested: '2.1.332',
    file: (env) => join(env['CLAUDE_CONFIG_DIR'] ?? join(homeOf(env), '.claude'), 'settings.json'),
    settings: () => {
      const source = { source: 'directory', path: folderOfPlugin() };
      return [
        { path: ['extraKnownMarketplaces', 'palimpsest'], value: { source }, isElement: false },
        { path: ['enabledPlugins', 'palimpsest@palimpsest'], value: true, isElement: false },
      ];
    },
    conflicts: (configuration) => {
      const plugins = Object.entries(recordAt(configuration, 'enabledPlugins'));
      const path = recordAt(
        recordAt(recordAt(configuration, 'extraKnownMarketplaces'), 'palimpsest'),
        'source',
      )['path'];
      return [
        ...otherCompactors(plugins.flatMap(([name, isOn]) => (isOn === true ? [name] : []))),
        ...(typeof path === 'string' && !existsSync(path)
          ? [`The folder of the plugin is gone: ${path}. Uninstall and install again.`]
          : []),
      ];
    },
  },
  opencodeHost({
    name: 'opencode',
    program: 'opencode',
    tested: '1.18.33',
    files: ['opencode.jsonc', 'opencode.json'],
    prunes: false,
  }),
  opencodeHost({
    name: 'kilo',
    program: 'kilo',
    tested: '7.7.7',
    files: ['kilo.jsonc', 'kilo.json', 'opencode.jsonc', 'opencode.json'],
    prunes: true,
  }),
  {
    name: 'pi',
    program: 'pi',
    tested: '1.6.0',
    file: (env) =>
      join(env['PI_CODING_AGENT_DIR'] ?? join(homeOf(env), '.pi', 'agent'), 'settings.json'),
    settings: () => [{ path: ['packages'], value: 'npm:@palimpsest/pi', isElement: true }],
    conflicts: (configuration) => otherCompactors(namesIn(configuration, 'packages')),
  },
];

interface OpencodeHost extends Pick<Host, 'name' | 'program' | 'tested'> {
  /** Names of its configuration. */
  readonly files: readonly string[];
  /** Whether it clears old results unless it is told not to. */
  readonly prunes: boolean;
}

/** Returns opencode or a fork of it, which loads the same plugins. */
function opencodeHost({ files, prunes, ...host }: OpencodeHost): Host {
  const { name } = host;
  return {
    ...host,
    file: (env) => {
      const folder = join(env['XDG_CONFIG_HOME'] ?? join(homeOf(env), '.config'), name);
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
      const { prune = prunes } = recordAt(configuration, 'compaction');
      const { model } = recordAt(recordAt(configuration, 'agent'), 'compaction');
      return [
        ...otherCompactors(namesIn(configuration, 'plugin')),
        ...(prune === true
          ? [`compaction.prune is on: ${name} clears old results, and sends only the rest.`]
          : []),
        ...(typeof model === 'string'
          ? [`agent.compaction.model is set: the compaction of ${name} itself asks ${model}.`]
          : []),
      ];
    },
  };
}

export function homeOf(env: MainIo['env']): string {
  return env['HOME'] ?? env['USERPROFILE'] ?? '.';
}

/** Returns the folder of the plugin for Claude Code, which is a dependency of this package. */
function folderOfPlugin(): string {
  return dirname(fileURLToPath(import.meta.resolve('@palimpsest/claude-code/package.json')));
}

function otherCompactors(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => !name.includes('palimpsest') && OTHER_COMPACTOR.test(name))
    .map((name) => `${name} may shorten the history, too: two at once undo each other's work.`);
}

/** Returns the names in a list of plugins. A plugin with options is a list that starts with its name. */
function namesIn(configuration: unknown, key: string): readonly string[] {
  const list = asRecord(configuration)[key];
  if (!Array.isArray(list)) return [];
  return list.map((one: unknown) => {
    const name: unknown = Array.isArray(one) ? one[0] : (asRecord(one)['source'] ?? one);
    return String(name);
  });
}

export function recordAt(value: unknown, key: string): Readonly<Record<string, unknown>> {
  return asRecord(asRecord(value)[key]);
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
