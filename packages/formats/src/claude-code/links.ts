import type { ClaudeCodeRecord } from './read.ts';

/** A record before it is written. */
export interface OutgoingRecord {
  readonly record: ClaudeCodeRecord;
  readonly kind: 'conversation' | 'aside' | 'added';
  /** Whether its parent record was part of the log. */
  readonly isLinked?: boolean;
  /** Whether it is a further piece of a record before it: other records separate them. */
  readonly isContinued?: boolean;
}

/**
 * Inserts added records into the thread, and relinks every record with a removed parent to the nearest remaining ancestor. `everything` is
 * the log as it was read, if known.
 */
export function link(
  drafts: readonly OutgoingRecord[],
  everything: readonly ClaudeCodeRecord[] | undefined,
): ClaudeCodeRecord[] {
  const resolve = survivors(drafts, everything ?? []);
  /** Uuid of the last piece of a separated record. */
  const lastPieces = new Map<unknown, unknown>();
  const written: ClaudeCodeRecord[] = [];
  let added: ClaudeCodeRecord[] = [];
  let previous: unknown = null;
  const place = (parent: unknown, next: unknown): unknown => {
    let last = parent;
    for (const [index, record] of added.entries()) {
      const uuid = derivedUuid(JSON.stringify([previous, next, index]));
      written.push({ ...record, parentUuid: last, uuid });
      last = uuid;
    }
    added = [];
    return last;
  };
  for (const { record, kind, isLinked, isContinued } of drafts) {
    if (kind === 'added') {
      added.push(record);
      continue;
    }
    const found = resolve(record.parentUuid);
    const isLost = everything === undefined && isLinked === true && !found.isPresent;
    const isAfterPrevious = isLost || isContinued === true;
    const parent = isAfterPrevious ? previous : (lastPieces.get(found.uuid) ?? found.uuid);
    if (kind === 'aside') {
      written.push(relink(record, parent, resolve));
      continue;
    }
    const before = added.length > 0 ? place(parent ?? null, record.uuid) : parent;
    const own = relink(record, before, resolve);
    const uuid =
      isContinued === true ? derivedUuid(JSON.stringify([previous, record.uuid])) : record.uuid;
    if (isContinued === true) lastPieces.set(record.uuid, uuid);
    written.push(isContinued === true ? { ...own, uuid } : own);
    previous = uuid;
  }
  place(previous, null);
  return written;
}

interface Survivor {
  readonly uuid: unknown;
  readonly isPresent: boolean;
}

/** Finds the nearest remaining ancestor. Ids of records outside the log are unchanged. Linear in total. */
function survivors(
  drafts: readonly OutgoingRecord[],
  everything: readonly ClaudeCodeRecord[],
): (uuid: unknown) => Survivor {
  const present = new Set<unknown>(drafts.map(({ record }) => record.uuid));
  present.delete(undefined);
  const parents = new Map<unknown, unknown>();
  for (const { uuid, parentUuid } of everything) {
    if (uuid !== undefined && !present.has(uuid)) parents.set(uuid, parentUuid ?? null);
  }
  return (uuid) => {
    const path: unknown[] = [];
    let current = uuid;
    while (parents.has(current)) {
      path.push(current);
      const next = parents.get(current);
      // Breaks a cyclic thread.
      parents.set(current, null);
      current = next;
    }
    for (const step of path) parents.set(step, current);
    return { uuid: current, isPresent: present.has(current) };
  };
}

function relink(
  record: ClaudeCodeRecord,
  parentUuid: unknown,
  resolve: (uuid: unknown) => Survivor,
): ClaudeCodeRecord {
  const logical = resolve(record.logicalParentUuid).uuid;
  const isSame = record.parentUuid === parentUuid && record.logicalParentUuid === logical;
  if (isSame) return record;
  return {
    ...record,
    parentUuid,
    ...(record.logicalParentUuid === logical ? {} : { logicalParentUuid: logical }),
  };
}

/** Returns a uuid that depends only on a text: four 32-bit hashes under version 8 (custom). */
function derivedUuid(text: string): string {
  const hex = [1, 2, 3, 4].map((seed) => hash(text, seed).toString(16).padStart(8, '0')).join('');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ];
  return parts.join('-');
}

function hash(text: string, seed: number): number {
  let state = Math.imul(seed, 0x9e37_79b1);
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x85eb_ca6b);
    state ^= state >>> 13;
  }
  state = Math.imul(state ^ (state >>> 16), 0xc2b2_ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
