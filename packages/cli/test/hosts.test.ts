import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCommand } from './command.ts';

const { folder, run } = createCommand();

let homes = 0;

/** A home folder of a person, with a program that prints a version. */
function createHome(
  programs: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
) {
  const home = join(folder, `home-${(homes += 1)}`);
  const bin = join(home, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, version] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} ${version}"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { HOME: home, PATH: bin, ...more };
  return {
    run: (...argv: readonly string[]) => run(argv, { env }),
    pathOf: (path: string) => join(home, path),
    write(path: string, text: string) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    },
    read: (path: string) => readFileSync(join(home, path), 'utf8'),
    exists: (path: string) => existsSync(join(home, path)),
  };
}

const FILES = {
  'claude-code': '.claude/settings.json',
  opencode: '.config/opencode/opencode.jsonc',
  kilo: '.config/kilo/kilo.jsonc',
  pi: '.pi/agent/settings.json',
};
const hosts = Object.entries(FILES);

test.each(hosts)(
  '%s: install shows the change and writes it, uninstall undoes it',
  async (host, file) => {
    const home = createHome();
    const before = '{\n  // mine\n  "theme": "dark",\n}\n';
    home.write(file, before);
    const asked = await home.run('install', host);
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    expect(home.read(file)).toBe(before);
    const { code, stdout } = await home.run('install', host, '--yes');
    expect(code).toBe(0);
    expect(stdout).toContain(`${home.pathOf(file)}\n  +   "`);
    expect(home.read(file)).toContain('palimpsest');
    expect(home.read(`.local/state/palimpsest/${host}.before`)).toBe(before);
    const again = await home.run('install', host, '--yes');
    expect(again.stdout).toContain('is in');
    expect((await home.run('uninstall', host)).code).toBe(2);
    expect((await home.run('uninstall', host, '--yes')).stdout).toContain('Uninstalled.');
    expect(home.read(file)).toBe(before);
    expect(home.exists(`.local/state/palimpsest/${host}.before`)).toBe(false);
    expect((await home.run('uninstall', host, '--yes')).stdout).toContain('is not installed');
  },
);

test.each(hosts)('%s: empty variables count as unset', async (host, file) => {
  const empty = { CLAUDE_CONFIG_DIR: '', PI_CODING_AGENT_DIR: '', XDG_CONFIG_HOME: '' };
  const home = createHome({}, { ...empty, XDG_STATE_HOME: '' });
  await home.run('install', host, '--yes');
  expect(home.exists(file)).toBe(true);
  expect(home.exists(`.local/state/palimpsest/${host}.before`)).toBe(true);
});

test.each(hosts)('%s: what a person changed in between stays', async (host, file) => {
  const home = createHome();
  home.write(file, '{"theme":"dark"}');
  await home.run('install', host, '--yes');
  home.write(file, home.read(file).replace('"dark"', '"light", // new\n'));
  await home.run('uninstall', host, '--yes');
  expect(home.read(file)).toBe('{"theme":"light", // new\n}');
});

test.each(hosts)('%s: a file that was created goes again', async (host, file) => {
  const home = createHome();
  await home.run('install', host, '--yes');
  expect(JSON.parse(home.read(file))).not.toEqual({});
  await home.run('uninstall', host, '--yes');
  expect(home.exists(file)).toBe(false);
});

test.each(hosts)('%s: a created file in which a person wrote stays', async (host, file) => {
  const home = createHome();
  await home.run('install', host, '--yes');
  home.write(file, home.read(file).replace('{', '{\n  "theme": "dark",'));
  await home.run('uninstall', host, '--yes');
  expect(home.read(file)).toContain('"theme": "dark"');
  expect(home.read(file)).not.toContain('palimpsest');
});

test('a plugin that was added by hand can be uninstalled', async () => {
  const home = createHome();
  home.write(FILES.pi, '{ "packages": ["npm:@palimpsest/pi", "npm:other"] }');
  await home.run('uninstall', 'pi', '--yes');
  expect(JSON.parse(home.read(FILES.pi))).toEqual({ packages: ['npm:other'] });
});

test.each([
  ['opencode', '.config/opencode/opencode.json'],
  ['kilo', '.config/kilo/kilo.json'],
  ['kilo', '.config/kilo/opencode.json'],
] as const)('%s: %s is used if it exists', async (host, file) => {
  const home = createHome();
  home.write(file, '{}');
  await home.run('install', host, '--yes');
  expect(home.exists(FILES[host])).toBe(false);
  expect(JSON.parse(home.read(file))).toMatchObject({ plugin: ['@palimpsest/opencode'] });
});

test('kilo: its own clearing of old results is turned off, if a person did not turn it on', async () => {
  const home = createHome({ kilo: '7.7.7' });
  await home.run('install', 'kilo', '--yes');
  expect(JSON.parse(home.read(FILES.kilo))).toMatchObject({ compaction: { prune: false } });
  expect((await home.run('doctor', 'kilo')).stdout).not.toContain('compaction.prune');
  await home.run('uninstall', 'kilo', '--yes');

  const before = '{ "compaction": { "prune": true } }';
  home.write(FILES.kilo, before);
  await home.run('install', 'kilo', '--yes');
  expect(JSON.parse(home.read(FILES.kilo))).toMatchObject({ compaction: { prune: true } });
  expect((await home.run('doctor', 'kilo')).stdout).toContain('compaction.prune is on');
  await home.run('uninstall', 'kilo', '--yes');
  expect(home.read(FILES.kilo)).toBe(before);

  home.write(
    FILES.kilo,
    '{ "plugin": ["@palimpsest/opencode"], "compaction": { "prune": false } }',
  );
  await home.run('uninstall', 'kilo', '--yes');
  expect(home.read(FILES.kilo)).toContain('"prune": false');
});

test.each([
  ['{ broken', /expected JSON in which plugin can be added/],
  ['{ "plugin": "one" }', /expected JSON in which plugin can be added/],
])('leaves %j as it is', async (text, problem) => {
  const home = createHome();
  home.write(FILES.opencode, text);
  const { code, stderr } = await home.run('install', 'opencode', '--yes');
  expect(code).toBe(2);
  expect(stderr).toMatch(problem);
  expect(home.read(FILES.opencode)).toBe(text);
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
  await home.run('install', 'pi', '--yes');
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
  await home.run('install', 'claude-code', '--yes');
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
