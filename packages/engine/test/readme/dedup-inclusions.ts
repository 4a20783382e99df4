import { removeRepeatedInclusions } from '@palimpsest/engine/dedup';

const included = (content: string) => `--- src/a.ts ---\n${content}\n--- End of content ---\n`;
const say = (text: string) => ({ speaker: 'human', blocks: [{ type: 'text', text }] }) as const;

const history = [say(`Look at this:\n${included('old')}What is it?`), say(included('new'))];
const { replacements, count } = removeRepeatedInclusions(history, { workspaceRoot: '/work' });

console.log(count); // 1
console.log(JSON.stringify(replacements.get(0)?.blocks)); // [{"type":"text","text":"Look at this:\nWhat is it?"}]
