import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Arguments, Command } from '../arguments/command.ts';
import { errorCode } from '../errors.ts';
import { EXIT, type ExitCode, type MainIo } from '../main-io.ts';
import { writeTexts } from '../output/write-texts.ts';
import { printable } from '../terminal/printable.ts';
import { readHost } from './confirm.ts';
import { HOSTS, type Host } from './hosts.ts';
import { planInstallation } from './installation.ts';
import { PROXIED_AGENTS, type ProxiedAgent } from './proxied-agents.ts';
import { parseSettings } from './settings-text.ts';

/** Longest time that a host may take to print its version, in milliseconds. */
const PATIENCE = 20_000;

interface Finding {
  readonly text: string;
  readonly isProblem: boolean;
}

export const doctorCommand: Command = {
  options: {},
  notes: [
    'HOST is claude-code, opencode, kilo or pi, or codex or gemini-cli, which go through the proxy; without it, all of them are checked.',
    'Checks the version of each host, whether its plugin is in the configuration, and what is in the way of it or of the proxy: other plugins that shorten a history, and settings of the host.',
    'Exit codes: 0 nothing is in the way, 1 failed, 2 wrong usage, 3 something is.',
  ],
  run: runDoctor,
};

async function runDoctor(given: Arguments, io: MainIo): Promise<ExitCode> {
  const { positional } = given;
  const agents = PROXIED_AGENTS.filter(
    ({ name }) => positional === undefined || name === positional,
  );
  const hosts = positional === undefined ? HOSTS : agents.length > 0 ? [] : [readHost(given)];
  let hasProblem = false;
  for (const host of [...hosts, ...agents]) {
    const findings = await (isProxied(host) ? examineProxied(host, io.env) : examine(host, io.env));
    hasProblem ||= findings.some(({ isProblem }) => isProblem);
    const lines = findings.map(({ text, isProblem }) => `  ${isProblem ? '!' : ' '} ${text}\n`);
    await writeTexts(io.stdout, [`${host.name}\n`, ...lines]);
  }
  return hasProblem ? EXIT.missed : EXIT.done;
}

function isProxied(host: Host | ProxiedAgent): host is ProxiedAgent {
  return PROXIED_AGENTS.some((agent) => agent === host);
}

async function examineProxied(
  agent: ProxiedAgent,
  env: MainIo['env'],
): Promise<readonly Finding[]> {
  const version = await versionOf(agent, env);
  if (version === undefined) return [good(`${agent.program} is not installed`)];
  const file = agent.file(env);
  const text = await readFile(file, 'utf8').catch(() => '');
  return [
    checkVersion(version, agent.tested, 'the proxy'),
    good(`run it with: palimpsest run -- ${agent.program}`),
    ...(text === ''
      ? []
      : agent.conflicts(text).map((problem) => bad(printable(`${file}: ${problem}`, 400)))),
  ];
}

function checkVersion(version: string, tested: string, what: string): Finding {
  return compareVersions(version, tested) < 0
    ? bad(`version ${version} is older than ${tested}, which ${what} was tested with: update it`)
    : good(`version ${version} (tested with ${tested})`);
}

async function examine(host: Host, env: MainIo['env']): Promise<readonly Finding[]> {
  const version = await versionOf(host, env);
  if (version === undefined) return [good(`${host.program} is not installed`)];
  const { name, tested, conflicts } = host;
  const found = checkVersion(version, tested, 'the plugin');
  const file = host.file(env);
  const configuration = parseSettings(await readFile(file, 'utf8').catch(() => ''));
  if (configuration === undefined) return [found, bad(`${file} is not valid JSON`)];
  const isInstalled = (await planInstallation(host, env)) === undefined;
  if (!isInstalled) {
    return [found, good(`the plugin is not installed (palimpsest install ${name})`)];
  }
  return [
    found,
    good(`the plugin is in ${file}`),
    ...conflicts(configuration).map((text) => bad(printable(text, 300))),
  ];
}

/** Returns the version that the program of a host prints, or `undefined` if there is no such program. */
async function versionOf(
  { program }: Pick<Host, 'program'>,
  env: MainIo['env'],
): Promise<string | undefined> {
  try {
    const options = { env: { ...env }, timeout: PATIENCE };
    const { stdout, stderr } = await promisify(execFile)(program, ['--version'], options);
    return /\d+\.\d+\.\d+/.exec(stdout + stderr)?.[0] ?? 'unknown';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? undefined : 'unknown';
  }
}

/** Compares versions part by part. An unknown one is not older. */
function compareVersions(left: string, right: string): number {
  const [ours, theirs] = [left, right].map((version) => version.split('.').map(Number));
  const differences = theirs!.map((part, at) => (ours![at] ?? 0) - part);
  return differences.find((difference) => difference !== 0) ?? 0;
}

function good(text: string): Finding {
  return { text, isProblem: false };
}

function bad(text: string): Finding {
  return { text, isProblem: true };
}
