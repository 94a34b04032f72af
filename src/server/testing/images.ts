import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A small landscape image with two colours. */
export function image(format: 'jpeg' | 'png' | 'webp' | 'avif', width = 60): Promise<Buffer> {
  return twoColours(width).toFormat(format).toBuffer()
}

/** Red on the left, blue on the right, so that a rotation is visible. */
export function twoColours(width = 60) {
  const height = width / 2
  const blue = { width: height, height, channels: 3, background: '#0000ff' } as const
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: blue }, left: height, top: 0 },
  ])
}

/** A dark object on a single colour; the object touches the left border. Aspect ratio 2:1. */
export function onBackground(
  background: string,
  format: 'jpeg' | 'png' | 'webp' | 'avif',
  width = 120,
): Promise<Buffer> {
  const height = width / 2
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: square(height / 2), left: 0, top: height / 4 }])
    .toFormat(format)
    .toBuffer()
}

/** The object in the middle of a transparent image. Aspect ratio 4:3. */
export function cutOut(format: 'png' | 'webp' | 'avif', width = 120): Promise<Buffer> {
  const height = width * 0.75
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { width, height, channels: 4, background } })
    .composite([{ input: square(height / 2) }])
    .toFormat(format)
    .toBuffer()
}

function square(side: number) {
  const size = Math.round(side)
  return { create: { width: size, height: size, channels: 3, background: '#202428' } } as const
}

/** A black PNG with the given size in its header, but only `lines` rows of data. */
export function blackPng(width: number, height: number, lines = height): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit per pixel, greyscale.
  header.writeUInt8(1, 8)
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * lines))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))],
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
