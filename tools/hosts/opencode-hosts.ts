import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HostCheck } from './host-check.ts';
import { installs } from './run-host.ts';

/** A released command line of opencode, or of a fork of it. */
export interface OpencodeCli {
  readonly name: 'opencode' | 'kilo';
  readonly version: string;
  readonly install: HostCheck['install'];
  /** Returns the path of its program. */
  program(installed: string): string;
  /** Variables that keep it from asking anybody for updates and lists. */
  readonly env: NodeJS.ProcessEnv;
  /** Writes its configuration into a home. */
  configure(home: string, provider: object, plugins?: readonly unknown[]): void;
}

const PLATFORM = `${process.platform}-${process.arch}`;

export const opencodeCli: OpencodeCli = {
  name: 'opencode',
  version: '1.18.33',
  install: installs('opencode-ai@1.18.33'),
  program: (installed) =>
    join(installed, 'node_modules', `opencode-${PLATFORM}`, 'bin', 'opencode'),
  env: {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  },
  configure: (home, provider, plugins) =>
    writeConfig(join(home, '.config', 'opencode', 'opencode.json'), { provider, plugins }),
};

export const kiloCli: OpencodeCli = {
  name: 'kilo',
  version: '7.7.7',
  install: installs('@kilocode/cli@7.7.7'),
  program: (installed) =>
    join(installed, 'node_modules', '@kilocode', `cli-${PLATFORM}`, 'bin', 'kilo'),
  env: {
    KILO_DISABLE_AUTOUPDATE: '1',
    KILO_DISABLE_MODELS_FETCH: '1',
    KILO_DISABLE_LSP_DOWNLOAD: '1',
    KILO_DISABLE_SESSION_INGEST: '1',
  },
  configure: (home, provider, plugins) =>
    writeConfig(join(home, '.config', 'kilo', 'kilo.json'), { provider, plugins }),
};

function writeConfig(
  path: string,
  {
    plugins = [],
    ...own
  }: { readonly provider: object; readonly plugins?: readonly unknown[] | undefined },
): void {
  mkdirSync(dirname(path), { recursive: true });
  const config = {
    autoupdate: false,
    share: 'disabled',
    permission: { '*': 'allow' },
    ...(plugins.length === 0 ? {} : { plugin: plugins }),
    ...own,
  };
  writeFileSync(path, JSON.stringify(config));
}
