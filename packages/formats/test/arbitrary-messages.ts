import fc from 'fast-check';
import type { FormatName } from '../src/index.ts';

/** Malformed messages: any property may be missing or of a wrong type, as far as the format accepts it. */

/** Without negative zero, which `JSON.stringify` turns into 0. */
const anything = fc
  .jsonValue({ maxDepth: 2 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));
const id = fc.oneof(fc.constantFrom('a', 'b', ''), anything);
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('\ud800'));
const optional: { requiredKeys: [] } = { requiredKeys: [] };
const unknownPart = fc.oneof(anything, fc.record({ type: fc.constant('novelty'), data: anything }));

const openaiPart = fc.oneof(
  fc.record({ type: fc.constant('text'), text: fc.oneof(text, anything), id: id }, optional),
  fc.record({
    type: fc.constant('image_url'),
    image_url: fc.oneof(fc.record({ url: text }), anything),
  }),
  fc.record({ type: fc.constant('file'), file: anything }),
  unknownPart,
);
const openaiCall = fc.record(
  {
    id,
    type: fc.constantFrom('function', 'custom'),
    function: fc.oneof(
      fc.record({ name: text, arguments: fc.oneof(fc.json(), anything) }, optional),
      anything,
    ),
    custom: fc.oneof(fc.record({ name: text, input: anything }, optional), anything),
  },
  optional,
);
const openaiMessage = fc.record(
  {
    role: fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool', 'function'),
    content: fc.oneof(text, fc.constant(null), fc.array(openaiPart, { maxLength: 3 })),
    name: fc.oneof(text, anything),
    tool_calls: fc.oneof(fc.constant(null), fc.array(openaiCall, { maxLength: 3 })),
    tool_call_id: id,
    function_call: anything,
    refusal: fc.oneof(fc.constant(null), text),
    reasoning_content: fc.oneof(fc.constant(null), text),
    reasoning: fc.oneof(fc.constant(null), text),
    vendor: anything,
  },
  { requiredKeys: ['role'] },
);

const anthropicPart = fc.oneof(
  fc.record(
    { type: fc.constant('text'), text: fc.oneof(text, anything), cache_control: anything },
    optional,
  ),
  fc.record({ type: fc.constant('thinking'), thinking: text, signature: anything }, optional),
  fc.record({ type: fc.constant('redacted_thinking'), data: text }, optional),
  fc.record({ type: fc.constant('tool_use'), id, name: text, input: anything }, optional),
  fc.record(
    { type: fc.constant('tool_result'), tool_use_id: id, content: anything, is_error: anything },
    optional,
  ),
  fc.record(
    { type: fc.constantFrom('image', 'document'), source: anything, title: anything },
    optional,
  ),
  fc.record(
    { type: fc.constantFrom('server_tool_use', 'mcp_tool_use'), id, name: text, input: anything },
    optional,
  ),
  fc.record(
    {
      type: fc.constantFrom(
        'web_search_tool_result',
        'bash_code_execution_tool_result',
        'mcp_tool_result',
      ),
      tool_use_id: id,
      caller: fc.oneof(fc.record({ tool_id: id }), anything),
      content: anything,
    },
    { requiredKeys: ['type'] },
  ),
  unknownPart,
);
const anthropicMessage = fc.record(
  {
    role: fc.constantFrom('system', 'user', 'assistant'),
    content: fc.oneof(text, fc.constant(null), fc.array(anthropicPart, { maxLength: 4 })),
    vendor: anything,
  },
  { requiredKeys: ['role'] },
);

const geminiPart = fc.oneof(
  fc.record({ text, thought: fc.boolean(), thoughtSignature: anything }, optional),
  fc.record({ functionCall: fc.record({ id, name: text, args: anything }, optional) }),
  fc.record({ functionResponse: fc.record({ id, name: text, response: anything }, optional) }),
  fc.record({ inlineData: anything, fileData: anything, executableCode: anything }, optional),
  fc.record(
    {
      executableCode: fc.record({ id, code: text }, optional),
      codeExecutionResult: fc.record({ id, output: text }, optional),
      thoughtSignature: anything,
    },
    optional,
  ),
  unknownPart,
);
const geminiContent = fc.record(
  {
    role: fc.constantFrom('system', 'user', 'model', 'function'),
    parts: fc.oneof(fc.constant(null), fc.array(geminiPart, { maxLength: 4 })),
  },
  optional,
);

const itemText = fc.record(
  {
    type: fc.constantFrom('input_text', 'output_text'),
    text: fc.oneof(text, anything),
    annotations: anything,
  },
  optional,
);
const itemPart = fc.oneof(
  itemText,
  fc.record(
    {
      type: fc.constantFrom('input_image', 'input_file'),
      image_url: anything,
      image: anything,
      file: anything,
      file_data: anything,
      filename: anything,
    },
    optional,
  ),
  fc.record({ type: fc.constant('refusal'), refusal: text }),
  unknownPart,
);

