import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import { cutOut, onBackground } from '#server/testing/images.ts'
import { renderImage } from './image.server.ts'
import { createImageStore } from './image-store.server.ts'
import { imageBorderColor, linkImageUrl } from './image-url.ts'

function openStore() {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-images-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  let rendered = 0
  const images = createImageStore(createDiskFiles(join(folder, 'media')), (bytes) => {
    rendered += 1
    return renderImage(bytes)
  })
  const store = async (bytes: Buffer) => {
    const stored = await images.store(bytes)
    if ('refused' in stored) throw new Error(stored.refused)
    return stored.url
  }
  return { images, store, media: join(folder, 'media'), countRendered: () => rendered }
}

test('the URL contains the border colour, except for a transparent image', async () => {
  const { images, store } = openStore()
  const opaque = await store(await onBackground('#336699', 'png'))
  expect(opaque).toMatch(/^\/media\/[0-9a-f]{32}-336699\.webp$/)
  expect(imageBorderColor(opaque)).toBe('#336699')
  const transparent = await store(await cutOut('png'))
  expect(transparent).toMatch(/^\/media\/[0-9a-f]{32}\.webp$/)
  expect(imageBorderColor(transparent)).toBeNull()
  for (const url of [opaque, transparent]) {
    expect(await images.has(url)).toBe(true)
    const name = url.slice('/media/'.length, -'.webp'.length)
    for (const file of [`${name}.webp`, `${name}-400.avif`, `${name}-1200.webp`]) {
      expect(await images.read(file), file).not.toBeNull()
    }
  }
})

test('a URL with another colour is not a stored image', async () => {
  const { images, store } = openStore()
  const url = await store(await onBackground('#336699', 'png'))
  for (const other of [url.replace('-336699', '-ff0000'), url.replace('-336699', '')]) {
    expect(await images.has(other)).toBe(false)
    expect(await images.read(other.replace('/media/', ''))).toBeNull()
  }
})

test('the same image gets the same URL and is not rendered again', async () => {
  const { store, countRendered } = openStore()
  const image = await onBackground('#336699', 'png')
  const url = await store(image)
  expect(await store(image)).toBe(url)
  expect(countRendered()).toBe(1)
})

test('an image stored without a border colour keeps its URL', async () => {
  const { images, store, media, countRendered } = openStore()
  const image = await onBackground('#336699', 'png')
  const url = await store(image)
  for (const file of readdirSync(media)) {
    renameSync(join(media, file), join(media, file.replace('-336699', '')))
  }
  const old = url.replace('-336699', '')
  expect(await images.has(old)).toBe(true)
  expect(await store(image)).toBe(old)
  expect(countRendered()).toBe(1)
  expect(imageBorderColor(old)).toBeNull()
})

test('the image of a link preview is a JPEG on white, made once', async () => {
  const { images, store, media } = openStore()
  const url = await store(await cutOut('png'))
  const file = linkImageUrl(url).slice('/media/'.length)
  expect(file).toMatch(/-link\.jpg$/)
  const made = await images.read(file)
  expect(made).toMatchObject({ contentType: 'image/jpeg' })
  const { data, info } = await sharp(made?.bytes).raw().toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(3)
  expect(Math.min(...data.subarray(0, 3))).toBeGreaterThan(250)
  expect(readdirSync(media)).toContain(file)
  expect(await images.read(file)).toEqual(made)
  expect(await images.read(`${'0'.repeat(32)}-link.jpg`)).toBeNull()
  expect(linkImageUrl('/link-preview.jpg')).toBe('/link-preview.jpg')
})
