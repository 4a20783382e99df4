/** Nothing to tidy: no backslash, doubled slash, dot at the start of a name, or slash at the end. */
const UNTIDY = /\\|\/\/|\/\.|\/$/;
const DRIVE = /^[A-Za-z]:/;

/**
 * The one form in which two paths are compared: absolute as far as `workspaceRoot` is, with forward slashes and without `.`, `..`,
 * doubled or trailing slashes, as `path.resolve` would give it (REQ-HD-005.5, REQ-HD-005.11).
 *
 * The path's own form says whether it is a Windows path, never the machine this runs on: `C:\a`, `C:/a` and `\\server\share\a` are
 * absolute, `\a` lies on the root's drive, and a backslash separates wherever it stands. Letter case is kept. With an empty root a
 * relative path stays relative, so that it never equals an absolute one.
 */
export function resolvePath(path: string, workspaceRoot: string): string {
  if (path.startsWith('/') && !UNTIDY.test(path)) return path;
  const given = path.replaceAll('\\', '/');
  if (path.startsWith('/')) return assemble('/', given);
  if (isNetworkPath(path)) return resolveNetworkPath(given);
  const root = rootOf(workspaceRoot);
  if (DRIVE.test(given) && (given[2] === '/' || root !== '')) {
    // `C:a` lies in the folder of its drive, which is known only where it is the root's.
    return given[2] !== '/' && given.slice(0, 2).toLowerCase() === root.toLowerCase()
      ? resolvePath(`${workspaceRoot}/${given.slice(2)}`, '')
      : assemble(`${given.slice(0, 2)}/`, given.slice(2));
  }
  if (given.startsWith('/')) return resolvePath(`${root}${given}`, '');
  if (workspaceRoot === '') return assemble('', given);
  return resolvePath(`${workspaceRoot}/${given}`, '');
}

/** `\\server\share` in any mixture of slashes; two plain slashes are POSIX. */
function isNetworkPath(path: string): boolean {
  return /^[\\/]{2}[^\\/]/.test(path) && path.slice(0, 2).includes('\\');
}

/** Server and share are the root: `..` never leaves them. */
function resolveNetworkPath(given: string): string {
  const [server, share, ...rest] = given.slice(2).split(/\/+/);
  return share === undefined || share === ''
    ? assemble('/', given)
    : assemble(`//${server}/${share}/`, rest.join('/'));
}

/** The drive or the share a root lies on; empty for POSIX roots. */
function rootOf(workspaceRoot: string): string {
  if (DRIVE.test(workspaceRoot)) return workspaceRoot.slice(0, 2);
  return /^\\\\[^\\/]+[\\/]+[^\\/]+/.exec(workspaceRoot)?.[0] ?? '';
}

/** Root and names in one text, dots carried out. Linear: a stack of names, joined once. */
function assemble(root: string, path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.length > 0 && names.at(-1) !== '..') names.pop();
    else if (root === '') names.push(name);
  }
  const resolved = root + names.join('/');
  return resolved === '' ? '.' : resolved;
}