/** Items of the Responses API, or of the Agents SDK with its property names. */
const itemsOf = (callId: 'call_id' | 'callId', output: string): fc.Arbitrary<object> =>
  fc.oneof(
    fc.record(
      {
        type: fc.constantFrom('message', null),
        role: fc.constantFrom('user', 'assistant', 'system', 'developer'),
        id,
        phase: fc.constantFrom('commentary', 'final_answer'),
        content: fc.oneof(text, fc.constant(null), fc.array(itemPart, { maxLength: 3 })),
      },
      { requiredKeys: ['role'] },
    ),
    fc.record(
      {
        type: fc.constant('reasoning'),
        id,
        summary: anything,
        content: fc.array(itemText, { maxLength: 2 }),
        encrypted_content: anything,
        providerData: anything,
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constantFrom('function_call', 'custom_tool_call', 'shell_call'),
        id,
        [callId]: id,
        name: text,
        arguments: fc.oneof(fc.json(), anything),
        input: anything,
        action: anything,
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constantFrom(
          output,
          'custom_tool_call_output',
          'shell_call_output',
          'local_shell_call_output',
          'apply_patch_call_output',
        ),
        id,
        [callId]: id,
        name: text,
        status: fc.constantFrom('completed', 'failed'),
        output: fc.oneof(text, fc.array(itemPart, { maxLength: 2 }), anything),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constantFrom(
          'compaction',
          'web_search_call',
          'code_interpreter_call',
          'mcp_call',
          'mcp_list_tools',
          'mcp_approval_request',
          'mcp_approval_response',
          'hosted_tool_call',
          'unknown',
        ),
        id,
        approval_request_id: id,
        name: fc.constantFrom('mcp_approval_request', 'mcp_call', 'web_search_call'),
        providerData: fc.oneof(
          fc.record({ type: fc.constantFrom('mcp_approval_response', 'mcp_call'), id }, optional),
          anything,
        ),
        data: anything,
      },
      { requiredKeys: ['type'] },
    ),
  );

const genkitPart = fc.oneof(
  fc.record({ text, metadata: anything }, optional),
  fc.record({ reasoning: text, metadata: anything }, optional),
  fc.record({ toolRequest: fc.record({ ref: id, name: text, input: anything }, optional) }),
  fc.record({
    toolResponse: fc.record({ ref: id, name: text, output: anything, content: anything }, optional),
  }),
  fc.record({ media: anything, custom: anything }, optional),
  unknownPart,
);
const genkitMessage = fc.record(
  {
    role: fc.constantFrom('system', 'user', 'model', 'tool'),
    content: fc.oneof(fc.constant(null), fc.array(genkitPart, { maxLength: 4 })),
    metadata: anything,
  },
  { requiredKeys: ['role'] },
);

const piPart = fc.oneof(
  fc.record(
    { type: fc.constant('text'), text: fc.oneof(text, anything), textSignature: anything },
    optional,
  ),
  fc.record({ type: fc.constant('thinking'), thinking: text, thinkingSignature: id }, optional),
  fc.record({ type: fc.constant('toolCall'), id, name: text, arguments: anything }, optional),
  fc.record({ type: fc.constant('image'), data: id, mimeType: anything }, optional),
  unknownPart,
);
const piMessage = fc.record(
  {
    role: fc.constantFrom('system', 'user', 'assistant', 'toolResult', 'bashExecution'),
    content: fc.oneof(text, fc.constant(null), fc.array(piPart, { maxLength: 3 })),
    toolCallId: id,
    toolName: id,
    isError: fc.oneof(fc.boolean(), anything),
    details: anything,
    model: id,
    timestamp: anything,
  },
  { requiredKeys: ['role'] },
);

