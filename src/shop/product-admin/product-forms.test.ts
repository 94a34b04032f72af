import { expect, test } from 'vitest'
import type { z } from 'zod'
import { newProduct, productChanges } from './product-forms.ts'

const square = {
  name: 'Try Square',
  perPrice: 12.5,
  quantity: 1,
  minQuantity: 10,
  description: 'Blued steel',
  imgURL: '/media/0123456789abcdef0123456789abcdef.webp',
}

function errorOf(schema: z.ZodType, input: unknown): string | undefined {
  return schema.safeParse(input).error?.issues[0]?.message
}

const withNew = (field: object) => errorOf(newProduct, { ...square, ...field })
const withChange = (field: object) => errorOf(productChanges, field)

test('a new product is validated per field', () => {
  expect(withNew({})).toBeUndefined()
  for (const name of ['', '   ', '\u0000\u0007', undefined, null, 7])
    expect(withNew({ name })).toBe('Name is required')
  expect(withNew({ name: 'x'.repeat(101) })).toBe('Name has at most 100 characters')
  for (const perPrice of [4.99, 0, -5])
    expect(withNew({ perPrice })).toBe('Minimun Per Price should up to $5')
  for (const perPrice of [Number.NaN, null, undefined])
    expect(withNew({ perPrice })).toBe('Price is required')
  for (const perPrice of ['12', 'abc']) expect(withNew({ perPrice })).toBe('Price must be a number')
  for (const perPrice of [5.001, 12.345, 5.0000001])
    expect(withNew({ perPrice })).toBe('Price has at most two decimals')
  expect(withNew({ perPrice: 100_000 })).toBe('Price must be at most $99,999.99')
  for (const quantity of [0, -1]) expect(withNew({ quantity })).toBe('Quantity must be at least 1')
  expect(withNew({ quantity: 1.5 })).toBe('Quantity must be a whole number')
  expect(withNew({ quantity: 2 ** 31 })).toBe('Quantity must be at most 1,000,000,000')
  expect(withNew({ minQuantity: 9 })).toBe('Minimum quantity must be at least 10')
  expect(withNew({ description: 'Too short' })).toBe('Description has at least 10 characters')
  expect(withNew({ description: 'x'.repeat(101) })).toBe('Description has at most 100 characters')
  expect(withNew({ imgURL: '' })).toBe('Image is required')
  for (const sku of ['A B', 'Ü-1', 'A_1', 'X'.repeat(41), 'A\u0000B'])
    expect(withNew({ sku })).toMatch('SKU has 1 to 40 characters')
  for (const sku of ['', undefined, 'fw-1013', ' A.1/2-X ', '9'.repeat(40)])
    expect(withNew({ sku })).toBeUndefined()
  expect(newProduct.parse({ ...square, sku: ' fw-1013 ' }).sku).toBe('FW-1013')
  expect(withChange({ sku: '' })).toMatch('SKU has 1 to 40 characters')
  for (const imgURL of [
    'https://evil.example/x.webp',
    '/media/../secrets/auth-secret',
    `${square.imgURL}?x`,
    `//evil.example${square.imgURL}`,
    `${square.imgURL}\n`,
  ])
    expect(withNew({ imgURL })).toBe('Image must be uploaded to this shop')
})

test('an image URL may contain its border colour', () => {
  const colored = square.imgURL.replace('.webp', '-d8dee4.webp')
  expect(withNew({ imgURL: colored })).toBeUndefined()
  for (const wrong of ['-d8dee', '-D8DEE4', '-d8dee4-800', '-red']) {
    const imgURL = square.imgURL.replace('.webp', `${wrong}.webp`)
    expect(withNew({ imgURL })).toBe('Image must be uploaded to this shop')
  }
})

test('values at the limits are accepted, and prices in cents', () => {
  expect(withNew({ perPrice: 5, quantity: 1_000_000_000, minQuantity: 10 })).toBeUndefined()
  expect(withNew({ perPrice: 99_999.99, description: 'x'.repeat(100) })).toBeUndefined()
  for (let cents = 500; cents < 10_000; cents++) expect(withNew({ perPrice: cents / 100 })).toBeUndefined()
})

test('control characters are removed and texts trimmed', () => {
  const dirty = {
    ...square,
    name: ' Try\u0000 Sq\u0007uare\t',
    description: 'Blued\r\nsteel blade',
  }
  expect(newProduct.parse(dirty)).toMatchObject({
    name: 'Try Square',
    description: 'Blued steel blade',
  })
})

test('only changed fields are validated, with their own limits', () => {
  expect(withChange({})).toBeUndefined()
  expect(withChange({ quantity: 10, minQuantity: 1, version: 3, quantitySeen: 0 })).toBeUndefined()
  expect(withChange({ quantity: 9 })).toBe('Quantity must be at least 10')
  expect(withChange({ minQuantity: 0 })).toBe('Minimum quantity must be at least 1')
  expect(withChange({ perPrice: 4.99 })).toBe('Minimun Per Price should up to $5')
  expect(withChange({ name: '' })).toBe('Name is required')
  expect(withChange({ quantity: null })).toBe('Quantity is required')
  expect(withChange({ version: 'new' })).toBe('version must be a whole number')
  expect(productChanges.parse({ name: 'Square', _id: 'x', deletedAt: null })).toEqual({
    name: 'Square',
  })
})
