import { GoogleGenAI } from '@google/genai';
import { googleAdapter } from '@palimpsest/adapter-google';

const google = googleAdapter();
const ai = new GoogleGenAI({ apiKey: 'your key', httpOptions: { fetch: google.fetch } });

export const chat = ai.chats.create({
  model: 'gemini-3.8-flash',
  config: { tools: [google.recallTool] },
});