const aiSdkOptions = fc.oneof(
  anything,
  fc.record({ openai: fc.record({ itemId: text, phase: text }, optional), google: anything }),
);
const aiSdkFile = fc.record(
  {
    type: fc.constantFrom('file', 'image', 'reasoning-file', 'image-data', 'file-url', 'media'),
    data: fc.oneof(
      text,
      anything,
      fc.constant('https://example.org/a.png'),
      fc.record({ type: fc.constantFrom('data', 'url', 'text'), data: text, url: text }),
    ),
    image: anything,
    mediaType: text,
    filename: text,
    providerOptions: aiSdkOptions,
  },
  optional,
);
const aiSdkOutput = fc.oneof(
  fc.record(
    { type: fc.constantFrom('text', 'error-text'), value: fc.oneof(text, anything) },
    optional,
  ),
  fc.record({
    type: fc.constantFrom('json', 'error-json'),
    value: anything,
    providerOptions: aiSdkOptions,
  }),
  fc.record({ type: fc.constant('execution-denied'), reason: text }, { requiredKeys: ['type'] }),
  fc.record({
    type: fc.constant('content'),
    value: fc.oneof(
      anything,
      fc.array(fc.oneof(fc.record({ type: fc.constant('text'), text }), aiSdkFile, unknownPart), {
        maxLength: 3,
      }),
    ),
  }),
  anything,
);
const aiSdkPart = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('text', 'reasoning'),
      text: fc.oneof(text, anything),
      providerOptions: aiSdkOptions,
    },
    optional,
  ),
  aiSdkFile,
  fc.record(
    {
      type: fc.constant('tool-call'),
      toolCallId: id,
      toolName: text,
      input: anything,
      providerExecuted: fc.oneof(fc.boolean(), anything),
    },
    optional,
  ),
  fc.record(
    { type: fc.constant('tool-result'), toolCallId: id, toolName: text, output: aiSdkOutput },
    { requiredKeys: ['type', 'output'] },
  ),
  fc.record({
    type: fc.constantFrom('tool-approval-request', 'tool-approval-response', 'custom', 'source'),
    approvalId: text,
  }),
  unknownPart,
);
const aiSdkMessage = fc.record(
  {
    role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
    content: fc.oneof(text, fc.constant(null), fc.array(aiSdkPart, { maxLength: 4 })),
    providerOptions: aiSdkOptions,
    vendor: anything,
  },
  { requiredKeys: ['role'] },
);

const langchainPart = fc.oneof(
  fc.record({ type: fc.constant('text'), text: fc.oneof(text, anything) }, optional),
  fc.record({ type: fc.constant('reasoning'), reasoning: fc.oneof(text, anything) }, optional),
  fc.record({ type: fc.constant('thinking'), thinking: text, signature: anything }, optional),
  fc.record({ type: fc.constant('tool_use'), id, name: text, input: anything }, optional),
  fc.record({ type: fc.constant('tool_call'), id, name: text, args: anything }, optional),
  fc.record({ type: fc.constant('functionCall'), functionCall: anything }, optional),
  fc.record(
    { type: fc.constantFrom('image', 'file', 'image_url'), image_url: anything, data: text },
    optional,
  ),
  text,
  unknownPart,
);
const langchainFields = {
  content: fc.oneof(text, fc.constant(null), fc.array(langchainPart, { maxLength: 3 })),
  id: anything,
  name: fc.oneof(text, anything),
  tool_calls: fc.oneof(
    fc.constant(null),
    fc.array(fc.record({ id, name: text, args: anything }, optional), { maxLength: 3 }),
    fc.array(openaiCall, { maxLength: 2 }),
  ),
  tool_call_id: id,
  status: fc.constantFrom('success', 'error'),
  artifact: anything,
  additional_kwargs: fc.oneof(
    anything,
    fc.record(
      {
        reasoning_content: fc.oneof(text, anything),
        tool_calls: fc.array(openaiCall, { maxLength: 2 }),
        vendor: anything,
      },
      optional,
    ),
  ),
};
const langchainMessage = fc.oneof(
  fc.record(
    {
      ...langchainFields,
      role: fc.constantFrom('user', 'assistant', 'system', 'developer', 'tool', 'human', 'ai'),
    },
    { requiredKeys: ['role'] },
  ),
  fc.record(
    { ...langchainFields, type: fc.constantFrom('human', 'ai', 'system', 'tool', 'function') },
    { requiredKeys: ['type'] },
  ),
);

const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('tool_call'), id: text, name: text, parameters: anything }),
  fc.record({ type: fc.constant('tool_response'), callId: text, toolName: text, result: anything }),
  unknownPart,
);
const icontentEntry = fc.record(
  {
    speaker: fc.constantFrom('system', 'human', 'ai', 'tool'),
    blocks: fc.array(block, { maxLength: 3 }),
    metadata: fc.record({ id: text }, optional),
    native: anything,
    host: anything,
  },
  { requiredKeys: ['speaker', 'blocks'] },
);

export const messagesOf = {
  openai: fc.array(openaiMessage, { maxLength: 8 }),
  'openai-responses': fc.array(itemsOf('call_id', 'function_call_output'), { maxLength: 8 }),
  'openai-agents': fc.array(itemsOf('callId', 'function_call_result'), { maxLength: 8 }),
  anthropic: fc.array(anthropicMessage, { maxLength: 8 }),
  gemini: fc.array(geminiContent, { maxLength: 8 }),
  genkit: fc.array(genkitMessage, { maxLength: 8 }),
  pi: fc.array(piMessage, { maxLength: 8 }),
  icontent: fc.array(icontentEntry, { maxLength: 8 }),
  'ai-sdk': fc.array(aiSdkMessage, { maxLength: 8 }),
  langchain: fc.array(langchainMessage, { maxLength: 8 }),
} satisfies Partial<Record<FormatName, fc.Arbitrary<object[]>>>;
