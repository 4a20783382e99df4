import { createDice, type Dice } from '../dice.ts';
import { chineseParagraph } from './chinese.ts';
import { englishLine, englishParagraph, unterminatedLine } from './english.ts';
import { codeLine, filePath, toolUse } from './tool-output.ts';

/** A message in OpenAI chat format. */
type Message = Readonly<Record<string, unknown>>;

/** Creates the rounds of a corpus: a few messages that belong together each. */
type Rounds = (dice: Dice) => (round: number) => readonly Message[];

export type CorpusName = keyof typeof CORPORA;

/** Kinds of text that prose pipelines meet, in about the sizes of other benchmarks. */
const CORPORA = {
  prose: (dice) => () => talk(() => paragraphs(dice, dice.between(60, 610))),
  agent: (dice) => (round) => agentRound(dice, round),
  'near-duplicates': nearDuplicates,
  'shared-header': (dice) => () =>
    talk(() => `${LICENCE}\n${manyLines(dice.between(1, 4), () => englishLine(dice))}`),
  chinese: (dice) => () => talk(() => chineseParagraph(dice, dice.between(60, 360))),
  'long-lines': (dice) => (round) =>
    talk((place) =>
      (2 * round + place) % 10 === 9
        ? unterminatedLine(dice, 8_000)
        : paragraphs(dice, dice.between(60, 610)),
    ),
} satisfies Record<string, Rounds>;

export const CORPUS_NAMES: readonly CorpusName[] = Object.keys(CORPORA) as CorpusName[];

/** Creates a conversation of exactly `messageCount` messages as JSON text, equal for equal seeds. */
export function makeCorpus(name: CorpusName, messageCount: number, seed: number): string {
  const dice = createDice(seed);
  const rounds: (round: number) => readonly Message[] = CORPORA[name](dice);
  const messages: Message[] = [
    { role: 'system', content: 'Answer briefly and name your sources.' },
  ];
  for (let round = 0; messages.length < messageCount; round += 1) messages.push(...rounds(round));
  while (messages.length > messageCount || messages.at(-1)!['tool_calls'] !== undefined) {
    messages.pop();
  }
  while (messages.length < messageCount) messages.push({ role: 'user', content: 'Go on.' });
  return JSON.stringify(messages);
}

/** Returns only the texts, for parts that do not process messages. */
export function corpusTexts(name: CorpusName, messageCount: number, seed: number): string[] {
  const messages = JSON.parse(makeCorpus(name, messageCount, seed)) as Message[];
  return messages.flatMap(({ content }) => (typeof content === 'string' ? [content] : []));
}

/** Returns versions of a file of 60 lines, with one line changed each time. */
export function manyVersions(count: number, seed: number): string[] {
  const dice = createDice(seed);
  const lines = Array.from({ length: 60 }, () => codeLine(dice));
  return Array.from({ length: count }, () => {
    lines[dice.between(0, lines.length - 1)] = codeLine(dice);
    return lines.join('\n');
  });
}

/** Returns texts of ten lines, each drawn from the same two hundred. */
export function commonLines(count: number, seed: number): string[] {
  const dice = createDice(seed);
  const common = Array.from({ length: 200 }, () => englishLine(dice));
  return Array.from({ length: count }, () => manyLines(10, () => dice.pick(common)));
}

function talk(say: (place: 0 | 1) => string): readonly Message[] {
  return [
    { role: 'user', content: say(0) },
    { role: 'assistant', content: say(1) },
  ];
}

function paragraphs(dice: Dice, length: number): string {
  const first = englishParagraph(dice, Math.min(length, 300));
  return length > 400 ? `${first}\n\n${englishParagraph(dice, length - 300)}` : first;
}

function agentRound(dice: Dice, round: number): readonly Message[] {
  const messages: Message[] = [];
  if (dice.chance(0.08)) messages.push({ role: 'user', content: englishParagraph(dice, 180) });
  if (dice.chance(0.1)) {
    const code = manyLines(6, () => codeLine(dice));
    messages.push({
      role: 'assistant',
      content: `${englishParagraph(dice, 160)}\n\n\`\`\`ts\n${code}\n\`\`\`\n\n${englishParagraph(dice, 120)}`,
    });
  }
  const { name, parameters, output } = toolUse(dice);
  messages.push(
    ...called(
      `call_${round}`,
      name,
      parameters,
      output,
      dice.chance(0.6) ? englishParagraph(dice, 90) : null,
    ),
  );
  return messages;
}

/**
 * Returns reads of about twenty files; each read finds a few lines changed since the last. Every 500 messages a new task
 * starts, with other files.
 */
function nearDuplicates(dice: Dice): (round: number) => readonly Message[] {
  const files = new Map<string, string[]>();
  return (round) => {
    if (round % 250 === 0) files.clear();
    const path = files.size < 20 ? `${round}/${filePath(dice)}` : dice.pick([...files.keys()]);
    const lines = files.get(path) ?? Array.from({ length: 60 }, () => codeLine(dice));
    files.set(path, lines);
    const output = lines.join('\n');
    for (let edits = dice.between(0, 3); edits > 0; edits -= 1) {
      lines[dice.between(0, lines.length - 1)] = codeLine(dice);
    }
    return called(`call_${round}`, 'read_file', { file_path: path }, output, null);
  };
}

function called(
  id: string,
  name: string,
  parameters: object,
  output: string,
  said: string | null,
): readonly Message[] {
  const call = { id, type: 'function', function: { name, arguments: JSON.stringify(parameters) } };
  return [
    { role: 'assistant', content: said, tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: output },
  ];
}

const LICENCE = `This file is part of Lanternroom, a set of tools for small greenhouses.
Copyright the people named in the file AUTHORS, who keep all rights not given here.
You may use, change and pass on this file under the terms of the Lanternroom licence.
It comes without any promise that it works, and nobody answers for damage it does.
The full text of the licence lies beside this file under the name LICENCE.md.`;

function manyLines(count: number, line: () => string): string {
  return Array.from({ length: count }, line).join('\n');
}
