import type { IContent, Repair } from '@palimpsest/core-types';

/** Returns a report for each call whose arguments begin as a JSON object and are no JSON: the model was cut off. */
export function findUnfinishedArguments(history: readonly IContent[]): Repair[] {
  return history.flatMap(({ blocks }, index) =>
    blocks.flatMap((block): Repair | readonly Repair[] => {
      if (block.type !== 'tool_call' || !isUnfinished(block.parameters)) return [];
      const detail = `the arguments of ${block.name} (${block.id}) are unfinished JSON and stay as they are`;
      return { kind: 'unfinished-arguments', index, detail };
    }),
  );
}

function isUnfinished(parameters: unknown): boolean {
  if (typeof parameters !== 'string' || !/^\s*\{/.test(parameters)) return false;
  try {
    JSON.parse(parameters);
    return false;
  } catch {
    return true;
  }
}
