import type { IContent, ToolTaxonomy } from '@palimpsest/core-types';
import type { Directive, DirectiveForce } from '@palimpsest/directives';
import { directivesIn } from '@palimpsest/directives';
import { indexExchanges, isHumanText, isOwnContinuation, isOwnSnapshot } from '@palimpsest/history';
import { cutText } from '@palimpsest/text';
import { artifactTrail, type ArtifactTrail } from './artifact-trail.ts';
import { readFacts } from './read-facts.ts';
import { withoutRowMark } from './write-facts.ts';

/** Something a person asked always, never or only to be done. */
export interface PinnedDirective {
  readonly force: DirectiveForce;
  /** Word for word. */
  readonly text: string;
}

/** What stands in a snapshot whatever the model wrote: computed, never asked for, and carried from one snapshot to the next. */
export interface SnapshotFacts {
  /** Entries the snapshot stands for, those of earlier snapshots included, what we wrote ourselves not. */
  readonly entries: number;
  /** The beginning of the first thing a person said in them. */
  readonly task?: string;
  /** In the order they were said, each once. */
  readonly directives: readonly PinnedDirective[];
  readonly trail: ArtifactTrail;
}

/** Most of a task that is told, in UTF-16 units. */
const TASK_LENGTH = 1_000;

/**
 * The facts of some entries, earlier snapshots of ours among them included.
 *
 * @param isTaskElsewhere the first thing a person said stands before these entries, and stays there
 */
export function snapshotFacts(
  entries: readonly IContent[],
  taxonomy: ToolTaxonomy,
  isTaskElsewhere = false,
): SnapshotFacts {
  let count = 0;
  let task: string | undefined;
  let earlier: ArtifactTrail | undefined;
  const directives = new Map<string, PinnedDirective>();
  const pin = ({ text, force }: Pick<Directive, 'text' | 'force'>): void => {
    if (!directives.has(text)) directives.set(text, { force, text });
  };
  for (const entry of entries) {
    if (isOwnSnapshot(entry)) {
      const facts = readFacts(entry);
      count += facts.entries;
      task ??= facts.task;
      for (const directive of facts.directives) pin(directive);
      earlier = earlier === undefined ? facts.trail : joined(earlier, facts.trail);
      continue;
    }
    if (isOwnContinuation(entry)) continue;
    count += 1;
    if (!isHumanText(entry)) continue;
    for (const { text, force } of directivesIn(entry)) pin({ text: withoutRowMark(text), force });
    if (!isTaskElsewhere) task ??= beginning(entry);
  }
  return {
    entries: count,
    ...(task === undefined ? {} : { task }),
    directives: [...directives.values()],
    trail: artifactTrail(indexExchanges(entries), taxonomy, earlier),
  };
}

function joined(first: ArtifactTrail, second: ArtifactTrail): ArtifactTrail {
  const files = new Map(first.files.map((row) => [row.path, row]));
  for (const row of second.files) files.set(row.path, { ...files.get(row.path), ...row });
  const commands = new Map(first.commands.map((row) => [row.command, row]));
  for (const row of second.commands) commands.set(row.command, row);
  return { files: [...files.values()], commands: [...commands.values()] };
}

function beginning({ blocks }: IContent): string | undefined {
  for (const block of blocks) {
    if (block.type !== 'text') continue;
    const text = block.text.trim();
    if (text !== '')
      return text.length <= TASK_LENGTH ? text : `${cutText(text, TASK_LENGTH - 1)}…`;
  }
  return undefined;
}
