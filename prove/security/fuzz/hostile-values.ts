import fc from 'fast-check'
import type { Random } from '#prove/random.ts'

const LONG = 'long '.repeat(2_000)

/** Texts that break parsers, databases, logs, pages and file names. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202egnp.exe',
  '\ufeff\ufffe\uffff',
  '\u2028\u2029\u0085',
  'İıſK',
  'e\u0301'.repeat(200),
  'z'.repeat(255),
  LONG,
  '👩‍👩‍👧‍👦'.repeat(40),
  '𝕏𝔸\u{10ffff}',
  '__proto__',
  'constructor',
  'toString',
  "'; drop table purchase; --",
  '%_\\',
  '%00%0d%0aSet-Cookie: a=b',
  '\r\nSet-Cookie: a=b',
  '../../../etc/passwd',
  `$\{7*7}{{7*7}}<%= 7*7 %>`,
  '<script>alert(1)</script>',
  '=cmd|"/c calc"!A1',
  'null',
  'NaN',
  '-1',
  '0x10',
  '1e999',
  '9'.repeat(400),
  '{"a":1}',
  '[]',
  'tsquery:*&|!()<->',
  '\\x41\\',
  '(((((((((((((((((((a+)+)+)+$',
]

const HOSTILE_NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1.005,
  1e-9,
  99_999.994,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
]

/** Values of any type: the list above, and what fast-check makes of the seed. */
export function createHostileValues(random: Random): () => unknown {
  const seed = random.integer(0, 2 ** 31 - 1)
  const arbitrary = fc.oneof(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), fc.string())
  const made = fc.sample(arbitrary, { seed, numRuns: 500 })
  const fixed: unknown[] = [
    ...HOSTILE_TEXTS,
    ...HOSTILE_NUMBERS,
    ...[null, true, false, [], {}, [null], [[[[]]]], { a: { b: { c: {} } } }],
    [...Array(300).keys()],
    withPrototype({}),
  ]
  return () => random.pick(random.chance(0.5) ? fixed : made)
}

/** The same object with keys that a careless copy would follow, and with fields that are not for callers. */
export function withPrototype(object: object): object {
  const poisoned = { ...object, role: 'admin', _id: 'x', isAdmin: true, status: 'paid' }
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    Object.defineProperty(poisoned, key, { value: { role: 'admin' }, enumerable: true })
  }
  return poisoned
}

/** Bodies that are not what their Content-Type says, or not worth parsing. */
export const HOSTILE_BODIES = [
  '',
  '{',
  'null',
  '"text"',
  '[]',
  '\u0000',
  '{"a":1}{"a":2}',
  '['.repeat(20_000),
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  JSON.stringify({ a: 'x'.repeat(70_000) }),
  '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}',
  '{"quantity":1e400}',
  '\ufeff{}',
]

export const HOSTILE_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/xml',
]

/** Signatures of messages that lack a part, or only look signed. */
export const HOSTILE_SIGNATURES = [
  ...['t=1', 'v1=', 't=,v1=', 't,v1', ',', '=', 'v1', `t=1,v1=${'0'.repeat(64)}`],
  ...[`t=${2 ** 32},v1=`, `t=${2 ** 32},v1`, `t=${2 ** 32},v1=,v1=`, `t=${2 ** 32},v0=0`],
]
