/** Providers with rules here. The checker imports nothing from `packages`, so it is independent of the code it checks. */
export type CheckedProvider = 'openai' | 'openai-responses' | 'anthropic' | 'gemini';

/** Every reason for which a provider, or a chat template of a local model, refuses messages, with its source. */
export const RULES = {
  role: 'Only the roles of the API reference are accepted.',
  'first-message':
    'The first message is the user\'s. Anthropic: "messages: first message must use the user role". Gemini: "Please ensure that multiturn requests alternate between user and model", the first content is of role user (ai.google.dev/api/generate-content).',
  alternation:
    'User and assistant alternate, tool calls and their results aside. Chat template of Mistral: "conversation roles must alternate user and assistant roles except for tool calls and results"; Gemma: "Conversation roles must alternate user/assistant/user/assistant/...".',
  neighbours:
    'No two neighbouring messages are of one role. Gateways to Bedrock and Vertex AI, and clients of local models, refuse them; Anthropic itself joins them.',
  'call-without-result':
    'Every call is answered where the provider looks for it. OpenAI: "An assistant message with tool_calls must be followed by tool messages responding to each tool_call_id". Anthropic: "tool_use ids were found without tool_result blocks immediately after". Gemini: "the number of function response parts is equal to the number of function call parts". Responses: "No tool output found for function call".',
  'result-without-call':
    'Every result answers a call before it. OpenAI: "messages with role tool must be a response to a preceding message with tool_calls". Anthropic: "unexpected tool_use_id found in tool_result blocks". Responses: "No tool call found for function call output".',
  'duplicate-result': 'A call is answered once. Same sources as result-without-call.',
  'duplicate-call': 'Anthropic: "tool_use ids must be unique".',
  'call-after-model':
    'Gemini: "Please ensure that function call turn comes immediately after a user turn or after a function response turn" (continuedev/continue#11805).',
  'result-after-text':
    'Anthropic: tool_result blocks come first in the content of the user message (docs: "Handling tool use results").',
  'result-name':
    'Gemini: a function response has the name of its call (FunctionResponse.name, required).',
  'empty-content':
    'No message and no text is empty. Anthropic: "text content blocks must be non-empty", "all messages must have non-empty content". Gemini: "contents.parts must not be empty". OpenAI: content is required unless the message calls.',
  'blank-text': 'Anthropic: "text content blocks must contain non-whitespace text".',
  'trailing-whitespace':
    'Anthropic: "final assistant content cannot end with trailing whitespace".',
  'result-shape':
    'The content of a result has the shape of the API reference: OpenAI a string or text parts, Anthropic a string or text, image, document and search_result blocks, Gemini an object, Responses a string or input_text, input_image and input_file.',
  'failed-result-media': 'Anthropic: "all content must be type text if is_error is true".',
  'content-part': 'A part of a message is of a type that the API reference lists for its role.',
  'media-type': 'Media has a type that the provider takes, of the form type/subtype.',
  'media-bytes': 'Media is valid base64 that is not empty, or an address.',
  'arguments-shape':
    'The arguments of a call are what the API reference says: OpenAI and Responses a string, Anthropic and Gemini an object.',
  'reasoning-without-follower':
    'Responses: "Item of type reasoning was provided without its required following item".',
  'reasoning-alone':
    'A message of reasoning alone says nothing. Anthropic: the content of an assistant message cannot be thinking only.',
} as const;

export type RuleName = keyof typeof RULES;

export interface RuleProblem {
  readonly rule: RuleName;
  /** 0-based position of the message. */
  readonly index: number;
  readonly message: string;
}

export type Report = (rule: RuleName, index: number, message: string) => void;

export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the objects of a list; an empty list for any other value. */
export function objectsOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}
