import { expect, test } from 'vitest'
import { citedNumbers, definedNumbers } from './product-references.ts'

test('sections and rules of the product page can be cited', () => {
  const page = '# Product\n\n## 4. States\n\n- **4.1** One.\n- **4.2** Two, see 9.9.\n'
  expect([...definedNumbers(page)]).toEqual(['4', '4.1', '4.2'])
})

test('citations are found in comments, one or several at once', () => {
  expect(citedNumbers('// product 4.2\n/** Total (product 9.4, 5.6). */ product 8')).toEqual([
    '4.2',
    '9.4',
    '5.6',
    '8',
  ])
})

test('other numbers after the word product are not citations', () => {
  expect(citedNumbers('product of 4.2, products 7, productId 3')).toEqual([])
})
