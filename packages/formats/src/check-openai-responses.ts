import type { FormatProblem, FormatRule } from './check-pairs.ts';
import { checkResultParts, RESPONSES_PARTS } from './check-result-parts.ts';
import type { CheckOptions } from './check-roles.ts';
import type { Item } from './items-dialect.ts';
import { responsesDialect as dialect } from './items-dialects.ts';
import { isMessage, speakerOf } from './items-read.ts';
import { isCall, isOutput, readCall, readOutput } from './items-tools.ts';
import { isObject, listOf } from './values.ts';

/** What the Responses API would refuse: an output stands anywhere behind its call. Empty for a valid conversation. Linear. */
export function checkOpenAIResponses(
  items: readonly Item[],
  { alternation = false }: CheckOptions = {},
): FormatProblem[] {
  const problems: FormatProblem[] = [];
  const report = (index: number, rule: FormatRule, message: string): void => {
    problems.push({ index, rule, message });
  };
  const open = new Map<string, number[]>();
  const answered = new Set<string>();
  let newestTurn = 0;
  let before: Item | undefined;
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) continue;
    const kind = kindOf(item);
    if (alternation && !alternates(before, item)) {
      report(index, 'alternation', 'a message follows one of the same side');
    }
    // What the model thought between two of its messages does not part them.
    if (kind !== 'other' && item.type !== 'reasoning') before = item;
    const isTurn = kind === 'human' || (kind === 'ai' && kindOf(items[index - 1]) === 'output');
    if (isTurn) newestTurn = index;
    if (isMessage(item)) {
      if (speakerOf(item.role) === undefined) {
        report(index, 'role', `${String(item.role)} is no role`);
      }
      if (isEmpty(item)) report(index, 'empty-content', 'the message says nothing');
    }
    if (item.type === 'reasoning' && !isFollower(items[index + 1])) {
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
      if (item.type === dialect.functionOutput || item.type === 'custom_tool_call_output') {
        for (const problem of checkResultParts(item['output'], RESPONSES_PARTS)) {
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
        // The calls of one id are answered one after the other.
        calls.shift();
        if (calls.length === 0) open.delete(callId);
        answered.add(callId);
      }
    }
  }
  for (const [id, calls] of open) {
    for (const index of calls) {
      // Calls at the very end may still be pending.
      if (index < newestTurn)
        report(index, 'call-without-result', `"${id}" has no result after it`);
    }
  }
  return problems.toSorted((a, b) => a.index - b.index);
}

type Kind = 'human' | 'ai' | 'output' | 'other';

function kindOf(item: Item | undefined): Kind {
  if (!isObject(item)) return 'other';
  if (isOutput(dialect, item)) return 'output';
  if (!isMessage(item)) return 'ai';
  const speaker = speakerOf(item.role);
  return speaker === 'human' || speaker === 'ai' ? speaker : 'other';
}

/** A turn of the model may be several items, of which one is a message. */
function alternates(before: Item | undefined, item: Item): boolean {
  const [last, kind] = [kindOf(before), kindOf(item)];
  if (kind === 'human') return last !== 'human' && last !== 'output';
  return !(isMessage(item) && kind === 'ai' && before && isMessage(before) && last === 'ai');
}

function isFollower(item: Item | undefined): boolean {
  return kindOf(item) === 'ai';
}

function isEmpty({ content }: Item): boolean {
  return typeof content === 'string' ? content === '' : listOf(content).length === 0;
}
