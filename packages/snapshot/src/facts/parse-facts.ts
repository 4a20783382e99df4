import type { IContent } from '@palimpsest/core-types';
import { REQUIREMENT_LABELS } from '@palimpsest/directives';
import type { CommandRow, FileRow, Outcome } from './collect-artifacts.ts';
import { FACTS_KEY } from './facts-key.ts';
import type { PinnedDirective, SnapshotFacts } from './snapshot-facts.ts';

/** Parses the facts in a snapshot's metadata. Hosts and files may have changed them: invalid values and rows are ignored. */
export function parseFacts({ metadata }: IContent): SnapshotFacts {
  const facts = recordOf(metadata?.[FACTS_KEY]);
  const { entries, task } = facts;
  const trail = recordOf(facts['trail']);
  return {
    entries: isCount(entries) ? entries : 0,
    ...(typeof task === 'string' ? { task } : {}),
    directives: rowsOf(facts['directives']).filter(isDirective),
    trail: {
      files: rowsOf(trail['files']).filter(isFile),
      commands: rowsOf(trail['commands']).filter(isCommand),
    },
  };
}

type Row = Readonly<Record<string, unknown>>;

function isDirective(row: Row): row is Row & PinnedDirective {
  const { text, force } = row;
  return (
    typeof text === 'string' &&
    typeof force === 'string' &&
    Object.hasOwn(REQUIREMENT_LABELS, force)
  );
}

function isFile(row: Row): row is Row & FileRow {
  const { path, read, written } = row;
  const outcomes = [read, written].filter((outcome) => outcome !== undefined);
  return typeof path === 'string' && outcomes.length > 0 && outcomes.every(isOutcome);
}

function isCommand(row: Row): row is Row & CommandRow {
  const { command, outcomes } = row;
  return typeof command === 'string' && Array.isArray(outcomes) && outcomes.every(isOutcome);
}

function isOutcome(value: unknown): value is Outcome {
  return value === 'succeeded' || value === 'failed' || value === 'unanswered';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function rowsOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

function recordOf(value: unknown): Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : {};
}
