import { readLines } from '../corpus.ts';

/** A literal value that the agent used after the cut and that only the history can have provided. */
export interface Probe {
  readonly value: string;
  readonly kind: string;
  /** Where it was used: in call arguments or in visible text. */
  readonly use: 'args' | 'text';
  /** Index of the last message of the history that contains it. */
  readonly last: number;
  /** The message parts that contain it. */
  readonly roles: readonly string[];
}

/** Probes of one conversation at one cut. */
export interface ProbeSet {
  readonly id: string;
  /** The messages before this index are the history. */
  readonly cut: number;
  /** Share of the characters before the cut. */
  readonly frac: number;
  readonly prefix_chars: number;
  readonly probes: readonly Probe[];
  /** Values that the benchmark's own solution needs and that the history contains. */
  readonly gold?: readonly string[];
}

export const PROBE_GROUPS = ['all', 'strong', 'far', 'tool_only', 'actions'] as const;
export type ProbeGroup = (typeof PROBE_GROUPS)[number];

const STRONG_KINDS = new Set([
  'url',
  'mail',
  'path',
  'file',
  'date',
  'uuid',
  'money',
  'hash',
  'id',
  'number',
]);

/** Returns the groups of a probe. */
export function groupsOf(probe: Probe, cut: number): readonly ProbeGroup[] {
  const isFar = probe.last < farEnd(cut);
  const isToolOnly = probe.roles.length === 1 && probe.roles[0] === 'tool';
  const groups: ProbeGroup[] = ['all'];
  if (STRONG_KINDS.has(probe.kind)) groups.push('strong');
  if (isFar) groups.push('far');
  if (isToolOnly) groups.push('tool_only');
  if (probe.use === 'args') groups.push('actions');
  return groups;
}

/** Returns the index from which messages are in the newest 30 % of a history. Halves are rounded to even. */
export function farEnd(cut: number): number {
  const newest = cut * 0.3;
  const rounded = newest % 1 === 0.5 ? Math.floor(newest / 2 + 0.25) * 2 : Math.round(newest);
  return cut - Math.max(1, rounded);
}

/** The share of its characters after which a conversation is cut. */
const CUT = 0.7;

/** Returns every probe set of the corpus, by conversation id. */
export function readProbes(): ReadonlyMap<string, ProbeSet> {
  const sets = new Map<string, ProbeSet>();
  for (const set of readLines<ProbeSet>('probes.jsonl.gz')) {
    if (set.frac === CUT) sets.set(set.id, set);
  }
  return sets;
}
