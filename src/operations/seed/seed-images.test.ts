import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SEED_IMAGES, seedImagesStamp, takeReadyImages } from './seed-images.server.ts'

test('the demo’s ready images are made from its originals: else run scripts/images/make-seed-images.ts', () => {
  const madeFrom = readFileSync(join(SEED_IMAGES, 'made-from.txt'), 'utf8').trim()
  expect(madeFrom).toBe(seedImagesStamp('.'))
})

test('every image of the demo is ready in all its forms, and others are rendered', async () => {
  const refuse = async () => ({ refused: 'damaged' as const })
  const render = takeReadyImages(SEED_IMAGES, refuse)
  for (const name of readdirSync('db/seed/originals')) {
    const made = await render(readFileSync(`db/seed/originals/${name}`))
    expect(made, name).toHaveProperty('files.length', 6)
  }
  expect(await render(Buffer.from('another'))).toEqual({ refused: 'damaged' })
})
