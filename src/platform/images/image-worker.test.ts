import { expect, test } from 'vitest'
import { createWorkerPool, shopJobs } from '#platform/workers/worker-pool.server.ts'
import { blackPng, image } from '#server/testing/images.ts'
import { renderImage } from './image.server.ts'
import { createImageRenderer } from './image-worker.server.ts'

test('the image worker returns the same images and refusals', async () => {
  const renderImageInWorker = createImageRenderer(createWorkerPool()(shopJobs))
  const png = await image('png')
  const made = await renderImageInWorker(png)
  expect(made).toHaveProperty('files.length', 6)
  expect(made).toEqual(await renderImage(png))
  expect(await renderImageInWorker(Buffer.from('<svg/>'))).toEqual({ refused: 'unsupported-type' })
  expect(await renderImageInWorker(blackPng(10_000, 10_000))).toEqual({
    refused: 'too-many-pixels',
  })
  expect(await renderImageInWorker(png.subarray(0, 60))).toEqual({ refused: 'damaged' })
})
