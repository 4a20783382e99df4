const PATCH_HEADERS = [
  '*** Add File: ',
  '*** Update File: ',
  '*** Delete File: ',
  '*** Move to: ',
] as const;
const RENAME_HEADERS = ['rename from ', 'rename to '] as const;

/**
 * Returns the files that a patch adds, changes, deletes or moves, in order, each once. Reads `*** Add/Update/Delete File:` with `*** Move
 * to:`, and unified diffs, without `a/` and `b/`. Linear.
 */
export function parsePatchPaths(text: string): string[] {
  const paths = new Set<string>();
  const add = (path: string | undefined): void => {
    if (path !== undefined && path !== '' && path !== '/dev/null') paths.add(path);
  };
  const isEnvelope = text.includes('*** Begin Patch');
  let previousLine = '';
  let oldName: string | undefined;
  let newName: string | undefined;
  for (const line of text.split('\n')) {
    add(headerPath(line, PATCH_HEADERS));
    if (!isEnvelope) {
      add(headerPath(line, RENAME_HEADERS));
      // A removed `-- text` looks like a header: only `---`, `+++` and `@@` in a row start a file.
      if (line.startsWith('@@') && oldName !== undefined && newName !== undefined) {
        for (const path of withoutPrefixes(oldName, newName)) add(path);
      }
      oldName =
        line.startsWith('+++ ') && previousLine.startsWith('--- ')
          ? fileName(previousLine)
          : undefined;
      newName = oldName === undefined ? undefined : fileName(line);
      previousLine = line;
    }
  }
  return [...paths];
}

function headerPath(line: string, headers: readonly string[]): string | undefined {
  const header = headers.find((start) => line.startsWith(start));
  return header === undefined ? undefined : line.slice(header.length).trim();
}

/** Returns the name in a `---` or `+++` line, without quotes and without the time after a tab. */
function fileName(line: string): string {
  const tab = line.indexOf('\t');
  const name = line.slice(4, tab === -1 ? undefined : tab).trim();
  return name.length > 1 && name.startsWith('"') && name.endsWith('"') ? name.slice(1, -1) : name;
}

function withoutPrefixes(oldName: string, newName: string): string[] {
  const arePrefixed =
    (oldName.startsWith('a/') || oldName === '/dev/null') &&
    (newName.startsWith('b/') || newName === '/dev/null');
  const names = [oldName, newName];
  return arePrefixed ? names.map((name) => (name === '/dev/null' ? name : name.slice(2))) : names;
}
