import type { Command } from '../arguments/command.ts';
import { EXIT, type MainIo } from '../main-io.ts';
import { writeLines } from '../output/write-texts.ts';
import { membersAt } from '../settings-text.ts';
import { printable } from '../terminal/printable.ts';
import { HOSTS, readConfigurations, readHost, runHost, type Host } from './hosts.ts';

/** Names of plugins that shorten or summarize a history, too. */
const OTHER_COMPACTOR = /compact|compress|prun|\bdcp\b|context-(?:manag|optim|sav|trim)/i;

/** A host that does not answer within these milliseconds could not be run. */
const PATIENCE = 20_000;

export const doctorCommand: Command = {
  options: {},
  notes: [
    'HOST is claude-code, opencode, kilo or pi; without it, all of them are checked. Says whether each host and its plugin are installed, and what is in the way of the plugin: what the host refuses of it, other plugins that shorten a history, and settings of the host.',
    'Exit codes: 0 nothing is in the way, 1 failed, 2 wrong usage, 3 something is.',
  ],
  async run(given, { env, stdout }) {
    let code: number = EXIT.done;
    for (const host of given.positional === undefined ? HOSTS : [readHost(given)]) {
      const [state, ...problems] = await examine(host, env);
      if (problems.length > 0) code = EXIT.missed;
      const lines = problems.map((problem) => `  ! ${printable(problem, 400)}`);
      await writeLines(stdout, [host.name, `    ${printable(state, 400)}`, ...lines]);
    }
    return code;
  },
};

/** Returns the state of the plugin, and what is in its way. */
async function examine(host: Host, env: MainIo['env']): Promise<[string, ...string[]]> {
  const { name, program, install } = host;
  const { isMissing, failure } = runHost(program, ['--version'], env, PATIENCE);
  if (isMissing) return [`${program} is not installed`];
  const problems = failure === undefined ? [] : [failure];
  const configurations = await readConfigurations(host, env);
  const home = configurations.find(({ at }) => at !== -1);
  for (const { file, value, names } of configurations) {
    if (value === undefined) problems.push(`${file} is not valid JSON`);
    if (home === undefined) continue;
    const others = names.filter((other) => !other.includes('palimpsest'));
    for (const other of others.filter((one) => OTHER_COMPACTOR.test(one)))
      problems.push(`${other} may shorten the history, too (${file})`);
    if (membersAt(value, 'compaction')['prune'] === true)
      problems.push(`compaction.prune is on: ${name} clears old results (${file})`);
  }
  if (home === undefined) {
    return [`the plugin is not installed (palimpsest install ${name})`, ...problems];
  }
  const validate = failure ? undefined : install.find((args) => args.includes('validate'));
  if (validate !== undefined) {
    const run = runHost(program, validate, env, PATIENCE);
    if (run.failure !== undefined) problems.push(run.failure);
    else if (run.status !== 0) problems.push(`${name} refuses the plugin: ${run.output.trim()}`);
  }
  return [`the plugin is in ${home.file}`, ...problems];
}
