import type { Content, FunctionDeclaration, GoogleGenAI, Part } from '@google/genai';
import { RECALL_DECLARATION, type GoogleAdapter } from '@palimpsest/adapter-google';

/** A loop of your own, which answers tool calls itself. */
export async function work(
  { models }: GoogleGenAI,
  { recallTool }: GoogleAdapter,
  own: { declarations: FunctionDeclaration[]; answer: (part: Part) => Promise<Part[]> },
  contents: Content[],
): Promise<string | undefined> {
  const tools = [{ functionDeclarations: [...own.declarations, RECALL_DECLARATION] }];
  for (;;) {
    const answer = await models.generateContent({
      model: 'gemini-3.8-flash',
      contents,
      config: { tools },
    });
    contents.push(answer.candidates![0]!.content!);
    const calls = answer.functionCalls ?? [];
    if (calls.length === 0) return answer.text;
    const parts = await recallTool.callTool(calls);
    for (const functionCall of calls.filter(({ name }) => name !== RECALL_DECLARATION.name)) {
      parts.push(...(await own.answer({ functionCall })));
    }
    contents.push({ role: 'user', parts });
  }
}
