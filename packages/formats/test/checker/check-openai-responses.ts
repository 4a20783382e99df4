import { checkApprovals } from './check-hosted-calls.ts';
import { checkResultParts, RESPONSES_PARTS } from './check-result-parts.ts';
import { checkRoles, type CheckOptions, type Step } from './check-steps.ts';
import { findMissingMembers } from './check-typed-items.ts';
import type { FormatProblem, FormatRule } from './format-problem.ts';
import { responsesDialect as dialect, type Item } from '../../src/items/dialect.ts';
import { isMessage, ROLES } from '../../src/items/message.ts';
import { isCall, isOutput, readCall, readOutput } from '../../src/items/tools.ts';
import { isObject, listOf } from '../../src/framework/values.ts';

/**
 * Returns what the Responses API rejects, in the order of the items; an empty list for a valid conversation. An output may be anywhere
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
  /** Indices of the calls without an output so far, by call id. */
  const pendingCalls = new Map<string, number[]>();
  const idsWithResult = new Set<string>();
  /** Index of the newest user message, or of the newest item of the model right after an output. Earlier calls need an output. */
  let newestTurn = 0;
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) continue;
    const kind = kindOf(item);
    const startsTurn = kind === 'human' || (kind === 'ai' && kindOf(items[index - 1]) === 'output');
    if (startsTurn) newestTurn = index;
    if (isMessage(item)) {
      if (ROLES.get(item.role) === undefined) {
        report(
          index,
          'role',
          `role: expected system, developer, user or assistant, got ${String(item.role)}`,
        );
      }
      if (isEmpty(item)) report(index, 'empty-content', 'the message is empty');
    }
    for (const member of findMissingMembers(item)) {
      report(index, 'item-members', `${String(item.type)} requires ${member}`);
    }
    if (item.type === 'reasoning' && kindOf(items[index + 1]) !== 'ai') {
      report(index, 'reasoning-without-follower', 'no item of the model follows its reasoning');
    }
    if (isCall(dialect, item)) {
      const { id } = readCall(dialect, item);
      const indices = pendingCalls.get(id);
      if (indices === undefined) pendingCalls.set(id, [index]);
      else {
        indices.push(index);
        report(index, 'duplicate-call', `"${id}" was called before under the same id`);
      }
    } else if (isOutput(dialect, item)) {
      if (OUTPUTS_WITH_PARTS.has(item.type)) {
        for (const problem of checkResultParts(item.output, RESPONSES_PARTS)) {
          report(index, 'result-content', problem);
        }
      }
      const { callId } = readOutput(dialect, item);
      const indices = pendingCalls.get(callId);
      if (indices !== undefined) {
        // Of several calls with one id, the oldest gets the output.
        indices.shift();
        if (indices.length === 0) pendingCalls.delete(callId);
        idsWithResult.add(callId);
      } else if (idsWithResult.has(callId)) {
        report(index, 'duplicate-result', `"${callId}" has a result already`);
      } else report(index, 'result-without-call', `"${callId}" has no call before it`);
    }
  }
  for (const [id, indices] of pendingCalls) {
    for (const index of indices) {
      if (index < newestTurn)
        report(index, 'call-without-result', `"${id}" has no result after it`);
    }
  }
  checkApprovals(items, (index, message) => report(index, 'hosted-call', message));
  const roleProblems = checkRoles(readTurns(items), { hasResultMessages: true }, options);
  return [...problems, ...roleProblems].toSorted((a, b) => a.index - b.index);
}

/** Outputs whose content is a text or a list of parts. */
const OUTPUTS_WITH_PARTS = new Set<unknown>([dialect.functionOutput, 'custom_tool_call_output']);

/** Groups items into turns. A message of the model and the calls after it are one turn; two messages of the model are two. */
function readTurns(items: readonly Item[]): Step[] {
  const turns: Step[] = [];
  let previous: Item | undefined;
  for (const [index, item] of items.entries()) {
    const kind = kindOf(item);
    // Two messages of the model with reasoning between them are adjacent messages.
    if (kind === 'other' || item.type === 'reasoning' || STAGE.test(String(item.type))) continue;
    const followsModel = kind === 'ai' && kindOf(previous) === 'ai';
    const followsMessage = previous !== undefined && isMessage(previous);
    if (!followsModel || (isMessage(item) && followsMessage)) {
      const role = kind === 'ai' ? 'ai' : 'user';
      turns.push({ index, kind: role, calls: [], results: [], endsAnswers: kind !== 'output' });
    }
    previous = item;
  }
  return turns;
}

/** Items that configure those after them. */
const STAGE = /compaction|^configuration_update$|^additional_tools$/;

type ItemKind = 'human' | 'ai' | 'output' | 'other';

/** Returns the kind of an item. An item that is neither a message nor an output is the model's. */
function kindOf(item: Item | undefined): ItemKind {
  if (!isObject(item)) return 'other';
  if (isOutput(dialect, item)) return 'output';
  if (!isMessage(item)) return 'ai';
  const speaker = ROLES.get(item.role);
  return speaker === 'human' || speaker === 'ai' ? speaker : 'other';
}

function isEmpty({ content }: Item): boolean {
  return typeof content === 'string' ? content === '' : listOf(content).length === 0;
}
