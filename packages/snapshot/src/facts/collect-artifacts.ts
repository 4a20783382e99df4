import type { ToolTaxonomy } from '@palimpsest/core-types';
import type { ToolCallRef, ExchangeIndex } from '@palimpsest/history';
import { hasFailed } from '@palimpsest/tool-taxonomy';
import { truncateText } from '@palimpsest/text';
import { oneLine } from './one-line.ts';

/** How a call ended. `unanswered`: nothing came back. */
export type Outcome = 'succeeded' | 'failed' | 'unanswered';

/** What was done to a file, as far as calls tell. */
export interface FileRow {
  readonly path: string;
  /** The last reading, and the last writing; absent where there was none. */
  readonly read?: Outcome;
  readonly written?: Outcome;
}

/** A command, and how it ended: each change of outcome once, the last of them as it stands. */
export interface CommandRow {
  readonly command: string;
  readonly outcomes: readonly Outcome[];
}

/** Files and commands of a history in the order they were first met, each once. */
export interface ArtifactLog {
  readonly files: readonly FileRow[];
  readonly commands: readonly CommandRow[];
}

/** Longest command that is told whole, in UTF-16 units. */
const COMMAND_LENGTH = 200;

/** Outcomes of one command that are told: a test that fails and passes by turns is known by its last ones. */
const OUTCOMES = 3;

/**
 * What calls read, wrote and ran, and how it ended: computed, so that no summary can lose or invent a file. Goes on from what an earlier
 * trail tells.
 */
export function collectArtifacts(
  { exchanges }: ExchangeIndex,
  taxonomy: ToolTaxonomy,
  earlier: ArtifactLog = { files: [], commands: [] },
): ArtifactLog {
  const files = new Map(earlier.files.map((row) => [row.path, row]));
  const commands = new Map(earlier.commands.map((row) => [row.command, row]));
  for (const { calls } of exchanges) {
    for (const site of calls) {
      const use = taxonomy.describe(site.call.name, site.call.parameters);
      const outcome = outcomeOf(site, taxonomy);
      if (use.kind === 'run') {
        const command = commandLine(use.key ?? site.call.name);
        commands.set(command, ranOnce(commands.get(command), command, outcome));
      } else if (use.kind === 'read' || use.kind === 'write') {
        const done = use.kind === 'read' ? { read: outcome } : { written: outcome };
        for (const path of use.paths) files.set(path, { path, ...files.get(path), ...done });
      }
    }
  }
  return { files: [...files.values()], commands: [...commands.values()] };
}

/** A trail in words, a row each. */
export function formatArtifacts({ files, commands }: ArtifactLog): string[] {
  return [
    ...files.map(({ path, read, written }) => {
      const done = [
        ...(read === undefined ? [] : [inWords('read', read)]),
        ...(written === undefined ? [] : [inWords('written', written)]),
      ];
      return `${oneLine(path)}: ${done.join(', ')}`;
    }),
    ...commands.map(
      ({ command, outcomes }) => `\`${oneLine(command)}\`: ${outcomes.join(', then ')}`,
    ),
  ];
}

function inWords(done: string, outcome: Outcome): string {
  if (outcome === 'succeeded') return done;
  return outcome === 'failed' ? `${done} (failed)` : `${done} (no answer)`;
}

function outcomeOf({ call, response }: ToolCallRef, taxonomy: ToolTaxonomy): Outcome {
  if (response === undefined) return 'unanswered';
  const use = taxonomy.describe(call.name, call.parameters);
  return hasFailed(taxonomy, use, response.response) ? 'failed' : 'succeeded';
}

function ranOnce(row: CommandRow | undefined, command: string, outcome: Outcome): CommandRow {
  const outcomes = row?.outcomes ?? [];
  if (outcomes.at(-1) === outcome) return { command, outcomes };
  return { command, outcomes: [...outcomes, outcome].slice(-OUTCOMES) };
}

/** The command on one line; of a long one, its beginning. */
function commandLine(key: string): string {
  const line = key.replace(/\s+/g, ' ').trim();
  return line.length <= COMMAND_LENGTH ? line : `${truncateText(line, COMMAND_LENGTH - 1)}…`;
}
