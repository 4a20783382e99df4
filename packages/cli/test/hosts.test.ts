import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';

const { folder, run } = createCommand();

let homes = 0;

const FILES = {
  'claude-code': '.claude/settings.json',
  opencode: '.config/opencode/opencode.jsonc',
  kilo: '.config/kilo/kilo.jsonc',
  pi: '.pi/agent/settings.json',
};

/** What the hosts do with their settings, and what their commands are. The rest of a command is fixed text. */
const HOSTS = {
  'claude-code': {
    program: 'claude',
    install: [
      /^claude plugin validate \/.+$/,
      /^claude plugin marketplace add \/.+$/,
      /^claude plugin install palimpsest@palimpsest$/,
    ],
    installed: '{"enabledPlugins":{"palimpsest@palimpsest": true}}',
    uninstall: 'claude plugin marketplace remove palimpsest',
  },
  opencode: {
    program: 'opencode',
    install: [/^opencode plugin --global @palimpsest\/opencode$/],
    installed: '{ "$schema": "s", "plugin": ["@palimpsest/opencode"] }',
    uninstall: undefined,
  },
  kilo: {
    program: 'kilo',
    install: [/^kilo plugin --global @palimpsest\/opencode$/],
    installed: '{ "$schema": "s", "plugin": ["@palimpsest/opencode"] }',
    uninstall: undefined,
  },
  pi: {
    program: 'pi',
    install: [/^pi install npm:@palimpsest\/pi$/],
    installed: '{ "packages": ["npm:@palimpsest/pi"] }',
    uninstall: 'pi remove npm:@palimpsest/pi',
  },
};

type HostName = keyof typeof HOSTS;
const hosts = Object.keys(HOSTS) as HostName[];

/** A home folder of a person, with programs that run a script. */
function createHome(programs: readonly string[] = [], more: object = {}, script = '') {
  const home = join(folder, `home-${(homes += 1)}`);
  const bin = join(home, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const name of programs) {
    const log = `case "$*" in --version) ;; *) echo "${name} $*" >> "$HOME/calls";; esac`;
    writeFileSync(join(bin, name), `#!/bin/sh\n${log}\n${script}\n`, { mode: 0o755 });
  }
  const env = { HOME: home, PATH: bin, ...more };
  const exists = (path: string) => existsSync(join(home, path));
  return {
    run: (...argv: readonly string[]) => run(argv, { env }),
    pathOf: (path: string) => join(home, path),
    write(path: string, text: string | Uint8Array) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    },
    read: (path: string) => readFileSync(join(home, path), 'utf8'),
    /** Commands of the hosts that ran, without those for a version. */
    calls: () =>
      exists('calls') ? readFileSync(join(home, 'calls'), 'utf8').trim().split('\n') : [],
  };
}

/** A home with a host that does what its commands say, with settings that have another member. */
function createHostHome(host: HostName, more?: object) {
  const { program, installed } = HOSTS[host];
  const file = `"$HOME/${FILES[host]}"`;
  const added = installed.replace('{', '{ "apiKey": "sk-SECRET",');
  const script = `case "$*" in *remove*) echo '${SETTINGS}' > ${file};; *validate*|*add*|--version) ;; *) echo '${added}' > ${file};; esac`;
  const home = createHome([program], more, script);
  home.write(FILES[host], SETTINGS);
  return home;
}

const SETTINGS = '{ "apiKey": "sk-SECRET" }';

test.each(hosts)(
  '%s: install runs the commands of the host and shows them, uninstall undoes it',
  async (host) => {
    const home = createHostHome(host);
    const { install, uninstall } = HOSTS[host];
    const done = await home.run('install', host);
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('Installed.') });
    expect(home.calls()).toEqual(install.map((command) => expect.stringMatching(command)));
    expect(done.stdout.split('\n').slice(0, -2)).toEqual(home.calls());
    expect((await home.run('install', host)).code).toBe(0);
    expect((await home.run('doctor', host)).stdout).toContain(
      `the plugin is in ${home.pathOf(FILES[host])}`,
    );

    const before = home.calls().length;
    const removal = await home.run('uninstall', host);
    const shown = uninstall ?? `remove @palimpsest/opencode from ${home.pathOf(FILES[host])}`;
    expect(removal).toMatchObject({ code: 0, stdout: `${shown}\nUninstalled.\n` });
    expect(home.calls().slice(before)).toEqual(uninstall === undefined ? [] : [uninstall]);
    expect(home.read(FILES[host])).not.toContain('palimpsest');
    const again = await home.run('uninstall', host);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('is not installed') });
  },
);

