interface LabelledText {
  readonly name: string;
  readonly text: string;
}

interface HardText extends LabelledText {
  /** The reason that must be found. */
  readonly hard: string;
}

const BLOCK = '```';

/** Content that must be kept verbatim. */
export const MUST_STAY: readonly HardText[] = [
  {
    name: 'a fenced block',
    hard: 'code_fence',
    text: `Run this first:\n\n${BLOCK}sh\nmake build\n${BLOCK}\n\nThen wait.`,
  },
  {
    name: 'code behind four spaces',
    hard: 'indented_code',
    text: 'The loop was like this:\n\n    for each item\n    do the work\n\nand it never ended.',
  },
  {
    name: 'a formula in a sentence',
    hard: 'latex_math',
    text: 'The energy is $E = mc^2$ for a body at rest, as everybody knows.',
  },
  {
    name: 'set notation',
    hard: 'unicode_math',
    text: 'For all x ∈ S there is a y that is greater than x.',
  },
  {
    name: 'a JSON object',
    hard: 'json_structure',
    text: '{\n  "name": "pump",\n  "ports": [80, 443]\n}',
  },
  {
    name: 'JSON within prose',
    hard: 'source_code',
    text: 'The answer was\n{\n  "id": 7,\n  "ok": true\n}\nand then nothing.',
  },
  {
    name: 'a YAML file',
    hard: 'yaml_structure',
    text: 'services:\n  web:\n    image: nginx\n    ports:\n      - 80',
  },
  {
    name: 'a poem',
    hard: 'verse_pattern',
    text: 'She wrote it on the train:\nThe river keeps the colour of the rain\nAnd every bridge a little of the night\nWe count the windows going home again\nUntil the last one answers with a light',
  },
  {
    name: 'a listing with lines of very different length',
    hard: 'high_line_length_variance',
    text: `ok\nok\nok\nok\n${'0123abcd'.repeat(60)}\nok`,
  },
  {
    name: 'hardly a letter',
    hard: 'high_special_char_ratio',
    text: 'a[i] += (b & c) | (d ^ e) << {f: g};',
  },
  {
    name: 'a command behind a prompt',
    hard: 'shell_command',
    text: 'To see which process holds the port, type\n$ lsof and look at the last column.',
  },
  {
    name: 'HTML',
    hard: 'markup',
    text: '<ul>\n<li>One</li>\n<li>Two</li>\n<li>Three</li>\n</ul>',
  },
  {
    name: 'a Markdown table',
    hard: 'markdown_table',
    text: 'The rates are\n\n| city | rate |\n| --- | ---: |\n| Bern | 12 |\n| Lyon | 9 |',
  },
  {
    name: 'a Python traceback',
    hard: 'error_traceback',
    text: 'It stopped with\nTraceback (most recent call last):\n  File "run.py", line 3, in <module>\nKeyError',
  },
  {
    name: 'SQL in capitals',
    hard: 'sql_content',
    text: 'The report runs SELECT name FROM guests every hour and that is the trouble.',
  },
  {
    name: 'a password',
    hard: 'credential_assignment',
    text: 'For the test system the line is DB_PASSWORD=tulip4garden9 and nobody else knows it.',
  },
  {
    name: 'an image in base64',
    hard: 'base64_content',
    text: 'The icon is iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4 and may be replaced.',
  },
];

/** Content that a summary can replace. */
export const MAY_GO: readonly LabelledText[] = [
  {
    name: 'two prices',
    text: 'The small one costs $5 and the large one $10, so we took the large one and were glad of it.',
  },
  {
    name: 'an arrow',
    text: 'Choose File → Export and send the result to the people in the other office.',
  },
  {
    name: 'integers',
    text: 'The second argument must be an integer, and the third one a boolean that says whether to wait.',
  },
  {
    name: 'creating',
    text: 'Create a table of the values you need, and drop the index cards into the box (the red one).',
  },
  { name: 'labels', text: 'Status: green\nOwner: Anna\nDue: Friday' },
  {
    name: 'therefore, hence, thus',
    text: 'The door was open, therefore it was cold; hence the coats, and thus the long queue at the desk.',
  },
  {
    name: 'a long kebab-case name',
    text: 'The branch release-notes-for-the-summer-of-2024-second-edition can be deleted now that it is merged.',
  },
  {
    name: 'an indented list',
    text: 'We need:\n    - a ladder that reaches the roof\n    - two people who are not afraid\n    - a dry day',
  },
  {
    name: 'a letter',
    text: `Hi Jo,\n\n${'We were glad to hear that you have found the keys after all this time. '.repeat(6)}\n\nThanks,\nMarta`,
  },
  {
    name: 'a wiki link',
    text: '[[Home]] is the first page and [[Help]] the second; both should be shorter than they are today.',
  },
  {
    name: 'a wrapped thought',
    text: '<thinking>\nThe user wants a short answer, so I should not list all the options that there are.\n</thinking>',
  },
  {
    name: 'a sentence about git',
    text: 'git is what we use, and npm install takes too long on the old machine; docker we do not need.',
  },
  {
    name: 'a list that ends in semicolons',
    text: 'We agreed on this:\nthe roof is repaired first;\nthe walls are painted in spring;\nthe garden has to wait.',
  },
  {
    name: 'a password that is not told',
    text: 'The password: ask Jo, she keeps it in the safe. The token: see section 4 of the handbook.',
  },
  {
    name: 'a phone number',
    text: 'Call (555) 123-4567 or 555-987-6543 before 5 pm; version 2.4.1 of the form is at www.example.org/forms.',
  },
  {
    name: 'Korean',
    text: '어제는 비가 와서 집에서 책을 읽었습니다. 저녁에는 날이 개어 강가를 조금 걸었습니다. 아주 조용한 하루였습니다.',
  },
  {
    name: 'Thai',
    text: 'เมื่อวานฝนตกเราจึงอ่านหนังสืออยู่ที่บ้าน ตอนเย็นอากาศแจ่มใสจึงออกไปเดินเล่นริมแม่น้ำ เป็นวันที่เงียบสงบมาก',
  },
  {
    name: 'emoji',
    text: 'The party was great 🎉🎉 and the cake 🍰 even better; see you next week 👋🏽 at our place 🏡!',
  },
];
