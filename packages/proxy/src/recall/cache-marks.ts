/**
 * Returns a message, or content of one, without marks of the prompt cache, which agents move between requests. Returns the given value if it
 * has none.
 */
export function withoutCacheMarks(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const plain = items.map(withoutCacheMarks);
    return plain.every((item, at) => item === items[at]) ? value : plain;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { cache_control: mark, ...others } = value as Readonly<Record<string, unknown>>;
  const content = withoutCacheMarks(others['content']);
  if (mark === undefined && content === others['content']) return value;
  return content === undefined ? others : { ...others, content };
}
