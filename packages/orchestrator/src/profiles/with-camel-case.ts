const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;

/** The same settings with `maxTokens` beside `max_tokens`: some providers read the one, some the other. What is there already stays. */
export function withCamelCase(
  settings: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const all = new Map(Object.entries(settings));
  for (const [name, value] of Object.entries(settings)) {
    if (!SNAKE_CASE.test(name)) continue;
    const alias = name.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
    if (!all.has(alias)) all.set(alias, value);
  }
  return Object.freeze(Object.fromEntries(all));
}
