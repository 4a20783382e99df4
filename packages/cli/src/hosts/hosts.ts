import { fileURLToPath } from 'node:url';
import { parseChoice } from '../arguments/options.ts';

/** A coding agent with a plugin of Palimpsest, and the arguments of its own commands for the plugin. */
export interface Host {
  readonly name: string;
  readonly program: string;
  /** The variable that names the folder of its configuration, and the folder below the home directory if the variable is not set. */
  readonly folder: readonly [variable: string, path: string];
  /** Paths below the folder that the configuration may have. Each file that exists is read. */
  readonly files: readonly string[];
  /** Name of the plugin in the configuration. */
  readonly plugin: string;
  /** The member of the configuration that has the plugin. */
  readonly key: string;
  /** Commands of the installation, in order. One with `validate` only checks the plugin: `palimpsest doctor` runs it, too. */
  readonly install: readonly (readonly string[])[];
  /** The command that removes the plugin. Without one, `palimpsest uninstall` removes it from the configuration. */
  readonly uninstall?: readonly string[];
}

const CLAUDE_CODE = fileURLToPath(
  new URL('.', import.meta.resolve('@palimpsest/claude-code/package.json')),
);

/** Opencode and its forks load the same plugins. */
const OPENCODE = {
  folder: ['XDG_CONFIG_HOME', '.config'],
  plugin: '@palimpsest/opencode',
  key: 'plugin',
  install: [['plugin', '--global', '@palimpsest/opencode']],
} as const;

export const HOSTS: readonly Host[] = [
  {
    name: 'claude-code',
    program: 'claude',
    folder: ['CLAUDE_CONFIG_DIR', '.claude'],
    files: ['settings.json'],
    plugin: 'palimpsest@palimpsest',
    key: 'enabledPlugins',
    install: [
      ['plugin', 'validate', CLAUDE_CODE],
      ['plugin', 'marketplace', 'add', CLAUDE_CODE],
      ['plugin', 'install', 'palimpsest@palimpsest'],
    ],
    uninstall: ['plugin', 'marketplace', 'remove', 'palimpsest'],
  },
  {
    ...OPENCODE,
    name: 'opencode',
    program: 'opencode',
    files: ['opencode/opencode.jsonc', 'opencode/opencode.json'],
  },
  {
    ...OPENCODE,
    name: 'kilo',
    program: 'kilo',
    files: ['kilo', 'opencode'].flatMap((name) => [`kilo/${name}.jsonc`, `kilo/${name}.json`]),
  },
  {
    name: 'pi',
    program: 'pi',
    folder: ['PI_CODING_AGENT_DIR', '.pi/agent'],
    files: ['settings.json'],
    plugin: 'npm:@palimpsest/pi',
    key: 'packages',
    install: [['install', 'npm:@palimpsest/pi']],
    uninstall: ['remove', 'npm:@palimpsest/pi'],
  },
];

/** Parses the name of a host. */
export function parseHost(text: string): Host {
  const name = parseChoice(HOSTS.map((host) => host.name))(text);
  return HOSTS.find((host) => host.name === name)!;
}
