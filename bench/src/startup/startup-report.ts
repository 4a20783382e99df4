import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFreshProject, type FreshProject } from '../../../tools/smoke/fresh-project.ts';
import { otherCommands } from '../../../tools/smoke/runtimes.ts';
import { reportOf, tableOf, type SpeedReport } from '../speed/report.ts';
import { printTable } from '../tables.ts';
import { FILES, PROGRAMS } from './programs.ts';

const root = join(import.meta.dirname, '../../..');

/** The first supported version, the one of the tools, and the newest. */
const NODES = ['22.13.0', '24.21.0', '26.10.0'];

const RUNS = 9;

/** Milliseconds of one run, for a compression those of the call alone. */
interface Run {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Medians of one program on one runtime. */
export interface StartupRow extends Run {
  readonly runtime: string;
  readonly program: string;
}

/** Measures the start of packed packages, as users install them, on several runtimes. */
export async function startupReport(): Promise<SpeedReport> {
  execFileSync('pnpm', ['run', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const project = createFreshProject();
  for (const [name, text] of Object.entries(FILES)) project.write(name, text);
  const rows: StartupRow[] = [];
  for (const [runtime, command] of [...nodeCommands(project), ...otherCommands(project)])
    rows.push(...measureRuntime(runtime, command, project.folder));
  rmSync(project.folder, { recursive: true });
  printTable(`Start, medians of ${RUNS}`, rows);
  return reportOf({ startup: tableOf(rows, { by: ['runtime', 'program'] }) });
}

/** Installs versions of Node, without the script that only links their binary. */
function nodeCommands(project: FreshProject): [runtime: string, command: string[]][] {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return NODES.map((version) => {
    const folder = `node-${version}`;
    project.install(`${folder}@npm:node-${platform}-${process.arch}@${version}`);
    const file = platform === 'win' ? 'bin/node.exe' : 'bin/node';
    return [`Node ${version}`, [join(project.folder, 'node_modules', folder, file)]];
  });
}

/** Runs all programs in turn, so that what else the machine does disturbs them alike. */
function measureRuntime(runtime: string, command: readonly string[], cwd: string): StartupRow[] {
  const runs = new Map(Object.keys(PROGRAMS).map((program) => [program, [] as Run[]]));
  for (let run = 0; run < RUNS; run += 1) {
    for (const [program, given] of Object.entries(PROGRAMS))
      runs.get(program)!.push(runOnce([...command, ...given], cwd));
  }
  return [...runs].map(([program, all]) => ({
    runtime,
    program,
    wallMs: median(all.map(({ wallMs }) => wallMs)),
    cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
  }));
}

function runOnce([file = '', ...argv]: readonly string[], cwd: string): Run {
  const started = performance.now();
  const { status, stderr } = spawnSync(file, argv, { cwd, encoding: 'utf8' });
  const wallMs = performance.now() - started;
  if (status !== 0) throw new Error(`${file} ${argv.join(' ')} failed: ${stderr}`);
  return { wallMs, ...(JSON.parse(stderr.trimEnd().split('\n').at(-1)!) as Pick<Run, 'cpuMs'>) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
