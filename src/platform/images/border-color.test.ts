import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cutOut, onBackground } from '#server/testing/images.ts'
import { renderImage } from './image.server.ts'

async function render(image: Buffer) {
  const made = await renderImage(image)
  if ('refused' in made) throw new Error(made.refused)
  return made
}

test('the border colour is found even if an object touches the border', async () => {
  for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
    const { borderColor } = await render(await onBackground('#d8dee4', format))
    const [red, green, blue] = [0, 2, 4].map((at) => parseInt(borderColor?.slice(at, at + 2) ?? '', 16))
    // Lossy formats shift a colour by a step or two.
    for (const [value, wanted] of [
      [red, 0xd8],
      [green, 0xde],
      [blue, 0xe4],
    ]) {
      expect(Math.abs((value ?? 0) - (wanted ?? 0)), format).toBeLessThanOrEqual(3)
    }
  }
})

test('grey, one-pixel and opaque alpha-channel images have a border colour', async () => {
  const grey = sharp(await onBackground('#808080', 'png'))
    .toColourspace('b-w')
    .png()
  expect((await render(await grey.toBuffer())).borderColor).toBe('808080')
  const pixel = { width: 1, height: 1, channels: 4, background: '#0a0b0c' } as const
  expect((await render(await sharp({ create: pixel }).png().toBuffer())).borderColor).toBe('0a0b0c')
})

test('a transparent image has no border colour and stays transparent in every width and format', async () => {
  const cutOuts = [
    { format: 'png', width: 1400 },
    { format: 'webp', width: 120 },
    { format: 'avif', width: 120 },
  ] as const
  for (const { format, width } of cutOuts) {
    const { borderColor, files } = await render(await cutOut(format, width))
    expect(borderColor).toBeNull()
    expect(files.map((file) => file.width)).toEqual([400, 400, 800, 800, 1200, 1200])
    for (const { bytes, width: largest } of files) {
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      expect([info.channels, info.width]).toEqual([4, Math.min(width, largest)])
      const alphaAt = (x: number, y: number) => data[(y * info.width + x) * 4 + 3]
      expect(alphaAt(0, 0)).toBe(0)
      expect(alphaAt(info.width >> 1, info.height >> 1)).toBe(255)
    }
  }
})
