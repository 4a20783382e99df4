import { checkResultParts, RESPONSES_PARTS } from './check-result-parts.ts';
import { checkRoles, type CheckOptions, type Step } from './check-steps.ts';
import type { FormatProblem, FormatRule } from './format-problem.ts';
import { responsesDialect as dialect, type Item } from '../items/dialect.ts';
import { isMessage, isConfigurationItem, SPEAKERS } from '../items/read.ts';
import { isCall, isOutput, readCall, readOutput } from '../items/tools.ts';
import { isObject, listOf } from '../values.ts';

/**
 * Returns what the Responses API refuses, in the order of the items; an empty list for a valid conversation. An output may be anywhere
 * after its call (platform.openai.com/docs/api-reference/responses/create). Linear.
 */
export function checkOpenAIResponses(
  items: readonly Item[],
  options: CheckOptions = {},
): FormatProblem[] {
  const problems: FormatProblem[] = [];
  const report = (index: number, rule: FormatRule, message: string): void => {
    problems.push({ index, rule, message });
  };
  const pendingCalls = new Map<string, number[]>();
  const idsWithResult = new Set<string>();
  /** Index of the newest user message, or of the newest item of the model right after outputs: earlier calls cannot be pending. */
  let newestTurn = 0;
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) continue;
    const kind = kindOf(item);
    const isTurn = kind === 'human' || (kind === 'ai' && kindOf(items[index - 1]) === 'output');
    if (isTurn) newestTurn = index;
    if (isMessage(item)) {
      if (SPEAKERS.get(item.role) === undefined) {
        report(
          index,
          'role',
          `role: expected system, developer, user or assistant, got ${String(item.role)}`,
        );
      }
      if (isEmpty(item)) report(index, 'empty-content', 'the message is empty');
    }
    if (item.type === 'reasoning' && kindOf(items[index + 1]) !== 'ai') {
      report(index, 'reasoning-without-follower', 'no item of the model follows its reasoning');
    }
    if (isCall(dialect, item)) {
      const { id } = readCall(dialect, item);
      const calls = pendingCalls.get(id);
      if (calls === undefined) pendingCalls.set(id, [index]);
      else {
        calls.push(index);
        report(index, 'duplicate-call', `"${id}" was called before under the same id`);
      }
    } else if (isOutput(dialect, item)) {
      if (OUTPUTS_WITH_PARTS.has(item.type)) {
        for (const problem of checkResultParts(item.output, RESPONSES_PARTS)) {
          report(index, 'result-content', problem);
        }
      }
      const { callId } = readOutput(dialect, item);
      const calls = pendingCalls.get(callId);
      if (calls === undefined) {
        const hasResult = idsWithResult.has(callId);
        const rule = hasResult ? 'duplicate-result' : 'result-without-call';
        const what = hasResult ? 'has a result already' : 'has no call before it';
        report(index, rule, `"${callId}" ${what}`);
      } else {
        // Calls with one id are answered in order.
        calls.shift();
        if (calls.length === 0) pendingCalls.delete(callId);
        idsWithResult.add(callId);
      }
    }
  }
  for (const [id, calls] of pendingCalls) {
    for (const index of calls) {
      if (index < newestTurn)
        report(index, 'call-without-result', `"${id}" has no result after it`);
    }
  }
  const roleProblems = checkRoles(readTurns(items), { hasResultMessages: true }, options);
  return [...problems, ...roleProblems].toSorted((a, b) => a.index - b.index);
}

/** Outputs whose content is a text or a list of parts. */
const OUTPUTS_WITH_PARTS = new Set<unknown>([dialect.functionOutput, 'custom_tool_call_output']);

/** Groups items into turns. The model's calls and the message before them are one turn; two messages of the model are two. */
function readTurns(items: readonly Item[]): Step[] {
  const turns: Step[] = [];
  let previous: Item | undefined;
  for (const [index, item] of items.entries()) {
    const kind = kindOf(item);
    // Reasoning between two messages of the model does not join them.
    if (kind === 'other' || item.type === 'reasoning' || isConfigurationItem(item)) continue;
    const continuesTurn = kind === 'ai' && kindOf(previous) === 'ai';
    const isSecondMessage = isMessage(item) && previous !== undefined && isMessage(previous);
    if (!continuesTurn || isSecondMessage) {
      const role = kind === 'ai' ? 'ai' : 'user';
      turns.push({ index, kind: role, calls: [], results: [], endsAnswers: kind !== 'output' });
    }
    previous = item;
  }
  return turns;
}

type ItemKind = 'human' | 'ai' | 'output' | 'other';

/** Returns the kind of an item. Items that are neither messages nor outputs are the model's. */
function kindOf(item: Item | undefined): ItemKind {
  if (!isObject(item)) return 'other';
  if (isOutput(dialect, item)) return 'output';
  if (!isMessage(item)) return 'ai';
  const speaker = SPEAKERS.get(item.role);
  return speaker === 'human' || speaker === 'ai' ? speaker : 'other';
}

function isEmpty({ content }: Item): boolean {
  return typeof content === 'string' ? content === '' : listOf(content).length === 0;
}
