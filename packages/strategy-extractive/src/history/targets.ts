import type { ToolCallBlock, ToolResponseBlock, ToolTaxonomy } from '@palimpsest/core-types';
import { readClaims } from '@palimpsest/reductions';
import { hasFailed } from '@palimpsest/tool-taxonomy';
import { isFree, type Ground } from './ground.ts';
import { proseOf } from './prose.ts';
import { responsesOf } from './responses.ts';
import { readPassages, type Entries, type Site } from './sites.ts';

interface TargetResult {
  readonly call: ToolCallBlock;
  /** What the call was about. */
  readonly key: string | undefined;
  /** As it was when the round began. */
  readonly given: ToolResponseBlock;
  readonly hasFailed: boolean;
  readonly taxonomy: ToolTaxonomy;
}

/** A passage that may be cut. */
export interface Target extends Site {
  readonly result?: TargetResult;
  /** References that name it: it is not cut without them. */
  readonly references: readonly Site[];
}

/** Everything before the recent entries that nothing holds. */
export function targetsOf(entries: Entries, given: Entries, ground: Ground): Target[] {
  const { taxonomy } = ground;
  const referencesTo = findReferences(entries, ground);
  const targets: Target[] = [];
  const add = (target: Omit<Target, 'references'>): void => {
    const references = referencesTo(target);
    if (references !== undefined) targets.push({ ...target, references });
  };
  for (let place = 0; place < ground.boundary; place += 1) {
    const entry = entries[place];
    if (entry === undefined || !isFree(ground, place, entry)) continue;
    if (proseOf(entry) !== undefined) add({ place });
    for (const [response, block] of responsesOf(given[place] ?? entry).entries()) {
      const call = ground.callAt(place, response);
      if (call === undefined) continue;
      const use = taxonomy.describe(call.name, call.parameters);
      const facts = { key: use.key, hasFailed: hasFailed(taxonomy, use, block) };
      add({ place, response, result: { call, given: block, taxonomy, ...facts } });
    }
  }
  return targets;
}

/** Where many references may each mean many texts, none of these is cut: looking at every pair would cost the square of their number. */
const MANY = 16;

/** Answers with the references to what stands at a site, `undefined` where it may not be cut because of them. */
function findReferences(
  entries: Entries,
  ground: Ground,
): (copy: Site) => readonly Site[] | undefined {
  const { passages, sites } = readPassages(entries, ground);
  const found = new Map<string, readonly Site[] | undefined>();
  for (const { references, copies } of readClaims(passages)) {
    // A failure never became a reference: what looks like one is what the tool said.
    const ours = references.filter((index) => passages[index]!.hold !== 'failed');
    const at = ours.map((index) => sites[index]!);
    const mayChange =
      Math.min(at.length, copies.length) <= MANY &&
      at.every(({ place }) => isFree(ground, place, entries[place]!));
    for (const index of copies) {
      const key = keyOf(sites[index]!);
      const known = found.has(key) ? found.get(key) : [];
      found.set(key, mayChange && known !== undefined ? [...known, ...at] : undefined);
    }
  }
  if (found.size === 0) return () => [];
  return (copy) => (found.has(keyOf(copy)) ? found.get(keyOf(copy)) : []);
}

function keyOf({ place, response = -1 }: Site): string {
  return `${place} ${response}`;
}
