/** Returns the code of an error of the file system, such as `ENOENT`. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Returns whether an error means that a file or folder is missing. */
export function isMissingFile(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}

/** Returns the result of a task; `fallback` if a file or folder is missing. */
export async function unlessMissing<Value, Other>(
  task: Promise<Value>,
  fallback: Other,
): Promise<Value | Other> {
  try {
    return await task;
  } catch (error) {
    if (isMissingFile(error)) return fallback;
    throw error;
  }
}
