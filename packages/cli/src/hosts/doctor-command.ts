import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Command } from '../arguments/command.ts';
import { errorCode } from '../errors.ts';
import { EXIT, type MainIo } from '../main-io.ts';
import { writeTexts } from '../output/write-texts.ts';
import { describeCompanyProxy } from '../proxy/company-proxy.ts';
import { printable } from '../terminal/printable.ts';
import { HOSTS, PROXIED_AGENTS, readHost, type Host, type ProxiedAgent } from './hosts.ts';
import { planInstallation } from './installation.ts';
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
  async run(given, { env, stdout }) {
    const { positional } = given;
    const agents = PROXIED_AGENTS.filter(
      ({ name }) => positional === undefined || name === positional,
    );
    const hosts =
      positional === undefined ? HOSTS : agents.length > 0 ? [] : [readHost(given, PROXIED_AGENTS)];
    let hasProblem = false;
    for (const agent of [...hosts, ...agents]) {
      const findings = await examine(agent, env);
      hasProblem ||= findings.some(({ isProblem }) => isProblem);
      const lines = findings.map(({ text, isProblem }) => `  ${isProblem ? '!' : ' '} ${text}\n`);
      await writeTexts(stdout, [`${agent.name}\n`, ...lines]);
    }
    return hasProblem ? EXIT.missed : EXIT.done;
  },
};

async function examine(
  agent: Host | ProxiedAgent,
  env: MainIo['env'],
): Promise<readonly Finding[]> {
  const { program, tested, file } = agent;
  const version = await versionOf(program, env);
  if (version === undefined) return [good(`${program} is not installed`)];
  const isHost = 'settings' in agent;
  const tester = isHost ? 'the plugin' : 'the proxy';
  const found =
    compareVersions(version, tested) < 0
      ? bad(
          `version ${version} is older than ${tested}, which ${tester} was tested with: update it`,
        )
      : good(`version ${version} (tested with ${tested})`);
  const path = file(env);
  const text = await readFile(path, 'utf8').catch(() => '');
  const findings = isHost
    ? await examinePlugin(agent, path, text, env)
    : [
        good(`run it with: palimpsest run -- ${program}`),
        ...examineNetwork(),
        ...(text === '' ? [] : agent.obstacles(text)).map((problem) =>
          bad(printable(`${path}: ${problem}`, 400)),
        ),
      ];
  return [found, ...findings];
}

function examineNetwork(): readonly Finding[] {
  const company = describeCompanyProxy();
  return company === undefined ? [] : [{ text: company.text, isProblem: !company.isUsed }];
}

async function examinePlugin(
  host: Host,
  file: string,
  text: string,
  env: MainIo['env'],
): Promise<readonly Finding[]> {
  const configuration = parseSettings(text);
  if (configuration === undefined) return [bad(`${file} is not valid JSON`)];
  if ((await planInstallation(host, env)) !== undefined) {
    return [good(`the plugin is not installed (palimpsest install ${host.name})`)];
  }
  return [
    good(`the plugin is in ${file}`),
    ...host.conflicts(configuration).map((problem) => bad(printable(problem, 300))),
  ];
}

async function versionOf(program: string, env: MainIo['env']): Promise<string | undefined> {
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
