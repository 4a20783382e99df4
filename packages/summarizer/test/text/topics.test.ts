import { summarizeText } from '@palimpsest/summarizer';
import { expect, test } from 'vitest';

test.each<[string, string, string, number]>([
  [
    'in several sentences',
    'We ate bread. The cache is slow. Nobody likes a slow cache. Clearing the cache helps.',
    'The cache is slow.',
    20,
  ],
  [
    'among those that are not the best of their paragraph',
    'It must stop. We ate bread. The cache is slow. Nobody likes a slow cache.',
    'It must stop. ... The cache is slow.',
    36,
  ],
  [
    'in the first sentence and one other',
    'Nobody ever likes a cache too much. We ate bread, butter, onions. The cache is big.',
    'The cache is big.',
    29,
  ],
  ['not twice in one sentence', 'The oven is on. Bread, bread, bread.', 'The oven is on.', 20],
  [
    'each word of a sentence once',
    'The oven is on. Bread and bread. Bread of that oven was the best of it.',
    'The oven is on.',
    17,
  ],
  [
    'not by words of two letters',
    'We ate bread. An ox ran. So it was that an ox went by them.',
    'We ate bread.',
    13,
  ],
  [
    'nor by stop words',
    'We ate bread. You want this. So did you want this too, and many more.',
    'We ate bread.',
    13,
  ],
  ['by pairs of Han', '我吃面包。缓存很慢。没有人喜欢缓存。清缓存好。', '缓存很慢。', 10],
  ['not by pairs of particles', '山水花。我们走。昨天我们吃了面包和牛肉。', '山水花。', 8],
  ['not by single Han', '花草树。山很高。山火多，大家昨天一起跑走。', '花草树。', 8],
])('of equals the one that is about what the text is about: %s', (_, text, sentence, budget) => {
  expect(summarizeText(text, budget).text).toBe(sentence);
});

test('ignores the topics of earlier texts', () => {
  summarizeText('Bread is in. Bread is out. Bread is up. Bread is down. Bread is left.');
  expect(summarizeText('The oven is on. We ate bread.', 16).text).toBe('The oven is on.');
});

test('prefers a sentence about the topic at the start and at the end of a long text', () => {
  const many = `${'onion '.repeat(70_000)}.`;
  const few = ['Slow cache kept.', 'Cache kept slow.', 'Kept slow cache.', 'Cache slow, kept.'];
  for (const parts of [
    ['We ate bread.', ...few, many],
    ['We ate bread.', many, ...few],
    [many, 'We ate bread.', ...few],
  ])
    expect(summarizeText(parts.join(' '), 16).text).toBe('Slow cache kept.');
});

test('a higher score outweighs any shared words', () => {
  const words = Array.from(
    { length: 24 },
    (_, index) => `ba${'bdfgklmnprstvwxz'[index % 16]}o${index < 16 ? 'd' : 'n'}`,
  );
  const about = `${words.join(' ')} maxRetries.`;
  const others = [1, 2, 3].map(
    (turn) => `${[...words.slice(turn), ...words.slice(0, turn)].join(' ')}.`,
  );
  const text = [about, ...others, 'It must stop.'].join('\n\n');
  expect(summarizeText(text, about.length).text).toBe('It must stop.');
});
