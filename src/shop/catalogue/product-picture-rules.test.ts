import { expect, test } from 'vitest'
import { RestRefusal } from '#platform/rest-client.ts'
import { pictureFault, whyNoPicture } from './product-picture-rules.ts'

const MB = 1_000_000

test.each(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])('%s is taken', (type) => {
  expect(whyNoPicture({ name: 'vise', type, size: 5 * MB })).toBeNull()
})

test.each(['image/svg+xml', 'image/gif', 'image/heic', 'text/html', ''])('%s is not', (type) => {
  expect(whyNoPicture({ name: 'vise.x', type, size: 1 })).toBe(
    'vise.x is no JPEG, PNG, WebP or AVIF picture.',
  )
})

test('a picture has at least a byte, and at most 5 MB', () => {
  const sized = (size: number) => whyNoPicture({ name: 'vise.png', type: 'image/png', size })
  expect(sized(0)).toBe('vise.png is empty.')
  expect(sized(5 * MB + 1)).toBe('vise.png has 5.1 MB; 5 MB is the most.')
  expect(sized(12.34 * MB)).toBe('vise.png has 12.4 MB; 5 MB is the most.')
})

test('the shop’s own sentence is passed on, and a lost connection has one too', () => {
  const refusal = new RestRefusal(415, { code: 'no-picture', message: 'This is no picture.' })
  expect(pictureFault(refusal)).toBe('This is no picture.')
  expect(pictureFault(new TypeError('The network failed'))).toContain('choose it again')
})
