import { classifyText } from '@palimpsest/summarizer/classify';
import { expect, test } from 'vitest';

const isTrace = (text: string) => classifyText(text).reasons.includes('error_traceback');

test.each([
  'Traceback (most recent call last)',
  '  Traceback (most recent call last):',
  '  File "app/main.py", line 7',
  '  File "a", line 7, in run',
  `  File "${'a'.repeat(250)}", line 7`,
  '  at run (app/main.ts:7:3)',
  '  at app/main.ts:7',
  '  at Shop.Door.Open() in Door.cs:line 7',
  '  at run (native)',
  '  at new Door (<anonymous>)',
  '  at org.example.Door.open(Unknown Source)',
  `  at ${'a'.repeat(200)}.java:7`,
  'goroutine 1 [running]:',
  'goroutine 123456789 [select]:',
  "thread 'main' panicked at src/main.rs:7",
  `thread '${'a'.repeat(100)}' panicked at`,
  'Exception in thread "main" java.lang.Error',
])('detects a line that only an error report contains: %j', (line) => {
  expect(isTrace(line)).toBe(true);
  expect(isTrace(`It went wrong.\n${line}\nSo we stopped.`)).toBe(true);
});

test.each([
  'Traceback of the call',
  'traceback (most recent call last)',
  'Traceback is "Traceback (most recent call last)"',
  'File "app/main.py", line 7',
  '  File "app/main.py", page 7',
  '  File "app/main.py", line seven',
  '  File app/main.py, line 7',
  '  File is File "app/main.py", line 7',
  `  File "${'a'.repeat(251)}", line 7`,
  'at run (app/main.ts:7:3)',
  '  at the door of the house',
  '  at  run (app/main.ts:7:3)',
  '  at run (app/main.typescript:7:3)',
  '  at run (app/main.ts:seven)',
  '  at run:line seven',
  '  at_run (app/main.ts:7:3)',
  `  at ${'a'.repeat(202)}.java:7`,
  'goroutine one [running]:',
  'goroutine 1234567890 [running]:',
  'goroutine 1 running',
  'a goroutine 1 [running]:',
  'goroutine of goroutine 1 [running]:',
  'thread main panicked at',
  "thread '' panicked at",
  "thread 'main' waited at",
  "thread and thread 'main' panicked at",
  `thread '${'a'.repeat(101)}' panicked at`,
  'Exception in thread main',
  'Exception of Exception in thread "main"',
  'Exceptions in thread "main"',
])('ignores prose and malformed lines of error reports: %j', (line) => {
  expect(isTrace(line)).toBe(false);
  expect(isTrace(`It went wrong.\n${line}\nSo we stopped.`)).toBe(false);
});
