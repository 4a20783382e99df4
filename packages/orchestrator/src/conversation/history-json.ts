import type { IContent } from '@palimpsest/core-types';
import { OrchestratorOptionError } from '../orchestrator-option-error.ts';
import { assertEntries } from './assert-entries.ts';
import { withBytesAsText, withTextAsBytes } from './binary-parts.ts';

const KIND = 'palimpsest.conversation-history';
const FORMAT = 1;

/** A history as `JSON.stringify` takes it. */
export interface HistoryJson {
  readonly kind: typeof KIND;
  /** Of these fields. */
  readonly format: typeof FORMAT;
  readonly id?: string;
  /** Of the history; it goes on counting from there. */
  readonly version: number;
  readonly entries: readonly unknown[];
}

/** What of a history outlives a process. */
export interface SavedHistory {
  readonly id?: string;
  readonly version: number;
  readonly entries: readonly IContent[];
}

export function historyToJson({ id, version, entries }: SavedHistory): HistoryJson {
  return {
    kind: KIND,
    format: FORMAT,
    ...(id === undefined ? {} : { id }),
    version,
    entries: entries.map((entry) => withBytesAsText(entry)),
  };
}

/** @throws {OrchestratorOptionError} `INVALID_HISTORY_JSON` or `INVALID_ENTRY`, with the path of what is wrong */
export function historyFromJson(json: unknown): SavedHistory {
  if (typeof json !== 'object' || json === null)
    throw refusal('json', json, 'an object: what toJSON() answered, parsed');
  const { kind, format, id, version, entries } = json as Record<string, unknown>;
  if (kind !== KIND) throw refusal('json.kind', kind, `"${KIND}"`);
  if (format !== FORMAT)
    throw refusal('json.format', format, `${FORMAT}; a newer one needs a newer release`);
  if (id !== undefined && typeof id !== 'string') throw refusal('json.id', id, 'text, or nothing');
  if (!isCount(version)) throw refusal('json.version', version, 'a whole number from 0');
  if (!Array.isArray(entries)) throw refusal('json.entries', entries, 'an array of entries');
  const read = entries.map((entry) => withTextAsBytes(entry));
  assertEntries(read, 'json.entries');
  return { ...(id === undefined ? {} : { id }), version, entries: read };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function refusal(where: string, seen: unknown, accepted: string): OrchestratorOptionError {
  return new OrchestratorOptionError(where, seen, accepted, { code: 'INVALID_HISTORY_JSON' });
}
