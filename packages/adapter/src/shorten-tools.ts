import { isRecord, type ToolDefinition } from '@palimpsest/core-types';
import { sentenceSpans } from '@palimpsest/engine/text';
import type { ToolAnswer } from '@palimpsest/originals/recall';
import { fieldsOf, parseFields, type Fields } from './fields.ts';

/** Tool definitions with short descriptions, and the tool that returns the full ones. */
export interface ShortenedTools {
  /** The definitions in the given form and order. A definition that would not become shorter is the same object. */
  readonly tools: readonly unknown[];
  /** Offer it with `tools`, in the format of the provider. */
  readonly describeTool: ToolDefinition<'describe_tool'>;
  /** Executes a call of `describe_tool` with whatever input the model sent: an object, or its JSON text. */
  readonly describe: (input: unknown) => ToolAnswer;
}

const DESCRIBE_TOOL: ToolDefinition<'describe_tool'> = {
  name: 'describe_tool',
  description:
    'Returns the full description of a tool and of its arguments. The descriptions of the other tools are shortened. Read the full one before you first use a tool whose short description leaves a question open.',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string', description: 'Name of the tool.' } },
    required: ['name'],
  },
};

/**
 * Shortens the descriptions of tools in a request. The first sentence of a description stays, and so do the sentences that say how to call the
 * tool; of the description of an argument, the first sentence. Names, types, required arguments and allowed values never change, so that every
 * tool can be called without its full description. Equal definitions are shortened equally: the prompt cache of a provider stays valid. Returns
 * `undefined` if nothing becomes shorter, or if one of the tools has the name `describe_tool`.
 *
 * @param tools the list `tools` of a request in the form of Anthropic, OpenAI (Chat Completions or Responses) or Gemini. Tools that the
 * provider runs itself, and definitions of other forms, stay as they are.
 */
export function shortenTools(tools: readonly unknown[]): ShortenedTools | undefined {
  const originals = new Map<string, Fields>();
  let hasOwn = false;
  const shorten = (definition: unknown): unknown => {
    const { name } = fieldsOf(definition);
    if (!isRecord(definition) || typeof name !== 'string') return definition;
    hasOwn ||= name === DESCRIBE_TOOL.name;
    const short = shortenDefinition(definition);
    if (JSON.stringify(short).length >= JSON.stringify(definition).length) return definition;
    originals.set(name, definition);
    return short;
  };
  const shortened = tools.map((tool) => mapDefinitions(tool, shorten));
  if (originals.size === 0 || hasOwn) return undefined;
  return {
    tools: shortened,
    describeTool: DESCRIBE_TOOL,
    describe(input) {
      const { name } = fieldsOf(typeof input === 'string' ? parseFields(input) : input);
      const original = typeof name === 'string' ? originals.get(name) : undefined;
      if (original !== undefined) return { text: describeFully(original), isError: false };
      const names = [...originals.keys()].join(', ');
      const text = `No tool with the name ${JSON.stringify(name)} has a shortened description. These have one: ${names}.`;
      return { text, isError: true };
    },
  };
}

/** Members that hold one definition (Chat Completions) or several (Gemini). */
const WRAPPERS = ['function', 'functionDeclarations', 'function_declarations'];

function mapDefinitions(tool: unknown, shorten: (definition: unknown) => unknown): unknown {
  const wrapper = WRAPPERS.find((name) => typeof fieldsOf(tool)[name] === 'object');
  if (!isRecord(tool) || wrapper === undefined) return shorten(tool);
  const wrapped = tool[wrapper];
  const short = Array.isArray(wrapped) ? wrapped.map(shorten) : shorten(wrapped);
  const isSame = Array.isArray(wrapped)
    ? wrapped.every((definition, index) => definition === (short as unknown[])[index])
    : short === wrapped;
  return isSame ? tool : { ...tool, [wrapper]: short };
}

/** Members with the JSON Schema of a tool's arguments: OpenAI and Gemini, Gemini, Anthropic. */
const SCHEMAS = ['parameters', 'parametersJsonSchema', 'input_schema'];

function shortenDefinition(definition: Fields): Fields {
  const { description } = definition;
  const schemas = SCHEMAS.filter((name) => isRecord(definition[name]));
  return {
    ...definition,
    ...(typeof description === 'string' && { description: shortenDescription(description) }),
    ...Object.fromEntries(schemas.map((name) => [name, shortenSchema(definition[name])])),
  };
}

/** Maximum length of a tool's description and of an argument's, in UTF-16 units. The first sentence stays whole. */
const TOOL_LENGTH = 300;
const ARGUMENT_LENGTH = 80;

/** Words of sentences that say how to call a tool. */
const IS_INSTRUCTION =
  /\b(?:must|required?|never|always|only|not|before|first|absolute|relative|default|format|instead|use)\b/i;

function shortenDescription(text: string): string {
  const [first = '', ...others] = sentencesOf(text);
  const kept = [first];
  let length = first.length;
  for (const sentence of others) {
    const isHeading = sentence.startsWith('#');
    if (isHeading || !IS_INSTRUCTION.test(sentence) || length + 1 + sentence.length > TOOL_LENGTH)
      continue;
    kept.push(sentence);
    length += 1 + sentence.length;
  }
  return kept.join(' ');
}

function sentencesOf(text: string): string[] {
  return sentenceSpans(text).map(({ start, end }) => text.slice(start, end));
}

/** Members of a schema whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'example']);

/** Returns a schema with short descriptions. A property may have the name `description`: its value is a schema, not a text. */
function shortenSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shortenSchema);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => {
      if (DATA.has(name)) return [name, value];
      if (name !== 'description' || typeof value !== 'string') return [name, shortenSchema(value)];
      return [name, value.length <= ARGUMENT_LENGTH ? value : (sentencesOf(value)[0] ?? value)];
    }),
  );
}

/** Returns the description as text, and the schema of the arguments as JSON. */
function describeFully(definition: Fields): string {
  const schema = SCHEMAS.map((name) => definition[name]).find(isRecord);
  const { name, description } = definition;
  const parts = [name, description, schema && `Arguments: ${JSON.stringify(schema)}`];
  return parts.filter((part) => typeof part === 'string').join('\n\n');
}
