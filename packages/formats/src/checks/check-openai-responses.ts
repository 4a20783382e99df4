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
  const open = new Map<string, number[]>();
  const answered = new Set<string>();
  let newestTurn = 0;
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) continue;
    const kind = kindOf(item);
    const isTurn = kind === 'human' || (kind === 'ai' && kindOf(items[index - 1]) === 'output');
    if (isTurn) newestTurn = index;
    if (isMessage(item)) {
      if (SPEAKERS.get(item.role) === undefined) {
        report(index, 'role', `${String(item.role)} is no role`);
      }
      if (isEmpty(item)) report(index, 'empty-content', 'the message says nothing');
    }
    if (item.type === 'reasoning' && kindOf(items[index + 1]) !== 'ai') {
      report(index, 'reasoning-without-follower', 'nothing of the model follows its reasoning');
    }
    if (isCall(dialect, item)) {
      const { id } = readCall(dialect, item);
      const calls = open.get(id);
      if (calls === undefined) open.set(id, [index]);
      else {
        calls.push(index);
        report(index, 'duplicate-call', `"${id}" was called before under the same id`);
      }
    } else if (isOutput(dialect, item)) {
      if (HAS_PARTS.has(item.type)) {
        for (const problem of checkResultParts(item.output, RESPONSES_PARTS)) {
          report(index, 'result-content', problem);
        }
      }
      const { callId } = readOutput(dialect, item);
      const calls = open.get(callId);
      if (calls === undefined) {
        const rule = answered.has(callId) ? 'duplicate-result' : 'result-without-call';
        const what = answered.has(callId) ? 'has been answered already' : 'was never called before';
        report(index, rule, `"${callId}" ${what}`);
      } else {
        // Calls with one id are answered in order.
        calls.shift();
        if (calls.length === 0) open.delete(callId);
        answered.add(callId);
      }
    }
  }
  for (const [id, calls] of open) {
    for (const index of calls) {
      // Calls at the end may still be pending.
      if (index < newestTurn)
        report(index, 'call-without-result', `"${id}" has no result after it`);
    }
  }
  const found = checkRoles(readTurns(items), { hasResultMessages: true }, options);
  return [...problems, ...found].toSorted((a, b) => a.index - b.index);
}

/** Outputs whose content is a text or a list of parts. */
const HAS_PARTS = new Set<unknown>([dialect.functionOutput, 'custom_tool_call_output']);

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

type Kind = 'human' | 'ai' | 'output' | 'other';

function kindOf(item: Item | undefined): Kind {
  if (!isObject(item)) return 'other';
  if (isOutput(dialect, item)) return 'output';
  if (!isMessage(item)) return 'ai';
  const speaker = SPEAKERS.get(item.role);
  return speaker === 'human' || speaker === 'ai' ? speaker : 'other';
}

function isEmpty({ content }: Item): boolean {
  return typeof content === 'string' ? content === '' : listOf(content).length === 0;
}
