import type { Command } from '../arguments/command.ts';
import { EXIT, type MainIo } from '../main-io.ts';
import { writeLines } from '../output/write-texts.ts';
import { describeCompanyProxy } from '../proxy/company-proxy.ts';
import { printable } from '../terminal/printable.ts';
import { AGENTS, readAgent, readConfigurations, type Agent } from './hosts.ts';
import { runProgram } from './run-program.ts';

/** Longest time that a question may take, in milliseconds. */
const PATIENCE = 20_000;

/** Names of plugins that shorten or summarize a history, too. */
const OTHER_COMPACTOR = /compact|compress|prun|\bdcp\b|context-(?:manag|optim|sav|trim)/i;

export const doctorCommand: Command = {
  options: {},
  notes: [
    'HOST is claude-code, opencode, kilo or pi, or codex or gemini-cli, which go through the proxy; without it, all of them are checked.',
    'Checks the version of each host, whether its plugin is in the configuration, and what is in the way of it or of the proxy: other plugins that shorten a history, and settings of the host. Claude Code also validates its plugin.',
    'Exit codes: 0 nothing is in the way, 1 failed, 2 wrong usage, 3 something is.',
  ],
  async run(given, { env, stdout }) {
    let code: number = EXIT.done;
    for (const agent of given.positional === undefined ? AGENTS : [readAgent(given, AGENTS)]) {
      const findings = await examine(agent, env);
      if (findings.some(([mark]) => mark === '!')) code = EXIT.missed;
      const lines = findings.map(([mark, text]) => `  ${mark} ${printable(text, 400)}`);
      await writeLines(stdout, [agent.name, ...lines]);
    }
    return code;
  },
};

/** A sentence; `!` marks a problem. */
type Finding = readonly [mark: ' ' | '!', text: string];

async function examine(agent: Agent, env: MainIo['env']): Promise<readonly Finding[]> {
  const { name, program, tested, plugin, obstacles } = agent;
  const answer = runProgram(program, ['--version'], env, PATIENCE);
  if (answer === undefined) return [[' ', `${program} is not installed`]];
  const version = /\d+\.\d+\.\d+/.exec(answer.output)?.[0] ?? 'unknown';
  const tester = plugin === undefined ? 'the proxy' : 'the plugin';
  const isOlder = version.localeCompare(tested, 'en', { numeric: true }) < 0;
  const older = `version ${version} is older than ${tested}, which ${tester} was tested with: update it`;
  const findings: Finding[] = [
    isOlder ? ['!', older] : [' ', `version ${version} (tested with ${tested})`],
  ];
  const configurations = await readConfigurations(agent, env);
  const home = configurations.find(({ at }) => at !== -1);
  const validation = plugin?.validate?.(home?.value);
  if (validation !== undefined) {
    const { code, output } = runProgram(program, validation, env, PATIENCE) ?? answer;
    const [, reason = output] = /❯ (.*)/.exec(output) ?? [];
    const command = [program, ...validation].join(' ');
    if (code !== 0) findings.push(['!', `"${command}" fails: ${reason}`]);
  }
  if (plugin === undefined) {
    findings.push([' ', `run it with: palimpsest run -- ${program}`]);
    const company = describeCompanyProxy();
    if (company !== undefined) findings.push([company.isUsed ? ' ' : '!', company.text]);
  } else if (home !== undefined) findings.push([' ', `the plugin is in ${home.file}`]);
  else findings.push([' ', `the plugin is not installed (palimpsest install ${name})`]);
  for (const { file, text, value, names } of configurations) {
    const isInvalid = value === undefined && !file.endsWith('.toml');
    if (isInvalid) findings.push(['!', `${file} is not valid JSON`]);
    if (plugin !== undefined && home === undefined) continue;
    const others = names.filter((one) => !one.includes('palimpsest') && OTHER_COMPACTOR.test(one));
    const problems = [
      ...others.map(
        (one) => `${one} may shorten the history, too: two at once undo each other's work.`,
      ),
      ...(obstacles?.(text) ?? []),
    ];
    for (const problem of problems)
      if (problem !== false) findings.push(['!', `${problem} (${file})`]);
  }
  return findings;
}
