import type { ReductionContext } from './reduction-context.ts';
import type { ToolCallBlock, ToolResponseBlock, ToolTaxonomy } from '@palimpsest/core-types';
import { parseReferences } from '@palimpsest/summarizer/reduce';
import { isReducible, type CallOutcome, type ReductionScope } from './reduction-scope.ts';
import {
  extractPassages,
  kindOf,
  latest,
  type Entries,
  type Kind,
  type PassageLocation,
} from './sites.ts';
import { proseOf } from './prose.ts';
import { responsesOf } from './responses.ts';

interface TargetResult extends CallOutcome {
  readonly call: ToolCallBlock;
  /** The tool result at the start of the compression. */
  readonly given: ToolResponseBlock;
  readonly taxonomy: ToolTaxonomy;
  /** Lines that stay with what replaces the result. */
  readonly asked: readonly string[] | undefined;
}

/** A passage that may be reduced. */
export interface Target extends PassageLocation {
  readonly result?: TargetResult;
  /** References that name it: they are edited together with it. */
  readonly references: readonly PassageLocation[];
  /** Kind of its text or of its references, whichever is reduced later. */
  readonly kind: Kind;
}

/** Reducible passages before the tail, and the newest user message if it is long. */
type Targets = readonly Target[];

/** Maximum length of a newest user message that stays whole, in UTF-16 units: most of a longer one is pasted. */
export const LONG_HUMAN_TEXT = 2_000;

/** Returns the targets among the current entries. */
export function findTargets({ entries: now, scope }: ReductionContext): Targets {
  const entries = now();
  const { taxonomy } = scope;
  const referencesTo = findReferences(entries, scope);
  const targets: Target[] = [];
  const add = (target: Omit<Target, 'references' | 'kind'>): void => {
    const references = referencesTo(target);
    if (references === undefined) return;
    const kinds = [target, ...references].map((site) => kindOf(entries, site));
    targets.push({ ...target, references, kind: latest(kinds) });
  };
  for (let index = 0; index < scope.tailStart; index += 1) {
    const entry = entries[index];
    if (entry === undefined) continue;
    const { length } = proseOf(entry) ?? '';
    if (!isReducible(scope, index, entry)) {
      const isLong = entry.speaker === 'human' && length > LONG_HUMAN_TEXT;
      if (index === scope.newestHuman && isLong && !scope.isProtected(entry)) add({ index });
      continue;
    }
    if (length > 0) add({ index });
    for (const [response, block] of responsesOf(scope.history[index]!).entries()) {
      const call = scope.callAt(index, response);
      if (call === undefined) continue;
      const { key, status } = scope.outcomeOf(call, block);
      add({
        index,
        response,
        result: { call, given: block, taxonomy, key, status, asked: scope.asked.get(block) },
      });
    }
  }
  return targets;
}

/** Returns the references to a copy; `undefined` if they do not allow to reduce it. */
type ReferencesTo = (copy: PassageLocation) => readonly PassageLocation[] | undefined;

function findReferences(entries: Entries, scope: ReductionScope): ReferencesTo {
  const { passages, locations } = extractPassages(entries, scope);
  const found = new Map<string, readonly PassageLocation[] | undefined>();
  for (const { references, copies } of parseReferences(passages)) {
    // A failed result never became a reference: what looks like one is tool output.
    const ours = references.filter((reference) => passages[reference]!.skipReason !== 'failed');
    const at = ours.map((reference) => locations[reference]!);
    const mayChange = at.every(({ index }) => isReducible(scope, index, entries[index]!));
    for (const copy of copies) {
      const key = keyOf(locations[copy]!);
      const known = found.has(key) ? found.get(key) : [];
      found.set(key, mayChange && known !== undefined ? [...known, ...at] : undefined);
    }
  }
  return (copy) => (found.has(keyOf(copy)) ? found.get(keyOf(copy)) : []);
}

function keyOf({ index, response = -1 }: PassageLocation): string {
  return `${index} ${response}`;
}
