/** Returns whether messages became more bytes, as JSON in UTF-8. Messages that are in both lists are not looked at. */
export function hasGrown(before: readonly unknown[], after: readonly unknown[]): boolean {
  try {
    const removed = bytesOf(without(before, after));
    return bytesOf(without(after, before)) > removed;
  } catch {
    // What is no JSON has no size.
    return false;
  }
}

/** Codecs hand untouched messages back as the same objects, so identity tells. */
function without(messages: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(others);
  return messages.filter((message) => !known.has(message));
}

function bytesOf(messages: readonly unknown[]): number {
  const encoder = new TextEncoder();
  // The comma behind a message counts as well.
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
