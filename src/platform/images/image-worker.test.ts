import { expect, test } from 'vitest'
import { blackPng, picture } from '#testing/images.ts'
import { renderPicture } from './image.server.ts'
import { renderApart } from './image-worker.server.ts'

test('a picture made in a process of its own is the same, and so are refusals', async () => {
  const png = await picture('png')
  const made = await renderApart(png)
  expect(made).toHaveProperty('files.length', 6)
  expect(made).toEqual(await renderPicture(png))
  expect(await renderApart(Buffer.from('<svg/>'))).toEqual({ refused: 'unsupported-type' })
  expect(await renderApart(blackPng(10_000, 10_000))).toEqual({ refused: 'too-many-pixels' })
  expect(await renderApart(png.subarray(0, 60))).toEqual({ refused: 'damaged' })
})
