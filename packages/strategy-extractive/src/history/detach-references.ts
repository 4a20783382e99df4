import type { IContent } from '@palimpsest/core-types';
import type { EditPlan } from '@palimpsest/engine/history';
import { detachReference, parseReferences } from '@palimpsest/summarizer/reduce';
import { extractPassages, type PassageLocation } from './extract-passages.ts';
import { proseOf, withProse } from './prose.ts';
import { getSoleText, withResult, withSoleText } from './responses.ts';
import type { Entries, ReductionScope } from './scope.ts';

/**
 * Returns the plan with truncation markers in place of the references whose text it reduced or removed. What looked like a reference to nothing
 * before stays.
 */
export function detachReferences(plan: EditPlan, scope: ReductionScope): EditPlan {
  const { history, tailStart, isProtected } = scope;
  const entries = history.map((entry, at) => (plan.edits.has(at) ? plan.edits.get(at) : entry));
  const before = new Set(findLost(history, scope).map((at) => textAt(history, at)));
  const edits = new Map(plan.edits);
  for (const location of findLost(entries, scope)) {
    const { index, response } = location;
    const entry = edits.get(index) ?? history[index]!;
    const text = textAt(entries, location)!;
    if (index >= tailStart || isProtected(entry) || before.has(text)) continue;
    const marker = detachReference(text);
    edits.set(
      index,
      response === undefined
        ? withProse(entry, marker)
        : withResult(entry, response, (block) => withSoleText(block, marker)),
    );
  }
  return { ...plan, edits };
}

/** Returns the indices of entries with a text that a protected reference names: this text stays, because the reference does. */
export function findHeldByReferences(entries: Entries, scope: ReductionScope): ReadonlySet<number> {
  const { passages, locations } = extractPassages(entries, scope);
  const held = parseReferences(passages)
    .filter(({ references }) => references.some((at) => passages[at]!.skipReason === 'protected'))
    .flatMap(({ copies }) => copies);
  return new Set(held.map((copy) => locations[copy]!.index));
}

/** Returns the locations of references without a text that they may name. A failed result is none: it only looks like one. */
function findLost(entries: Entries, scope: ReductionScope): PassageLocation[] {
  const { passages, locations } = extractPassages(entries, scope);
  return parseReferences(passages)
    .filter(({ copies }) => copies.length === 0)
    .flatMap(({ references }) => references)
    .filter((reference) => passages[reference]!.skipReason !== 'failed')
    .map((reference) => locations[reference]!);
}

function textAt(entries: Entries, { index, response }: PassageLocation): string | undefined {
  const entry: IContent = entries[index]!;
  if (response === undefined) return proseOf(entry);
  const block = entry.blocks.filter(({ type }) => type === 'tool_response')[response];
  return block?.type === 'tool_response' ? getSoleText(block) : undefined;
}
