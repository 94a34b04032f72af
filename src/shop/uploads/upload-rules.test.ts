import { expect, test } from 'vitest'
import { whyNoImage } from './upload-rules.ts'

const MB = 1024 * 1024

test.each(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])('%s is accepted', (type) => {
  expect(whyNoImage({ name: 'vise', type, size: 5 * MB })).toBeNull()
})

test.each(['image/svg+xml', 'image/gif', 'image/heic', 'text/html', ''])('%s is refused', (type) => {
  expect(whyNoImage({ name: 'vise.x', type, size: 1 })).toBe('vise.x is not a JPEG, PNG, WebP or AVIF image.')
})

test('an image has between one byte and 5 MB', () => {
  const sized = (size: number) => whyNoImage({ name: 'vise.png', type: 'image/png', size })
  expect(sized(0)).toBe('vise.png is empty.')
  expect(sized(5 * MB + 1)).toBe('vise.png has 5.1 MB; the maximum is 5 MB.')
  expect(sized(12.34 * MB)).toBe('vise.png has 12.4 MB; the maximum is 5 MB.')
})
