import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { textOf } from './parameters.ts';
import type { ToolOutcome, ToolParameters } from './tool.ts';

/** Longest output, in UTF-16 units; the middle of a longer one is left out. */
const LIMIT = 20_000;

/** Runs a command in a shell, with the workspace as its folder and the repository's own tools on the path. */
export function runCommand(root: string, parameters: ToolParameters): ToolOutcome {
  const { status, stdout, error } = spawnSync(
    'bash',
    ['-c', `exec 2>&1; ${textOf(parameters, 'command')}`],
    { cwd: root, env: environment(root), encoding: 'utf8', timeout: 300_000, maxBuffer: 2 ** 26 },
  );
  if (error !== undefined) throw error;
  return {
    failed: status !== 0,
    text: `Exit code: ${status}\nOutput:\n${shortened(stdout.trimEnd())}`,
  };
}

/** Nothing of the surroundings but the path reaches a command, so that a recording looks the same wherever it is made. */
function environment(root: string): NodeJS.ProcessEnv {
  return {
    PATH: [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
    HOME: join(root, '..', 'home'),
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    CI: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_PAGER: 'cat',
  };
}

function shortened(text: string): string {
  if (text.length <= LIMIT) return text;
  const half = LIMIT / 2;
  const left = text.length - LIMIT;
  return `${text.slice(0, half)}\n… ${left} characters left out …\n${text.slice(-half)}`;
}
