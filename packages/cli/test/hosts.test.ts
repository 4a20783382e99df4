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
import { expect, onTestFinished, test, vi } from 'vitest';
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
    version: '2.1.332',
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
    version: '1.18.33',
    install: [/^opencode plugin --global @palimpsest\/opencode$/],
    installed: '{ "$schema": "s", "plugin": ["@palimpsest/opencode"] }',
    uninstall: undefined,
  },
  kilo: {
    program: 'kilo',
    version: '7.7.7',
    install: [/^kilo plugin --global @palimpsest\/opencode$/],
    installed: '{ "$schema": "s", "plugin": ["@palimpsest/opencode"] }',
    uninstall: undefined,
  },
  pi: {
    program: 'pi',
    version: '1.6.0',
    install: [/^pi install npm:@palimpsest\/pi$/],
    installed: '{ "packages": ["npm:@palimpsest/pi"] }',
    uninstall: 'pi remove npm:@palimpsest/pi',
  },
};

type HostName = keyof typeof HOSTS;
const hosts = Object.keys(HOSTS) as HostName[];

/** A home folder of a person, with programs that print a version, and else run a script. */
function createHome(
  programs: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
  script = '',
) {
  const home = join(folder, `home-${(homes += 1)}`);
  const bin = join(home, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, version] of Object.entries(programs)) {
    const answers = `case "$*" in --version) echo "${name} ${version}"; exit;; esac`;
    const log = `echo "${name} $*" >> "$HOME/calls"`;
    writeFileSync(join(bin, name), `#!/bin/sh\n${answers}\n${log}\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { HOME: home, PATH: bin, ...more };
  const exists = (path: string) => existsSync(join(home, path));
  return {
    run: (...argv: readonly string[]) => run(argv, { env }),
    pathOf: (path: string) => join(home, path),
    write(path: string, text: string) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    },
    read: (path: string) => readFileSync(join(home, path), 'utf8'),
    exists,
    /** Commands of the hosts that ran, without those for a version. */
    calls: () =>
      exists('calls') ? readFileSync(join(home, 'calls'), 'utf8').trim().split('\n') : [],
  };
}

/** A home with a host that does what its commands say, with settings that have another member. */
function createHostHome(host: HostName, more?: Readonly<Record<string, string>>) {
  const { program, version, installed } = HOSTS[host];
  const file = `"$HOME/${FILES[host]}"`;
  const added = installed.replace('{', '{ "apiKey": "sk-SECRET",');
  const script = `case "$*" in *remove*) echo '${SETTINGS}' > ${file};; *validate*|*add*) ;; *) echo '${added}' > ${file};; esac`;
  const home = createHome({ [program]: version }, more, script);
  home.write(FILES[host], SETTINGS);
  return home;
}

const SETTINGS = '{ "apiKey": "sk-SECRET" }';

test.each(hosts)(
  '%s: install shows the commands of the host and runs them, uninstall undoes it',
  async (host) => {
    const home = createHostHome(host);
    const { install, uninstall } = HOSTS[host];
    const asked = await home.run('install', host);
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    const shown = asked.stdout.trim().split(/\n */);
    expect(shown).toEqual(install.map((command) => expect.stringMatching(command)));
    expect(home.calls()).toEqual([]);

    const done = await home.run('install', host, '--yes');
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('Installed.') });
    expect(home.calls()).toEqual(shown);
    expect((await home.run('install', host, '--yes')).code).toBe(0);
    expect((await home.run('doctor', host)).stdout).toContain(
      `the plugin is in ${home.pathOf(FILES[host])}`,
    );

    const before = home.calls().length;
    const removal = await home.run('uninstall', host);
    expect(removal).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    expect(removal.stdout).toBe(
      `  ${uninstall ?? `remove @palimpsest/opencode from ${home.pathOf(FILES[host])}`}\n`,
    );
    expect(home.calls()).toHaveLength(before);
    expect((await home.run('uninstall', host, '--yes')).stdout).toContain('Uninstalled.');
    expect(home.calls().slice(before)).toEqual(uninstall === undefined ? [] : [uninstall]);
    expect(home.read(FILES[host])).not.toContain('palimpsest');
    const again = await home.run('uninstall', host, '--yes');
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('is not installed') });
  },
);

test.each(hosts)('%s: installs nothing if the host is not installed', async (host) => {
  const home = createHome();
  const { code, stdout, stderr } = await home.run('install', host, '--yes');
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`"${HOSTS[host].program}" was not found`),
  ]);
  expect(stdout).not.toContain('Installed.');
});

test.each(hosts)('%s: says so if the host did not add the plugin', async (host) => {
  const home = createHome({ [HOSTS[host].program]: '1.0.0' });
  home.write(FILES[host], '{ broken');
  const { code, stdout, stderr } = await home.run('install', host, '--yes');
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`did not put the plugin into ${home.pathOf(FILES[host])}`),
  ]);
  expect(stdout).not.toContain('Installed.');
  expect(home.read(FILES[host])).toBe('{ broken');
});

test('claude-code: nothing is added if Claude Code refuses the plugin', async () => {
  const home = createHome({ claude: '2.1.332' }, {}, 'echo "$3 is refused"; exit 1');
  const { code, stdout, stderr } = await home.run('install', 'claude-code', '--yes');
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
  await home.run('install', host, '--yes');
  expect(withSecret()).toEqual([home.pathOf(FILES[host])]);
  await home.run('uninstall', host, '--yes');
  expect(withSecret()).toEqual([home.pathOf(FILES[host])]);
  expect(home.read(FILES[host])).not.toContain('palimpsest');
  expect(statSync(home.pathOf(FILES[host])).mode & 0o777).toBe(0o600);
});

test.each(hosts)('%s: empty variables count as unset', async (host) => {
  const empty = { CLAUDE_CONFIG_DIR: '', PI_CODING_AGENT_DIR: '', XDG_CONFIG_HOME: '' };
  const home = createHostHome(host, empty);
  expect((await home.run('install', host, '--yes')).stdout).toContain('Installed.');
});

test.each(['opencode', 'kilo'] as const)(
  '%s: uninstall leaves everything else, byte for byte',
  async (host) => {
    const home = createHostHome(host);
    const text = '{\r\n\t// mine, and yours\n  "theme":"dark",PLUGIN "a": [1,2,],\n}\n';
    home.write(FILES[host], text.replace('PLUGIN', '\n  "plugin": ["@palimpsest/opencode"],'));
    await home.run('uninstall', host, '--yes');
    expect(JSON.stringify(home.read(FILES[host]))).toBe(JSON.stringify(text.replace('PLUGIN', '')));
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
  expect((await home.run('uninstall', host, '--yes')).stdout).toContain('Uninstalled.');
  expect(JSON.parse(home.read(FILES[host]))).toEqual({ plugin: ['other'] });
  expect(JSON.parse(home.read(file))).toEqual({ theme: 'dark' });
});

test('a file in another encoding is left alone', async () => {
  const home = createHostHome('opencode');
  const bytes = Buffer.from(
    '{ "plugin": ["@palimpsest/opencode"], "name": "caf\u00e9" }',
    'latin1',
  );
  home.write(FILES.opencode, '');
  writeFileSync(home.pathOf(FILES.opencode), bytes);
  expect((await home.run('uninstall', 'opencode', '--yes')).stdout).toContain('is not installed');
  expect(readFileSync(home.pathOf(FILES.opencode))).toEqual(bytes);
  expect((await home.run('doctor', 'opencode')).stdout).toContain('is not valid JSON');
});

test('rejects an unknown host and a missing one', async () => {
  const home = createHome();
  expect((await home.run('install', 'opencod')).stderr).toContain('Did you mean "opencode"?');
  expect((await home.run('uninstall')).stderr).toContain(
    'Expected one of claude-code, opencode, kilo, pi, got none.',
  );
});

test('doctor says which hosts there are, and whether their plugin is installed', async () => {
  const home = createHome({ opencode: '1.18.33', pi: '1.6.0' });
  home.write(FILES.pi, HOSTS.pi.installed);
  const { code, stdout } = await home.run('doctor');
  expect(code).toBe(0);
  expect(stdout).toContain('claude is not installed');
  expect(stdout).toContain('the plugin is not installed (palimpsest install opencode)');
  expect(stdout).toContain(
    `version 1.6.0 (tested with 1.6.0)\n    the plugin is in ${home.pathOf(FILES.pi)}`,
  );
});

test('doctor finds an old version and conflicts', async () => {
  const home = createHome({ opencode: '1.2.0', claude: '2.1.332', pi: '1.6.0' });
  home.write(
    FILES.opencode,
    '{ "plugin": ["@palimpsest/opencode", ["opencode-dcp", {}]], "compaction": { "prune": true }, "agent": { "compaction": { "model": "a/b" } } }',
  );
  const opencode = await home.run('doctor', 'opencode');
  expect(opencode.code).toBe(3);
  expect(opencode.stdout.match(/ {2}! .*/g)).toEqual([
    expect.stringContaining('version 1.2.0 is older than 1.18.33'),
    expect.stringContaining('opencode-dcp may shorten the history, too'),
    expect.stringContaining('compaction.prune is on'),
    expect.stringContaining('agent.compaction.model is set'),
  ]);
  home.write(FILES['claude-code'], HOSTS['claude-code'].installed);
  expect((await home.run('doctor', 'claude-code')).code).toBe(0);
  const settings = home.read(FILES['claude-code']);
  home.write(
    FILES['claude-code'],
    settings.replace('palimpsest@palimpsest": true', '$&, "compact@x": true'),
  );
  expect((await home.run('doctor', 'claude-code')).stdout).toContain('! compact@x may shorten');
  home.write(FILES.pi, '{');
  expect((await home.run('doctor', 'pi')).stdout).toContain('is not valid JSON');
});

test('doctor reports what Claude Code says against the plugin that it loads', async () => {
  const refuses = 'echo "✘ Found 1 error:"; echo "  ❯ file: File not found: $3" >&2; exit 1';
  const home = createHome({ claude: '2.1.332' }, {}, refuses);
  const unset = await home.run('doctor', 'claude-code');
  expect(unset.code).toBe(3);
  expect(unset.stdout).toMatch(
    /! "claude plugin validate \/.*claude-code" fails: file: File not found/,
  );

  const source = { source: 'directory', path: '/moved/away' };
  const settings = {
    enabledPlugins: { 'palimpsest@palimpsest': true },
    extraKnownMarketplaces: { palimpsest: { source } },
  };
  home.write(FILES['claude-code'], JSON.stringify(settings));
  const { code, stdout } = await home.run('doctor', 'claude-code');
  expect(code).toBe(3);
  expect(stdout).toContain(
    '"claude plugin validate /moved/away" fails: file: File not found: /moved/away',
  );
});

test('doctor names the company proxy that requests to providers go through', async () => {
  const home = createHome({ codex: '0.171.0' });
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('HTTPS_PROXY', 'http://me:secret@proxy.example:3128');
  const used = await home.run('doctor', 'codex');
  expect(used.stdout).toContain('    requests to providers go through http://proxy.example:3128\n');
  expect([used.code, used.stdout.includes('secret')]).toEqual([0, false]);
  vi.stubEnv('HTTPS_PROXY', 'socks5://proxy.example:1080');
  const ignored = await home.run('doctor', 'codex');
  expect(ignored.code).toBe(3);
  expect(ignored.stdout).toMatch(/ {2}! requests to providers do not go through socks5:/);
});

test('doctor finds what keeps the requests of an agent from the proxy', async () => {
  const home = createHome({ codex: '0.171.0', gemini: '0.50.0' });
  expect((await home.run('doctor', 'codex')).stdout).toContain(
    'run it with: palimpsest run -- codex',
  );
  home.write(
    '.codex/config.toml',
    'model_provider = "azure" # ours\nmodel_auto_compact_token_limit = 14000\n[profiles.x]\nmodel_provider = "openai"\n',
  );
  const codex = await home.run('doctor', 'codex');
  expect(codex.code).toBe(3);
  expect(codex.stdout.match(/ {2}! .*/g)).toEqual([
    expect.stringContaining('model_provider is azure: its requests do not go to openai_base_url'),
    expect.stringContaining('model_auto_compact_token_limit is 14000'),
  ]);
  home.write(
    '.gemini/settings.json',
    '{ "model": { "compressionThreshold": 0.2 }, "security": { "auth": { "selectedType": "oauth-personal" } } }',
  );
  const gemini = await home.run('doctor', 'gemini-cli');
  expect(gemini.stdout.match(/ {2}! .*/g)).toEqual([
    expect.stringContaining('version 0.50.0 is older than 0.61.0, which the proxy was tested with'),
    expect.stringContaining('model.compressionThreshold is 0.2'),
    expect.stringContaining('security.auth.selectedType is oauth-personal'),
  ]);
  const all = await home.run('doctor');
  expect(all.stdout).toMatch(/claude-code\n.*opencode\n.*kilo\n.*pi\n.*codex\n.*gemini-cli\n/s);
});