test.each(hosts)('%s: installs nothing if the host is not installed', async (host) => {
  const home = createHome();
  const { code, stdout, stderr } = await home.run('install', host);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`"${HOSTS[host].program}" was not found`),
  ]);
  expect(stdout).not.toContain('Installed.');
});

test('says so if a program exists and cannot be run', async () => {
  const home = createHome(['pi']);
  chmodSync(home.pathOf('bin/pi'), 0o644);
  const { code, stderr } = await home.run('install', 'pi');
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('"pi" could not be run (EACCES). Check the program.'),
  ]);
  const { stdout } = await home.run('doctor', 'pi');
  expect(stdout).toContain('! "pi" could not be run (EACCES)');
});

test('uninstall does not replace a configuration that is read-only', async () => {
  const home = createHome(['opencode']);
  home.write(FILES.opencode, HOSTS.opencode.installed);
  chmodSync(home.pathOf(FILES.opencode), 0o444);
  const { code, stderr } = await home.run('uninstall', 'opencode');
  expect([code, stderr]).toEqual([2, expect.stringContaining('opencode.jsonc is read-only.')]);
  expect(home.read(FILES.opencode)).toBe(HOSTS.opencode.installed);
});

test.each(hosts)('%s: says so if the host did not add the plugin', async (host) => {
  const home = createHome([HOSTS[host].program]);
  home.write(FILES[host], '{ broken');
  const { code, stdout, stderr } = await home.run('install', host);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`did not put the plugin into ${home.pathOf(FILES[host])}`),
  ]);
  expect(stdout).not.toContain('Installed.');
  expect(home.read(FILES[host])).toBe('{ broken');
});

test('claude-code: nothing is added if Claude Code refuses the plugin', async () => {
  const home = createHome(['claude'], {}, 'echo "$3 is refused"; exit 1');
  const { code, stdout, stderr } = await home.run('install', 'claude-code');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^\/.* is refused\n.*"claude plugin validate .*" failed with exit code 1/,
    ),
  ]);
  expect(stdout).not.toContain('Installed.');
  expect(home.calls()).toEqual([expect.stringContaining('claude plugin validate')]);
});

