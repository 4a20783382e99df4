import { hasDemandWord } from '@palimpsest/directives/words';
import { expect, test } from 'vitest';

test.each(['Never push.', 'Please add a test.', '请用中文。', "I don't know, but keep the names."])(
  'finds a directive word in “%s”',
  (text) => {
    expect(hasDemandWord(text)).toBe(true);
  },
);

test.each(["I don't know why.", "I really don't understand it.", 'The tests are green.'])(
  'finds no directive word in “%s”',
  (text) => {
    expect(hasDemandWord(text)).toBe(false);
  },
);
