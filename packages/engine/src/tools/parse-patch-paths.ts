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
  let before = '';
  let old: string | undefined;
  let fresh: string | undefined;
  for (const line of text.split('\n')) {
    add(headerPath(line, PATCH_HEADERS));
    if (!isEnvelope) {
      add(headerPath(line, RENAME_HEADERS));
      // A removed `-- text` looks like a header: only `---`, `+++` and `@@` in a row start a file.
      if (line.startsWith('@@') && old !== undefined && fresh !== undefined) {
        for (const path of withoutPrefixes(old, fresh)) add(path);
      }
      old = line.startsWith('+++ ') && before.startsWith('--- ') ? fileName(before) : undefined;
      fresh = old === undefined ? undefined : fileName(line);
      before = line;
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

function withoutPrefixes(old: string, fresh: string): string[] {
  const arePrefixed =
    (old.startsWith('a/') || old === '/dev/null') &&
    (fresh.startsWith('b/') || fresh === '/dev/null');
  const names = [old, fresh];
  return arePrefixed ? names.map((name) => (name === '/dev/null' ? name : name.slice(2))) : names;
}
