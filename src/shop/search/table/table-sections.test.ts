import { expect, test } from 'vitest'
import type { Category, Specification } from '#shop/catalogue/categories/category.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { everything } from '#shop/search/query/search-query.ts'
import { tableSections } from './table-sections.ts'

const specification = (key: string): Specification => ({
  key,
  name: key,
  kind: 'text',
  unit: null,
  choices: null,
})
const categories: Category[] = [
  { slug: 'hand', parent: null, name: 'Hand Tools', specifications: [specification('maker')] },
  {
    slug: 'wrenches',
    parent: 'hand',
    name: 'Wrenches',
    specifications: ['finish', 'jaw', 'sizes', 'angle'].map(specification),
  },
  { slug: 'hammers', parent: 'hand', name: 'Hammers', specifications: [specification('weight')] },
]

function product(category: string | null, specifications: Product['specifications']): Product {
  return {
    _id: JSON.stringify(specifications),
    sku: 'FW-1',
    name: 'Tool',
    description: '',
    quantity: 1,
    minQuantity: 1,
    perPrice: 5,
    prices: [{ minQuantity: 1, perPrice: 5 }],
    imgURL: '/media/0123.webp',
    category,
    specifications,
    family: null,
    size: null,
    version: 1,
  }
}

test('a section for each category, in the order of the products, with its own columns', () => {
  const sections = tableSections(
    categories,
    [
      product('hammers', { weight: 450 }),
      product('wrenches', { jaw: 13, maker: 'Forgewell' }),
      product(null, {}),
      product('hammers', { weight: 500 }),
    ],
    everything,
  )
  expect(sections.map(({ name, specifications }) => [name, specifications.map(({ key }) => key)])).toEqual([
    ['Hammers', ['weight']],
    ['Wrenches', ['maker', 'jaw']],
    ['Other tools', []],
  ])
})

test('the columns are those in which most products differ from the most frequent value', () => {
  const [section] = tableSections(
    categories,
    [
      product('wrenches', { jaw: 8, finish: 'chrome', angle: 15 }),
      product('wrenches', { jaw: 10, finish: 'chrome', angle: 15 }),
      product('wrenches', { jaw: 13, finish: 'black', angle: 15 }),
      product('wrenches', { sizes: '8 to 19', finish: 'black', angle: 15 }),
    ],
    everything,
  )
  // All have an angle, but the same; few have sizes.
  expect(section?.varied.slice(0, 2).sort()).toEqual(['finish', 'jaw'])
})

test('words that all names repeat need no column, however different they are', () => {
  const named = (name: string, finish: string, jaw: number) => ({
    ...product('wrenches', { finish, jaw }),
    name,
  })
  const [section] = tableSections(
    categories,
    [
      named('Adjustable Wrench', 'adjustable', 8),
      named('Ring Wrench', 'ring', 8),
      named('Hex Wrench', 'hex', 10),
    ],
    everything,
  )
  expect(section?.varied).toEqual(['jaw'])
})

test('values that are all equal have a column only where they were searched for', () => {
  const products = [
    product('wrenches', { jaw: 13, angle: 15, finish: 'chrome' }),
    product('wrenches', { jaw: 13, angle: 15, finish: 'black' }),
  ]
  const columns = (searched: Partial<typeof everything>) =>
    tableSections(categories, products, { ...everything, ...searched })[0]?.varied
  expect(columns({})).toEqual(['finish'])
  expect(columns({ text: '13mm wrench' })).toEqual(['jaw', 'finish'])
  const angle = { values: [], range: { min: 15, max: 15 } }
  expect(columns({ specifications: { angle } })).toEqual(['angle', 'finish'])
})
