import { expect, test } from 'vitest'
import { readFormBody } from './form-body.ts'

test('brackets become nested data, lists are keyed by position', () => {
  const form = readFormBody('amount=5&metadata[order]=7&metadata[a+b]=%C3%BC&expand[]=x&expand[]=y&l[0]=z')
  expect(structuredClone(form)).toEqual({
    amount: '5',
    metadata: { order: '7', 'a b': 'ü' },
    expand: { 0: 'x', 1: 'y' },
    l: { 0: 'z' },
  })
})

test('a query string is parsed the same way', () => {
  expect(structuredClone(readFormBody('?limit=3'))).toEqual({ limit: '3' })
  expect(structuredClone(readFormBody(''))).toEqual({})
})

test.each([
  'a=1&a=2',
  'a=1&a[b]=2',
  'a[b]=1&a=2',
  'a[=1',
  '[a]=1',
  'a[b[c]]=1',
  'a[b][c][d][e][f]=1',
  'a=%00',
  'a%00=1',
  'a[%00]=1',
])('%s is rejected', (body) => {
  expect(readFormBody(body)).toBeUndefined()
})

test('a field named __proto__ is an ordinary field', () => {
  const form = readFormBody('__proto__[polluted]=yes&constructor[prototype][polluted]=yes')
  expect(Object.getPrototypeOf(form)).toBeNull()
  expect({}).not.toHaveProperty('polluted')
})
