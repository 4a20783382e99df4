/** Returns whether the messages take more bytes after compression, as JSON in UTF-8. Skips messages that are in both lists. */
export function hasGrown(before: readonly unknown[], after: readonly unknown[]): boolean {
  try {
    let excess = 0;
    for (const message of without(after, before)) excess += bytesOf(message);
    // Most messages that were removed need not be written: the first of them outweigh what replaced them all.
    for (const message of without(before, after)) {
      if (excess <= 0) return false;
      excess -= bytesOf(message);
    }
    return excess > 0;
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

const ENCODER: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** Returns the bytes of a message, and of the comma after it. */
function bytesOf(message: unknown): number {
  return ENCODER.encode(write(message)).length + 1;
}

function write(message: unknown): string {
  try {
    return JSON.stringify(message);
  } catch {
    // A replacer makes writing several times slower, so only big integers get one.
    return JSON.stringify(message, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
  }
}
