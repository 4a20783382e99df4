import { readLines } from '../corpus.ts';
import { createForgetful, PLUGINS } from '../strategies.ts';
import { withDirectives } from '../with-directives.ts';
import type { ChatMessage } from '../retention/chat-message.ts';
import { SESSIONS_OF_FAMILY, type Case, type Family } from './plan.ts';
import { runSession } from './run-session.ts';

/** Cases of one family for one strategy. */
export interface ConstraintsJob {
  readonly strategy: string;
  readonly family: Family;
  readonly cases: readonly Case[];
}

/** Runs the cases and returns one result for each, in order. */
export async function runConstraintsJob(job: ConstraintsJob): Promise<(readonly boolean[])[]> {
  const conversations = Array.from(
    readLines<{ readonly messages: readonly ChatMessage[] }>(`${job.family}.jsonl.gz`),
    ({ messages }) => messages,
  );
  const plugin = PLUGINS.find(({ name }) => name === job.strategy)!;
  const results: (readonly boolean[])[] = [];
  for (const { session, constraint: sentence, ...place } of job.cases) {
    // A new strategy per case: state from one session must not affect the next.
    const strategy = withDirectives(createForgetful(plugin));
    const first = Math.floor((session * conversations.length) / SESSIONS_OF_FAMILY);
    results.push(await runSession({ ...place, strategy, sentence, conversations, first }));
  }
  return results;
}
