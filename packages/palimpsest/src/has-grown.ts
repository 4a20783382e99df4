/** Returns whether the messages take more bytes after compression, as JSON in UTF-8. Skips messages that are in both lists. */
export function hasGrown(before: readonly unknown[], after: readonly unknown[]): boolean {
  try {
    let excess = 0;
    for (const message of without(after, before)) excess += bytesOf(message);
    const replaced = without(before, after);
    // A removed message has at least the bytes of its texts. That usually decides, without writing long results as JSON.
    let left = excess;
    for (const message of replaced) {
      if (left <= 0) break;
      left -= charactersIn(message);
    }
    if (left <= 0) return false;
    for (const message of replaced) {
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

/** Returns the UTF-16 units of all texts in a value, at most the bytes of its JSON. Skips values with a JSON form of their own. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return 0;
  let characters = 0;
  for (const member of Object.values(value)) characters += charactersIn(member);
  return characters;
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
