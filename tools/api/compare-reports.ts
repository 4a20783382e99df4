const LINES_SHOWN = 20;

export interface Difference {
  /** File name of the report. */
  readonly name: string;
  /** The difference in words, or as removed (-) and added (+) lines. */
  readonly text: string;
}

/** Returns the differences between the accepted reports and those of the build, sorted by file name. */
export function compareReports(
  accepted: ReadonlyMap<string, string>,
  built: ReadonlyMap<string, string>,
): Difference[] {
  const names = [...new Set([...accepted.keys(), ...built.keys()])].toSorted();
  return names.flatMap((name) => {
    const before = accepted.get(name);
    const after = built.get(name);
    if (before === after) return [];
    if (before === undefined) return [{ name, text: `api/${name}: a package without a report` }];
    if (after === undefined) return [{ name, text: `api/${name}: a report without a package` }];
    return [{ name, text: `api/${name}:\n${changedLines(before, after).join('\n')}` }];
  });
}

/** Returns the lines that only one of two texts has, at most `LINES_SHOWN`, or a note if only their order differs. */
function changedLines(before: string, after: string): string[] {
  const gone = linesBeyond(before, after).map((line) => `- ${line}`);
  const come = linesBeyond(after, before).map((line) => `+ ${line}`);
  const lines = [...gone, ...come];
  if (lines.length === 0) return ['the same lines in another order'];
  const rest = lines.length - LINES_SHOWN;
  return rest > 0 ? [...lines.slice(0, LINES_SHOWN), `… and ${rest} more lines`] : lines;
}

function linesBeyond(text: string, other: string): string[] {
  const counts = new Map<string, number>();
  for (const line of other.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  return text.split('\n').filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0 && line !== '';
  });
}
