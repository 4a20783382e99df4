import assert from 'node:assert/strict';
import { providerChecks } from '../../packages/formats/test/checker/provider-checks.ts';
import { countEqualStart } from './prefix-share.ts';
import { sizeOf, TASK } from './requests.ts';
import { runAgent, type AgentPlace, type AgentRun } from './run-agent.ts';
import type { ModelRequest, Recall } from './scripted-model.ts';

const PROMPT = { text: 'Look at the first files once more.', isResumed: true };
const COMMANDS = ['head -n 9 f1.txt', 'head -n 9 f2.txt', 'head -n 9 f3.txt'];

/**
 * Checks that a session goes on as it ended when a new process resumes it through a new proxy: requests are valid, have the demands, and begin with
 * the messages that were sent before. An agent that changes its messages on its own is excused. It is resumed twice: at the first prompt a
 * compression may be due. Without the proxy, the session is whole again.
 *
 * @returns how many of the messages sent before the session begins with
 */
export async function checkResumed(through: AgentPlace, alone: AgentPlace): Promise<string> {
  const direct = [await runAgent(alone, PROMPT, COMMANDS), await runAgent(alone, PROMPT, COMMANDS)];
  const first = await runAgent(through, PROMPT, COMMANDS);
  const second = await runAgent(through, PROMPT, COMMANDS);
  for (const [at, run] of [first, second].entries()) {
    assertNoNewProblems(run, direct[at]!);
    assert.ok(hasTask(run) || !hasTask(direct[at]!), 'the demands are in each request');
  }
  assertRecalled(second);
  const { home } = second;
  const whole = sizeOf((await runAgent({ ...alone, home }, PROMPT, COMMANDS)).requests[0]!);
  const usually = sizeOf(direct[1]!.requests[0]!);
  assert.ok(whole > 0.95 * usually, `${whole} of ${usually} characters are back without the proxy`);
  const goesOn = compareStart(first, second);
  const usual = compareStart(direct[0]!, direct[1]!);
  assert.ok(
    goesOn.isSame || !usual.isSame,
    `${goesOn.text} messages are those sent before; ${usual.text} without the proxy`,
  );
  return usual.isSame ? goesOn.text : `${goesOn.text}, ${usual.text} without`;
}

function hasTask({ requests }: AgentRun): boolean {
  return requests.length > 0 && requests.every(({ text }) => text.includes(TASK));
}

/** Compares the first request of a resumed session with the last one before. */
function compareStart({ requests: before }: AgentRun, { requests: after }: AgentRun) {
  const [last, first] = [before.at(-1)!.messages, after[0]!.messages];
  const equal = countEqualStart(last, first);
  return { isSame: equal === last.length, text: `${equal} of ${last.length}` };
}

/** Checks that the model recalled a text of a file, and got it. Returns the call. */
export function assertRecalled({ requests, recall }: AgentRun): Recall {
  assert.ok(recall !== undefined, 'the model could recall');
  const answer = JSON.stringify(requests[recall.at]!.messages.slice(-3));
  assert.match(answer, new RegExp(`${recall.id}.* of file `), 'the recall call was answered');
  return recall;
}

/** Checks that the requests of a run keep each rule of the provider that those without the proxy keep. */
export function assertNoNewProblems(proxied: AgentRun, direct: AgentRun): void {
  const known = new Set(direct.requests.flatMap(problemsOf).map(({ rule }) => rule));
  const problems = proxied.requests.flatMap(problemsOf).filter(({ rule }) => !known.has(rule));
  assert.deepEqual(problems, []);
}

function problemsOf({ api, messages }: ModelRequest): readonly { readonly rule: string }[] {
  return providerChecks[api](messages);
}
