/** Whether a file or folder was not there. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** What a task gives, or `fallback` where a file or folder is not there. */
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
