/** Returns whether an error means that a file or folder is missing. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
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
