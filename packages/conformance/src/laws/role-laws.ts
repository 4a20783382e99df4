import { hasToolResult, type IContent } from '@palimpsest/core-types';
import { findRoleProblems, type ResultInvariant, type RoleRule } from '@palimpsest/engine/history';

/** Laws about the role rules of providers and chat templates. They do not apply to a history that already breaks the rule. */
export const roleLaws: readonly ResultInvariant[] = [
  law(
    'starts-with-user',
    'If a history begins with the user, so does the result (Anthropic, Gemini).',
    'the result begins with a turn of the model',
  ),
  law(
    'call-follows-user',
    'If every tool call of a history follows the user or a tool result, so does every tool call of the result (Gemini).',
    'a tool call follows neither the user nor a tool result',
  ),
  law(
    'alternation',
    'If user and assistant alternate in a history, they do in the result (chat templates).',
    'this entry is of the same role as the one before it',
  ),
];

function law(rule: RoleRule, guarantee: string, broken: string): ResultInvariant {
  return {
    name: `roles-${rule}`,
    guarantee,
    *find({ before, after }) {
      const [known] = brokenAt(before, rule);
      if (known !== undefined || before.some(isUnclear) || hasLateResults(before)) return;
      for (const index of brokenAt(after, rule)) yield [index, broken];
    },
  };
}

function brokenAt(history: readonly IContent[], rule: RoleRule): number[] {
  return [...findRoleProblems(history)].flatMap((problem) =>
    problem.rule === rule ? [problem.index] : [],
  );
}

/** Returns whether the role of an entry is unclear: it has a block of an unknown kind, or is a tool entry without a result. */
function isUnclear(entry: IContent): boolean {
  const hasOpaque = entry.blocks.some(({ type }) => type === 'opaque');
  return hasOpaque || (entry.speaker === 'tool' && !hasToolResult(entry));
}

/** Returns whether a tool result is anywhere but after the turn that calls it. No provider accepts that. */
function hasLateResults(history: readonly IContent[]): boolean {
  let calls = new Set<string>();
  for (const { speaker, blocks } of history) {
    if (speaker === 'human') calls = new Set();
    if (speaker === 'ai') {
      calls = new Set(blocks.flatMap((block) => (block.type === 'tool_call' ? [block.id] : [])));
    }
    const isLate = blocks.some(
      (block) => block.type === 'tool_response' && !calls.has(block.callId),
    );
    if (isLate) return true;
  }
  return false;
}
