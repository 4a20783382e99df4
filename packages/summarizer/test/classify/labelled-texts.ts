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
    name: 'a fence that was cut off',
    hard: 'code_fence',
    text: `The answer begins here.\n${BLOCK}python\nprint("a")\n`,
  },
  {
    name: 'code behind four spaces',
    hard: 'indented_code',
    text: 'The loop was like this:\n\n    for each item\n    do the work\n\nand it never ended.',
  },
  {
    name: 'code behind tabs',
    hard: 'indented_code',
    text: 'Change it to\n\tif ready\n\t\tstart\n\tend\nplease.',
  },
  {
    name: 'a formula in a sentence',
    hard: 'latex_math',
    text: 'The energy is $E = mc^2$ for a body at rest, as everybody knows.',
  },
  {
    name: 'a displayed formula',
    hard: 'latex_math',
    text: 'So we get\n$$\n\\int_0^1 x^2 dx = \\frac{1}{3}\n$$\nwhich closes the case.',
  },
  {
    name: 'set notation',
    hard: 'unicode_math',
    text: 'For all x ∈ S there is a y that is greater than x.',
  },
  {
    name: 'several relations',
    hard: 'unicode_math',
    text: 'It holds that 0 ≤ x ≠ y, so √x is real.',
  },
  {
    name: 'a JSON object',
    hard: 'json_structure',
    text: '{\n  "name": "pump",\n  "ports": [80, 443]\n}',
  },
  {
    name: 'JSON that was cut off',
    hard: 'json_structure',
    text: '{"items": [{"id": 1, "title": "The fir',
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
    name: 'two settings with values for programs',
    hard: 'yaml_structure',
    text: 'Use these settings:\nhost: localhost\nport: 5432\nand try again.',
  },
  {
    name: 'a poem',
    hard: 'verse_pattern',
    text: 'She wrote it on the train:\nThe river keeps the colour of the rain\nAnd every bridge a little of the night\nWe count the windows going home again\nUntil the last one answers with a light',
  },
  {
    name: 'a poem in Russian',
    hard: 'verse_pattern',
    text: 'Она прочла:\nНад тихой речкой стынет свет\nИ лодка спит у берегов\nЗа нами остается след\nДалеких звонких голосов',
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
    name: 'a program without a fence',
    hard: 'source_code',
    text: "Here is the file:\nimport { open } from 'shop';\nconst door = open('left');\ndoor.close();\nThat is all of it.",
  },
  {
    name: 'a command behind a prompt',
    hard: 'shell_command',
    text: 'To see which process holds the port, type\n$ lsof and look at the last column.',
  },
  {
    name: 'a command with options',
    hard: 'shell_command',
    text: 'Clean the folder before you build:\ngit clean -fdx\nIt takes a minute.',
  },
  {
    name: 'HTML',
    hard: 'markup',
    text: '<ul>\n<li>One</li>\n<li>Two</li>\n<li>Three</li>\n</ul>',
  },
  {
    name: 'XML',
    hard: 'markup',
    text: '<?xml version="1.0"?>\n<config><port>80</port><host>localhost</host></config>',
  },
  {
    name: 'a Markdown table',
    hard: 'markdown_table',
    text: 'The rates are\n\n| city | rate |\n| --- | ---: |\n| Bern | 12 |\n| Lyon | 9 |',
  },
  {
    name: 'a table of a database client',
    hard: 'markdown_table',
    text: ' id | name\n----+------\n  1 | Ann\n  2 | Bo',
  },
  {
    name: 'a Python traceback',
    hard: 'error_traceback',
    text: 'It stopped with\nTraceback (most recent call last):\n  File "run.py", line 3, in <module>\nKeyError',
  },
  {
    name: 'a Java stack trace',
    hard: 'error_traceback',
    text: 'java.lang.IllegalStateException: closed\n  at org.shop.Door.open(Door.java:41)\n  at org.shop.Main.main(Main.java:7)',
  },
  {
    name: 'SQL in capitals',
    hard: 'sql_content',
    text: 'The report runs SELECT name FROM guests every hour and that is the trouble.',
  },
  {
    name: 'SQL in small letters',
    hard: 'sql_content',
    text: 'It was this query:\nselect id, name\nfrom guests\nwhere room = 12;\nplease look.',
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
    name: 'prices that look like an equation',
    text: 'At noon it was $5 = 4.60€ and in the evening 5$ were 4.70€.',
  },
  {
    name: 'an arrow',
    text: 'Choose File → Export and send the result to the people in the other office.',
  },
  {
    name: 'a size',
    text: 'The poster is 60 × 90 cm and hangs behind the door, where nobody ever sees it.',
  },
  {
    name: 'integers',
    text: 'The second argument must be an integer, and the third one a boolean that says whether to wait.',
  },
  {
    name: 'returning',
    text: 'She was returning from the market where the values of old coins are known to everyone.',
  },
  {
    name: 'creating',
    text: 'Create a table of the values you need, and drop the index cards into the box (the red one).',
  },
  {
    name: 'one word in capitals',
    text: 'You MUST NOT open the valve. Please UPDATE the list WHERE it is wrong, and tell me.',
  },
  { name: 'labels', text: 'Status: green\nOwner: Anna\nDue: Friday' },
  {
    name: 'a conversation',
    text: 'anna: did you see the new plan for the garden?\nbob: yes, and I like the pond.\nanna: me too!',
  },
  {
    name: 'therefore, hence, thus',
    text: 'The door was open, therefore it was cold; hence the coats, and thus the long queue at the desk.',
  },
  {
    name: 'a long relative path',
    text: 'Look at packages/strategyHighDensity/src/pruneStaleReads/workingView2/summarizeHeadOfHistory for more.',
  },
  {
    name: 'a long kebab-case name',
    text: 'The branch release-notes-for-the-summer-of-2024-second-edition can be deleted now that it is merged.',
  },
  {
    name: 'a UUID',
    text: 'The order 3f2b8c1e-9d47-4a60-8b15-6c0de2f7a913 was cancelled by the customer on the same day.',
  },
  {
    name: 'an indented list',
    text: 'We need:\n    - a ladder that reaches the roof\n    - two people who are not afraid\n    - a dry day',
  },
  {
    name: 'numbered steps',
    text: '1. Open the window.\n2. Wait until the smoke is gone.\n3. Close it again and call the porter.',
  },
  {
    name: 'a letter',
    text: `Hi Jo,\n\n${'We were glad to hear that you have found the keys after all this time. '.repeat(6)}\n\nThanks,\nMarta`,
  },
  {
    name: 'a citation',
    text: '[1] says that the bridge was built in 1911, and [2] agrees, but gives another name for the engineer.',
  },
  {
    name: 'a wiki link',
    text: '[[Home]] is the first page and [[Help]] the second; both should be shorter than they are today.',
  },
  {
    name: 'bold words',
    text: 'The **first** thing is to _stay calm_; the **second** is to call the *right* number at once.',
  },
  {
    name: 'a wrapped thought',
    text: '<thinking>\nThe user wants a short answer, so I should not list all the options that there are.\n</thinking>',
  },
  {
    name: 'comparisons',
    text: 'If a < b and c > d then the second door opens; otherwise the first one does, as it did before.',
  },
  {
    name: 'a sentence about git',
    text: 'git is what we use, and npm install takes too long on the old machine; docker we do not need.',
  },
  {
    name: 'a pipe in a sentence',
    text: 'The sign said "push | pull" on both sides, so that everybody was confused for a while.',
  },
  {
    name: 'a list that ends in semicolons',
    text: 'We agreed on this:\nthe roof is repaired first;\nthe walls are painted in spring;\nthe garden has to wait.',
  },
  {
    name: 'a wrapped paragraph',
    text: 'It had rained for three days when the message came that the\nbridge was closed. We took the long way round, and in the\nevening we were home, tired but dry.',
  },
  {
    name: 'a password that is not told',
    text: 'The password: ask Jo, she keeps it in the safe. The token: see section 4 of the handbook.',
  },
  {
    name: 'at noon',
    text: 'We meet at the station.\n  at noon (12:30) the train leaves, so do not be late, please.',
  },
  {
    name: 'a phone number',
    text: 'Call (555) 123-4567 or 555-987-6543 before 5 pm; version 2.4.1 of the form is at www.example.org/forms.',
  },
  {
    name: 'a long Chinese paragraph',
    text: '昨天下午我们一起去了城外的旧图书馆，里面几乎没有人，只有一位老先生在窗边看报纸。我们找到了那本书，可是最后几页不见了，所以还是不知道故事的结局。',
  },
  {
    name: 'Korean',
    text: '어제는 비가 와서 집에서 책을 읽었습니다. 저녁에는 날이 개어 강가를 조금 걸었습니다. 아주 조용한 하루였습니다.',
  },
  {
    name: 'Russian',
    text: 'Вчера мы ездили в старую библиотеку за городом, там почти никого не было. Мы нашли книгу, но последних страниц не хватало.',
  },
  {
    name: 'Thai',
    text: 'เมื่อวานฝนตกเราจึงอ่านหนังสืออยู่ที่บ้าน ตอนเย็นอากาศแจ่มใสจึงออกไปเดินเล่นริมแม่น้ำ เป็นวันที่เงียบสงบมาก',
  },
  {
    name: 'Spanish',
    text: '¿Viste la casa nueva? Costó $200.000, pero hay que arreglar el techo y la cocina; si no, se moja todo.',
  },
  {
    name: 'emoji',
    text: 'The party was great 🎉🎉 and the cake 🍰 even better; see you next week 👋🏽 at our place 🏡!',
  },
];
