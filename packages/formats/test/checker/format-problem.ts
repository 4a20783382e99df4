/**
 * A rule of a provider that a conversation breaks. Quoted texts are the error messages of the provider.
 *
 * OpenAI: chat completions (platform.openai.com/docs/api-reference/chat/create). Responses:
 * the Responses API of OpenAI (platform.openai.com/docs/api-reference/responses/create).
 * Anthropic: docs.anthropic.com/en/api/messages. Gemini: ai.google.dev/api/generate-content.
 */
export type FormatRule =
  /**
   * A call has no result where the provider looks for it. Calls at the very end may be pending. OpenAI: "An assistant message with
   * 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'". Responses: "No tool output found for function call".
   * Anthropic: "`tool_use` ids were found without `tool_result` blocks immediately after". Gemini: "Please ensure that the number of function
   * response parts is equal to the number of function call parts of the function call turn".
   */
  | 'call-without-result'
  /**
   * A result answers no call before it. OpenAI: "messages with role 'tool' must be a response to a preceding message with 'tool_calls'".
   * Responses: "No tool call found for function call output". Anthropic: "unexpected `tool_use_id` found in `tool_result` blocks". Gemini:
   * "Please ensure that function response turn comes immediately after a function call turn".
   */
  | 'result-without-call'
  /**
   * The call of a result exists, but the result is at the wrong place: too late, or at Anthropic after other content of its message
   * ("Handling tool use and tool result blocks": results come first). Same messages as `result-without-call`.
   */
  | 'misplaced-result'
  /** A call has a second result. Same messages as `result-without-call`. */
  | 'duplicate-result'
  /** A call has the id of another one. Anthropic: "`tool_use` ids must be unique". Others: two calls of one message, or both pending. */
  | 'duplicate-call'
  /**
   * Message 0 is a call of the model. Anthropic and Gemini: as `starts-with-model`. OpenAI documents no such rule: there the call has lost the
   * message that asked for it. Not reported for Responses.
   */
  | 'starts-with-call'
  /**
   * The first message that is not an instruction is the model's. Anthropic: "messages: first message must use the "user" role". Gemini: a call
   * is refused as in `call-after-model`; for a text Google's SDKs say "History must start with a user turn", while the API may accept it
   * (googleapis/python-genai#529). OpenAI and Responses accept it; reported there with the option `alternation` only.
   */
  | 'starts-with-model'
  /**
   * A turn of the model that calls directly follows another turn of the model. Gemini: "Please ensure that function call turn comes
   * immediately after a user turn or after a function response turn" (google-gemini/gemini-cli#11814, lobehub/lobehub#10049). Others accept it.
   */
  | 'call-after-model'
  /**
   * Two messages of one role next to each other. Reported with the option `alternation` only: the four providers accept them. Chat templates
   * of Mistral: "conversation roles must alternate user and assistant roles except for tool calls and results"; of Gemma: "Conversation roles
   * must alternate user/assistant/user/assistant/..."; Amazon Bedrock: "A conversation must alternate between user and assistant roles".
   */
  | 'alternation'
  /**
   * A tool result, or a part of it, is of a kind that the provider refuses, or is incomplete: cut base64, for example. OpenAI: at least one
   * part, text parts only ("Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image
   * URL"). Responses: `input_text`, `input_image`, `input_file`. Anthropic: the types of `ToolResultBlockParam.content`, and "all content must
   * be type 'text' if 'is_error' is true". Gemini: `FunctionResponse.response` is an object ("Proto field is not repeating, cannot start
   * list"), its `parts` hold media.
   */
  | 'result-content'
  /**
   * An image or a document next to tool results is incomplete, or of a media type that the provider refuses. Anthropic: base64 of PNG, JPEG,
   * GIF, WebP and PDF, or a source without base64. Not reported for the others.
   */
  | 'media-content'
  /**
   * A message, or a text in it, is empty. Anthropic: "text content blocks must be non-empty", "all messages must have non-empty content".
   * Gemini: "contents.parts must not be empty". OpenAI: `content` is required unless the message calls.
   */
  | 'empty-content'
  /** Responses: "Item of type 'reasoning' was provided without its required following item". */
  | 'reasoning-without-follower'
  /**
   * A part of a call that the provider ran has lost its counterpart. Anthropic: "`web_search` tool use with id … was found without a corresponding
   * `web_search_tool_result` block", and the reverse. Responses: an `mcp_approval_response` names no request before it. Gemini: the result of code
   * does not follow its code.
   */
  | 'hosted-call'
  /** Responses: "Missing required parameter": a call or an output of a tool with an item type of its own lacks a member. */
  | 'item-members'
  /** A role that the provider does not accept at this place: the API references list the roles. */
  | 'role';

/** One place at which a conversation breaks a rule of its provider. */
export interface FormatProblem {
  /** 0-based index of the message, item or content. */
  readonly index: number;
  readonly rule: FormatRule;
  /** What is wrong, in English. */
  readonly message: string;
}
