/** A backslash, a double slash, a name that starts with a dot, or a trailing slash. */
const UNTIDY = /\\|\/\/|\/\.|\/$/;
const DRIVE = /^[A-Za-z]:/;

/**
 * Returns the form in which paths are compared: absolute if `workspaceRoot` is, with forward slashes and without `.`, `..`, double or
 * trailing slashes, like `path.resolve`.
 *
 * The path decides whether it is a Windows path, not the machine: `C:\a`, `C:/a` and `\\server\share\a` are absolute, `\a` is on the root's
 * drive, and a backslash always separates. Case is kept. With an empty root a relative path stays relative.
 */
export function resolvePath(path: string, workspaceRoot: string): string {
  if (path.startsWith('/') && !UNTIDY.test(path)) return path;
  const slashed = path.replaceAll('\\', '/');
  if (path.startsWith('/')) return assemble('/', slashed);
  if (isNetworkPath(path)) return resolveNetworkPath(slashed);
  const root = rootOf(workspaceRoot);
  if (DRIVE.test(slashed) && (slashed[2] === '/' || root !== '')) {
    // `C:a` is in the current folder of its drive, which is known only if the root is on that drive.
    return slashed[2] !== '/' && slashed.slice(0, 2).toLowerCase() === root.toLowerCase()
      ? resolvePath(`${workspaceRoot}/${slashed.slice(2)}`, '')
      : assemble(`${slashed.slice(0, 2)}/`, slashed.slice(2));
  }
  if (slashed.startsWith('/')) return resolvePath(`${root}${slashed}`, '');
  if (workspaceRoot === '') return assemble('', slashed);
  return resolvePath(`${workspaceRoot}/${slashed}`, '');
}

/** Returns whether a path starts with `\\server\share` in any mixture of slashes; two forward slashes are POSIX. */
function isNetworkPath(path: string): boolean {
  return /^[\\/]{2}[^\\/]/.test(path) && path.slice(0, 2).includes('\\');
}

/** Server and share are the root: `..` never leaves them. */
function resolveNetworkPath(slashed: string): string {
  const [server, share, ...rest] = slashed.slice(2).split(/\/+/);
  return share === undefined || share === ''
    ? assemble('/', slashed)
    : assemble(`//${server}/${share}/`, rest.join('/'));
}

/** Returns the drive or the share of a root; empty for POSIX roots. */
function rootOf(workspaceRoot: string): string {
  if (DRIVE.test(workspaceRoot)) return workspaceRoot.slice(0, 2);
  return /^\\\\[^\\/]+[\\/]+[^\\/]+/.exec(workspaceRoot)?.[0] ?? '';
}

/** Joins root and names, without dots. Linear. */
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
