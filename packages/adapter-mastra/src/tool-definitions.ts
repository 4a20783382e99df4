interface Definition {
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly parameters?: unknown;
}

/** Returns names, descriptions and schemas of tools, as far as Mastra holds them as JSON. */
export function toolDefinitions(tools: Readonly<Record<string, unknown>>): readonly object[] {
  return Object.entries(tools).map(([name, tool]) => {
    const { description, inputSchema, parameters }: Definition = Object(tool);
    return { name, description, inputSchema: jsonSchemaOf(parameters ?? inputSchema) };
  });
}

function jsonSchemaOf(schema: unknown): unknown {
  const { jsonSchema }: { readonly jsonSchema?: unknown } = Object(schema);
  return typeof jsonSchema === 'object' ? jsonSchema : undefined;
}
