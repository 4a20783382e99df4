import type { IContent } from '@palimpsest/core-types';
import { FACTS_KEY } from './facts-key.ts';
import type { SnapshotFacts } from './snapshot-facts.ts';

const NONE: SnapshotFacts = { entries: 0, directives: [], trail: { files: [], commands: [] } };

/** The facts that an entry of ours carries. Metadata travels through hosts and files: what is not as we wrote it counts as not there. */
export function readFacts({ metadata }: IContent): SnapshotFacts {
  const facts = metadata?.[FACTS_KEY];
  if (!isRecord(facts)) return NONE;
  const { entries, task, directives, trail } = facts;
  const { files, commands } = isRecord(trail) ? trail : {};
  return {
    entries: typeof entries === 'number' ? entries : 0,
    ...(typeof task === 'string' ? { task } : {}),
    directives: records(directives, 'text') as unknown as SnapshotFacts['directives'],
    trail: {
      files: records(files, 'path') as unknown as SnapshotFacts['trail']['files'],
      commands: records(commands, 'command').filter((row) =>
        Array.isArray(row['outcomes']),
      ) as unknown as SnapshotFacts['trail']['commands'],
    },
  };
}

type Row = Readonly<Record<string, unknown>>;

/** The rows of a list that have a text under a name. */
function records(value: unknown, name: string): Row[] {
  if (!Array.isArray(value)) return [];
  return value.filter((row): row is Row => isRecord(row) && typeof row[name] === 'string');
}

function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
