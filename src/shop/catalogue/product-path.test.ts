import { expect, test } from 'vitest'
import { productIdIn, productPath, slugOf } from './product-path.ts'

const _id = '01a1fe16-fe01-709c-8fa5-3d82377d5ef5'

test('a product’s path has its name and its id', () => {
  expect(productPath({ _id, name: 'Hex Key Set, 5 pcs' })).toBe(`/tools/hex-key-set-5-pcs-${_id}`)
})

test.each([
  ['Clé à molette 1/2"', 'cle-a-molette-1-2'],
  ['扳手', 'tool'],
  ['--- ', 'tool'],
  ['x'.repeat(200), 'x'.repeat(80)],
])('the slug of %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('the id is found with any slug, without one, and in capitals', () => {
  for (const tool of [`saw-${_id}`, _id, `SAW-${_id.toUpperCase()}`, `-${_id}`]) {
    expect(productIdIn(tool)).toBe(_id)
  }
  for (const tool of ['saw', `${_id}-saw`, `saw${_id}`, '']) {
    expect(productIdIn(tool)).toBeUndefined()
  }
})
