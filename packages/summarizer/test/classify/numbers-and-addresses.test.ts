import { classifyText } from '@palimpsest/summarizer/classify';
import type { Reason } from '../../src/classify/reasons.ts';
import { expect, test } from 'vitest';

const has = (reason: Reason, text: string) => classifyText(text).reasons.includes(reason);

const measured = (text: string) => has('numeric_with_units', text);

test.each(
  'km m cm mm kg g mg s hz khz mhz ghz ms us µs μs ns kb mb gb tb kib mib gib °C °F'.split(' '),
)('%s is a unit', (unit) => {
  expect(measured(`5${unit}`)).toBe(true);
  expect(measured(`it is 5 ${unit}, and`)).toBe(true);
  expect(measured(`it is 42.5 ${unit}\n`)).toBe(true);
  expect(measured(`it is 5 ${unit.toUpperCase()}`)).toBe(unit !== 'μs' && unit !== 'µs');
  expect(measured(`it is 5  ${unit}`)).toBe(false);
  expect(measured(`it is 5-${unit}`)).toBe(false);
  expect(measured(`it is 5 ${unit}x`)).toBe(false);
  expect(measured(`it is 5 ${unit}_`)).toBe(false);
  expect(measured(`it is x5 ${unit}`)).toBe(false);
  expect(measured(`it is five ${unit}`)).toBe(false);
});

test.each(['5 °', '5 °c', '5 °K', '5°', '5 kilo', '5 kmh', '5 mbps', '5 x', '5', '5 é', '5 (m)'])(
  '%s is not a measurement',
  (text) => {
    expect(has('numeric_with_units', text)).toBe(false);
  },
);

test.each([
  ['v1.2', true],
  ['V1.2', true],
  ['at v10.22 it', true],
  ['(v1.2)', true],
  ['rev1.2', false],
  ['v1', false],
  ['v1,2', false],
  ['v1.x', false],
  ['v1.', false],
  ['w1.2', false],
  ['_v1.2', false],
  ['version 7', true],
  ['Version 7', true],
  ['the VERSION 7', true],
  ['(version 7)', true],
  ['version\u00a07', true],
  ['version  7', false],
  ['version-7', false],
  ['version x7', false],
  ['subversion 7', false],
  ['versions 7', false],
  ['inversion 7', false],
  ['vision 7', false],
  ['n 7', false],
  ['version', false],
])('decides whether %j names a version', (text, expected) => {
  expect(has('version_number', text)).toBe(expected);
});

test.each([
  ['1.2.3', true],
  ['it is 1.2.3.4.', true],
  ['10.20.30', true],
  ['1.2', false],
  ['1.2 3.4', false],
  ['1.2,3', false],
  ['1.x2.3', false],
  ['1..2.3', false],
  ['x1.2.3', false],
  ['x1.2.3.4', true],
  ['1.2.3x', false],
  ['1.2-3.4', false],
])('decides whether %j has three numbers joined by dots', (text, expected) => {
  expect(has('ip_or_semver', text)).toBe(expected);
});

test.each([
  ['555-123-4567', true],
  ['555.123.4567', true],
  ['555 123 4567', true],
  ['555) 123-4567', true],
  ['(555)123-4567', true],
  ['555- 123-4567', true],
  ['call 555-123-4567, or', true],
  ['1 555-123-4567', true],
  ['111 555-123-4567', true],
  ['555  123-4567', true],
  ['555--123-4567', false],
  ['555 -123-4567', false],
  ['555/123-4567', false],
  ['555-123/4567', false],
  ['555-123  4567', false],
  ['555-123-456', false],
  ['555-123-45678', false],
  ['55-123-4567', false],
  ['5555-123-4567', false],
  ['555-12-4567', false],
  ['555-1234-4567', false],
  ['123-4567', false],
  ['555-123-x4567', false],
  ['555-123-4567x', false],
  ['555 or 123-4567', false],
])('decides whether %j is a phone number', (text, expected) => {
  expect(has('phone', text)).toBe(expected);
});

test.each([
  ['a@b.c', true],
  ['to anna.b@mail.example.org, or', true],
  ['a@b-c.org', true],
  ['a@b_c.org', true],
  ['a@b.o', true],
  ['a@b.', false],
  ['a@.c', false],
  ['a@b', false],
  ['a @b.c', false],
  ['a@ b.c', false],
  ['a@b .c', false],
  ['a@b/c.d', false],
  ['a@b.7', false],
  ['a@b.7.c', true],
  ['a@-.c', true],
  ['@b.c', false],
  ['.@b.c', false],
])('decides whether %j is an email address', (text, expected) => {
  expect(has('email', text)).toBe(expected);
});

test.each([
  ['http://a', true],
  ['see ftp://7 now', true],
  ['://a', false],
  [' ://a', false],
  ['http:///a', false],
  ['http://', false],
  ['http:// a', false],
  ['http:/a', false],
  ['http//a', false],
])('decides whether %j is a URL', (text, expected) => {
  expect(has('url', text)).toBe(expected);
});

test.each([
  ['/usr/lib', true],
  ['/a/b', true],
  ['a/b/c', true],
  ['./a/b', true],
  ['~/a/b', true],
  ['/.a/-b', true],
  ['/~a/@b', true],
  ['/é/b', true],
  ['/usr', false],
  ['/usr/', false],
  ['//usr', false],
  ['/usr//lib', false],
  ['/ usr/lib', false],
  ['/usr /lib', false],
  ['/usr/ lib', false],
  ['and/or', false],
  ['/(a)/b', false],
  [String.raw`C:\a`, true],
  [String.raw`at c:\Users`, true],
  [String.raw`C:\ a`, false],
  [String.raw`7:\a`, false],
  [String.raw`aC:\a`, false],
  [String.raw`C\a`, false],
  [String.raw`:\a`, false],
])('decides whether %j is a path', (text, expected) => {
  expect(has('file_path', text)).toBe(expected);
});

test.each([
  ['"a": 1', true],
  ['“a": 1', true],
  ['"a b, c": 1', true],
  ["'a': 1", true],
  ["'a_7': 1", true],
  [`'${'k'.repeat(64)}': 1`, true],
  [`'${'k'.repeat(65)}': 1`, false],
  ["'a b': 1", false],
  ["a': 1", false],
  ['a": 1', false],
  ['"a" : 1', false],
  ['"a”: 1', false],
  ['"a"; 1', false],
  ['"": 1', false],
  ["'': 1", false],
])('decides whether %j contains a quoted key', (text, expected) => {
  expect(has('quoted_key', text)).toBe(expected);
});

test.each([
  ['shall', true],
  ['notwithstanding', true],
  ['Whereas', true],
  ['HEREBY', true],
  ['may not', true],
  ['may, not', false],
  ['shallow', false],
  ['may notice', false],
])('decides whether %j is a legal term', (text, expected) => {
  expect(has('legal_term', `so it ${text}, they say`)).toBe(expected);
});
