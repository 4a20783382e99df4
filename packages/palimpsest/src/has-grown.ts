/** Returns whether the messages take more bytes after compression, as JSON in UTF-8. Skips messages that are in both lists. */
export function hasGrown(before: readonly unknown[], after: readonly unknown[]): boolean {
  try {
    const removed = bytesOf(without(before, after));
    return bytesOf(without(after, before)) > removed;
  } catch {
    // A value that JSON cannot express has no size.
    return false;
  }
}

/** Returns the messages that are not in `others`. Codecs return unchanged messages as the same objects, so identity is enough. */
function without(messages: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(others);
  return messages.filter((message) => !known.has(message));
}

function bytesOf(messages: readonly unknown[]): number {
  const encoder = new TextEncoder();
  // The comma after a message counts too.
  return messages.reduce<number>(
    (sum, message) => sum + encoder.encode(write(message)).length + 1,
    0,
  );
}

function write(message: unknown): string {
  return JSON.stringify(message, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