test.each(hosts)('%s: private settings are copied nowhere, and stay private', async (host) => {
  const home = createHostHome(host);
  chmodSync(home.pathOf(FILES[host]), 0o600);
  const withSecret = (): string[] =>
    readdirSync(home.pathOf('.'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.parentPath !== home.pathOf('bin'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => readFileSync(path, 'utf8').includes('sk-SECRET'));
  await home.run('install', host);
  expect(withSecret()).toEqual([home.pathOf(FILES[host])]);
  await home.run('uninstall', host);
  expect(withSecret()).toEqual([home.pathOf(FILES[host])]);
  expect(home.read(FILES[host])).not.toContain('palimpsest');
  expect(statSync(home.pathOf(FILES[host])).mode & 0o777).toBe(0o600);
});

test.each(['opencode', 'kilo'] as const)(
  '%s: uninstall leaves the other settings and plugins, byte for byte',
  async (host) => {
    const home = createHostHome(host);
    const text =
      '{\r\n\t// mine, and yours\n  "theme":"dark",\n  "plugin": LIST, "a": [1,2,],\n}\n';
    home.write(FILES[host], text.replace('LIST', '["@palimpsest/opencode", /* x */ ]'));
    await home.run('uninstall', host);
    expect(home.read(FILES[host])).toBe(text.replace('LIST', '[]'));
  },
);

test.each([
  ['opencode', '.config/opencode/opencode.json'],
  ['kilo', '.config/kilo/kilo.json'],
  ['kilo', '.config/kilo/opencode.json'],
] as const)('%s: %s is read, too', async (host, file) => {
  const home = createHostHome(host);
  home.write(
    FILES[host],
    '{ "plugin": ["other", ["@palimpsest/opencode@1.0.0", { "trigger": 0.6 }]] }',
  );
  home.write(file, '{ "plugin": ["@palimpsest/opencode"], "theme": "dark" }');
  expect((await home.run('uninstall', host)).stdout).toContain('Uninstalled.');
  expect(JSON.parse(home.read(FILES[host]))).toEqual({ plugin: ['other'] });
  expect(JSON.parse(home.read(file))).toEqual({ plugin: [], theme: 'dark' });
});

test('a file in another encoding is left alone', async () => {
  const home = createHostHome('opencode');
  const bytes = Buffer.from(
    '{ "plugin": ["@palimpsest/opencode"], "name": "caf\u00e9" }',
    'latin1',
  );
  home.write(FILES.opencode, bytes);
  expect((await home.run('uninstall', 'opencode')).stdout).toContain('is not installed');
  expect(readFileSync(home.pathOf(FILES.opencode))).toEqual(bytes);
  expect((await home.run('doctor', 'opencode')).stdout).toContain('is not valid JSON');
});

test('rejects an unknown host and a missing one', async () => {
  const home = createHome();
  expect((await home.run('install', 'opencod')).stderr).toContain(
    'Expected one of claude-code, opencode, kilo, pi.',
  );
  expect((await home.run('uninstall')).stderr).toContain("missing required argument 'HOST'");
});

test('doctor says which hosts there are, and whether their plugin is installed', async () => {
  const home = createHome(['opencode', 'pi']);
  home.write(FILES.pi, HOSTS.pi.installed);
  const { code, stdout } = await home.run('doctor');
  expect(code).toBe(0);
  expect(stdout).toContain('claude is not installed');
  expect(stdout).toContain('the plugin is not installed (palimpsest install opencode)');
  expect(stdout).toContain(`the plugin is in ${home.pathOf(FILES.pi)}`);
});

test('doctor finds what is in the way of a plugin', async () => {
  const home = createHome(['opencode', 'claude', 'pi']);
  home.write(
    FILES.opencode,
    '{ "plugin": ["@palimpsest/opencode", ["opencode-dcp", {}]], "compaction": { "prune": true } }',
  );
  const opencode = await home.run('doctor', 'opencode');
  expect(opencode.code).toBe(3);
  expect(opencode.stdout.match(/ {2}! .*/g)).toEqual([
    expect.stringContaining('opencode-dcp may shorten the history, too'),
    expect.stringContaining('compaction.prune is on'),
  ]);
  const { installed } = HOSTS['claude-code'];
  home.write(FILES['claude-code'], installed);
  expect((await home.run('doctor', 'claude-code')).code).toBe(0);
  home.write(FILES['claude-code'], installed.replace(': true', '$&, "compact@x": true'));
  expect((await home.run('doctor', 'claude-code')).stdout).toContain('! compact@x may shorten');
  home.write(FILES.pi, '{');
  expect((await home.run('doctor', 'pi')).stdout).toContain('is not valid JSON');
});

test('doctor says what Claude Code refuses of the plugin', async () => {
  const script = 'case "$2" in validate) echo "no hooks for you"; exit 1;; esac';
  const home = createHome(['claude'], {}, script);
  home.write(FILES['claude-code'], '{"enabledPlugins":{"palimpsest@palimpsest":true}}');
  const { code, stdout } = await home.run('doctor', 'claude-code');
  expect([code, stdout]).toEqual([3, expect.stringContaining('refuses the plugin: no hooks')]);
});

test.each([
  ['ends by a signal', 'case "$2" in validate) kill -9 $$;; esac', '(SIGKILL)'],
  ['is gone', 'case "$1" in --version) /bin/rm "$0";; esac', 'was not found'],
])('doctor says so if a program that should check the plugin %s', async (_, script, expected) => {
  const home = createHome(['claude'], {}, script);
  home.write(FILES['claude-code'], '{"enabledPlugins":{"palimpsest@palimpsest":true}}');
  const { code, stdout } = await home.run('doctor', 'claude-code');
  expect([code, stdout]).toEqual([3, expect.stringContaining(expected)]);
  expect(stdout).not.toContain('refuses the plugin');
});
