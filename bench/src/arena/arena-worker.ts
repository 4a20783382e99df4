import { answerJobs } from '../threads/answer-jobs.ts';
import type { Contestant } from './contestant.ts';
import { readOwnSessions } from './own-sessions.ts';
import { OWN_CONTESTANTS, runContestant } from './run-contestant.ts';
import { readArenaSessions, type ArenaSession } from './sessions.ts';
import { summarize, type ContestantFigures } from './summarize.ts';

/** A file of contestants, and the sessions of the user, if they take the place of the recorded ones. */
export interface ArenaJob {
  readonly file: string;
  readonly paths: readonly string[];
}

let sessions: readonly ArenaSession[] | undefined;

answerJobs(async ({ file, paths }: ArenaJob): Promise<ContestantFigures[]> => {
  // Some contestants write what they do to the console.
  for (const level of ['log', 'debug', 'info', 'warn'] as const) console[level] = () => undefined;
  sessions ??= paths.length > 0 ? readOwnSessions(paths) : readArenaSessions();
  const all: ContestantFigures[] = [];
  for (const contestant of await readContestants(file)) {
    all.push(summarize(file, contestant, await runContestant(contestant, sessions)));
  }
  return all;
});

/** Returns the contestants of a file. Their packages are installed by `pnpm arena` only, so no other module imports them. */
async function readContestants(file: string): Promise<readonly Contestant[]> {
  if (file === 'palimpsest') return OWN_CONTESTANTS;
  const module = new URL(`../../arena/contestants/${file}.ts`, import.meta.url);
  return Object.values((await import(module.href)) as Readonly<Record<string, Contestant>>);
}
