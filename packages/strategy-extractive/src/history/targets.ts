import type { ToolCallBlock, ToolResponseBlock, ToolTaxonomy } from '@palimpsest/core-types';
import { parseReferences } from '@palimpsest/reductions';
import { hasFailed } from '@palimpsest/tool-taxonomy';
import { isFree, type ReductionScope } from './reduction-scope.ts';
import { kindOf, latest, saidByPerson, type Kind } from './kinds.ts';
import { proseOf } from './prose.ts';
import { responsesOf } from './responses.ts';
import { extractPassages, type Entries, type PassageLocation } from './sites.ts';

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
export interface Target extends PassageLocation {
  readonly result?: TargetResult;
  /** References that name it: it is not cut without them. */
  readonly references: readonly PassageLocation[];
  /** Whose text it is, or that of the references, whichever is given up later. */
  readonly kind: Kind;
}

export interface Targets {
  /** What may be reduced before the recent entries, and the newest human message where it is long. */
  readonly targets: readonly Target[];
  /** Ids of calls whose results references name. */
  readonly namedCalls: ReadonlySet<string>;
  /** Those of them whose results stay, because a reference must. */
  readonly heldCalls: ReadonlySet<string>;
}

/** From this length on even the newest thing a person said is reduced, in UTF-16 units: most of it is pasted. */
export const LONG_HUMAN_TEXT = 2_000;

export function targetsOf(entries: Entries, given: Entries, ground: ReductionScope): Targets {
  const { taxonomy } = ground;
  const { referencesTo, ...calls } = findReferences(entries, ground);
  const targets: Target[] = [];
  const add = (target: Omit<Target, 'references' | 'kind'>): void => {
    const references = referencesTo(target);
    if (references === undefined) return;
    const kinds = [target, ...references].map((site) => kindOf(entries, site));
    targets.push({ ...target, references, kind: latest(kinds) });
  };
  for (let place = 0; place < ground.boundary; place += 1) {
    const entry = entries[place];
    if (entry === undefined) continue;
    if (!isFree(ground, place, entry)) {
      const isLong = (saidByPerson(entries, place)?.length ?? 0) > LONG_HUMAN_TEXT;
      if (place === ground.newestHuman && isLong && !ground.isProtected(entry)) add({ place });
      continue;
    }
    if (proseOf(entry) !== undefined) add({ place });
    for (const [response, block] of responsesOf(given[place] ?? entry).entries()) {
      const call = ground.callAt(place, response);
      if (call === undefined) continue;
      const use = taxonomy.describe(call.name, call.parameters);
      const facts = { key: use.key, hasFailed: hasFailed(taxonomy, use, block) };
      add({ place, response, result: { call, given: block, taxonomy, ...facts } });
    }
  }
  return { targets, ...calls };
}

/** Where many references may each mean many texts, none of these is cut: looking at every pair would cost the square of their number. */
const MANY = 16;

interface FoundReferences extends Pick<Targets, 'namedCalls' | 'heldCalls'> {
  /** The references to what stands at a site, `undefined` where it may not be cut because of them. */
  readonly referencesTo: (copy: PassageLocation) => readonly PassageLocation[] | undefined;
}

function findReferences(entries: Entries, ground: ReductionScope): FoundReferences {
  const { passages, sites } = extractPassages(entries, ground);
  const found = new Map<string, readonly PassageLocation[] | undefined>();
  const namedCalls = new Set<string>();
  const heldCalls = new Set<string>();
  for (const { references, copies } of parseReferences(passages)) {
    // A failure never became a reference: what looks like one is what the tool said.
    const ours = references.filter((index) => passages[index]!.skipReason !== 'failed');
    const at = ours.map((index) => sites[index]!);
    const mayChange =
      Math.min(at.length, copies.length) <= MANY &&
      at.every(({ place }) => isFree(ground, place, entries[place]!));
    for (const index of copies) {
      const { place, response } = sites[index]!;
      const call = response === undefined ? undefined : ground.callAt(place, response);
      if (call !== undefined) namedCalls.add(call.id);
      const key = keyOf(sites[index]!);
      const known = found.has(key) ? found.get(key) : [];
      const all = mayChange && known !== undefined ? [...known, ...at] : undefined;
      if (all === undefined && call !== undefined) heldCalls.add(call.id);
      found.set(key, all);
    }
  }
  const referencesTo = (copy: PassageLocation): readonly PassageLocation[] | undefined =>
    found.has(keyOf(copy)) ? found.get(keyOf(copy)) : [];
  return { referencesTo, namedCalls, heldCalls };
}

function keyOf({ place, response = -1 }: PassageLocation): string {
  return `${place} ${response}`;
}
